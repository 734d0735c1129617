// The hand of a seat: its picture, what only it has heard, and what it may do.
//
// Where several people sit at one screen, a hand is folded until its owner asks for it, and again after each move.

import { byId, el, fill, line } from "./dom.js";
import * as memory from "./memory.js";
import { Picture } from "./picture.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const WHOLE = { height: Infinity, top: 0 };

export class Cards {
  #address;
  #changed;
  #play;
  #picture = new Picture(byId("hand-picture"));
  #data;
  #isShared = false;
  #isOpen = false;

  /**
   * @param address where the server tells of the match
   * @param changed is called when the hand is folded or unfolded
   * @param play is given the text of a move to begin
   * @param act is given what else is to be done
   */
  constructor(address, { changed, play, act }) {
    this.#address = address;
    this.#changed = changed;
    this.#play = play;
    byId("plans").addEventListener("change", ({ target }) => act(`plan ${target.value}`));
    byId("show-hand").addEventListener("click", () => this.#turn(!this.#isOpen));
    // Another seat was opened in this browser.
    addEventListener("storage", () => this.#data && changed());
    DARK.addEventListener("change", () => this.#draw());
  }

  /** Whether nothing of the hand may be seen now. */
  get isFolded() {
    return this.#isShared && !this.#isOpen;
  }

  /** Covers the hand again, where others look on. */
  fold() {
    this.#isOpen = false;
  }

  /** Shows the hand of the present; at an earlier position there is none to be seen. */
  show(data, words, { isPresent, inLetters, isBegun }) {
    this.#data = data;
    const { hand } = data;
    byId("table").classList.toggle("handed", Boolean(hand) || data.public.length > 0);
    byId("hand").hidden = !hand || !isPresent;
    if (!hand) return;
    this.#isShared ||= hand.shared || memory.seat.hasOther(data.code, location.pathname);
    const isFolded = this.isFolded;
    // What is asked first the news have told already.
    for (const id of ["hand-title", "hand-asks"]) byId(id).setAttribute("aria-live", isBegun ? "polite" : "off");
    byId("hand-news").setAttribute("aria-live", "polite");
    const [asks, ...more] = isFolded ? [] : hand.asks;
    byId("hand-title").replaceChildren(...(asks ? line(asks) : [words.hand]));
    fill(byId("hand-asks"), lines(more), told);
    byId("show-hand").hidden = !this.#isShared;
    byId("show-hand").textContent = isFolded ? hand.show : words.hide;
    byId("show-hand").classList.toggle("primary", isFolded);
    byId("show-hand").setAttribute("aria-expanded", String(!isFolded));
    byId("cards").hidden = isFolded;
    fill(byId("hand-news"), lines(isFolded ? [] : hand.news), told);
    byId("hand-picture").hidden = inLetters;
    byId("hand-words").hidden = !inLetters;
    byId("hand-words").textContent = isFolded ? "" : hand.alt;
    // What it may do stands below the cards, and says by itself that these are moves.
    if (byId("moves").parentElement !== byId("cards")) byId("beside").before(byId("moves"));
    byId("moves-title").className = "unseen";
    this.#showBeside(isFolded ? { beside: [], plans: null } : hand, words);
    this.#draw();
  }

  /** What it may do whose turn it ever is. */
  #showBeside({ beside, plans }, words) {
    byId("beside").hidden = beside.length === 0 && !plans;
    byId("beside-ways").setAttribute("aria-label", words.at_the_table);
    fill(byId("beside-ways"), beside, ({ text, label, aria }) =>
      el("button", { "data-server": true, "aria-label": aria, onclick: () => this.#play(text) }, label),
    );
    byId("plan").hidden = !plans;
    const ways = plans ? [["", words.no_plan], ...plans.ways] : [];
    byId("plan-asks").textContent = plans?.asks ?? "";
    fill(byId("plans"), ways.map(([text, name]) => ({ text, name })), ({ text, name }) => el("option", { value: text }, name));
    if (plans) byId("plans").value = plans.plan;
  }

  #turn(isOpen) {
    this.#isOpen = isOpen;
    this.#changed();
  }

  #draw() {
    if (!this.#data?.hand) return;
    if (this.isFolded) {
      this.#picture.clear();
      return;
    }
    const { begun, code, version, hand } = this.#data;
    const asked = new URLSearchParams({ theme: DARK.matches ? "dark" : "light", v: `${code}-${version}` });
    if (begun) asked.set("begun", begun);
    this.#picture.show(`${this.#address}/hand.png?${asked}`, hand.alt, WHOLE);
  }
}

const lines = (rows) => rows.map((parts, at) => ({ parts, text: `${at} ${JSON.stringify(parts)}` }));
const told = ({ parts }) => el("p", {}, ...line(parts));
