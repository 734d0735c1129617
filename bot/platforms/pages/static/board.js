// The picture of a match, and a real button over each place that one may choose.
//
// What is pointed at is previewed: the picture shows how the board would look after that choice. Where one may also draw
// on the board, it stays as it is under a mouse.

import { lineOf, standOf, wayOf } from "./arrows.js";
import { byId, el, fill, shape } from "./dom.js";
import { Frame } from "./frame.js";
import { Hand } from "./hand.js";
import { isOff } from "./off.js";
import { Picture } from "./picture.js";
import { walk } from "./walk.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const PATIENCE = 120;

export class Board {
  #root = byId("picture");
  #squares = el("div", { id: "squares", role: "group" });
  #line = el("div", { id: "line", hidden: true });
  #picture = new Picture(byId("view"));
  #hand;
  #frame;
  #play;
  #changed;
  #data;
  #ply;
  #alt = "";
  #choices = [];
  #strokes = [];
  #picked;
  #pressed = "";
  #previewed;
  #waiting = 0;
  #isQuiet = false;

  /**
   * @param play is given the text of the choice that is made
   * @param undo is called by a right click
   * @param changed is called when something is selected or let go
   */
  constructor({ play, undo, changed }) {
    this.#play = play;
    this.#changed = changed;
    this.#root.append(this.#line, this.#squares);
    this.#hand = new Hand(this.#root, (event, stroke) => this.#press(event, stroke));
    this.#root.addEventListener("keydown", (event) => this.#walk(event));
    this.#root.addEventListener("pointerdown", (event) => (this.#pressed = event.pointerType));
    this.#root.addEventListener("contextmenu", (event) => {
      // A long press of a finger asks for the menu too.
      if (event.button === 2 && this.#pressed === "mouse" && undo()) event.preventDefault();
    });
    document.addEventListener("pointerdown", (event) => {
      if (this.picked && !event.target.closest("#squares, #pick") && !this.#isDrawnOn(event)) this.letGo();
    });
    DARK.addEventListener("change", () => this.#draw());
  }

  /** What a finger has selected. */
  get picked() {
    return [...this.#choices, ...this.#strokes].find((choice) => choice.text === this.#picked);
  }

  /** Shows a match, or how it stood after an earlier ply; there nothing can be played. */
  show(data, { ply, alt, label }) {
    this.#data = data;
    this.#ply = ply;
    this.#alt = alt;
    this.#frame = new Frame(data.picture);
    this.#root.style.aspectRatio = this.#frame.ratio;
    this.#root.className = `seat-${data.seats.findIndex((one) => one.you)}`;
    this.#squares.setAttribute("aria-label", label);
    const choices = ply === undefined ? data.choices : [];
    this.#choices = choices.filter((choice) => choice.at);
    this.#strokes = ply === undefined ? data.strokes : [];
    this.#hand.show(this.#frame, this.#strokes, this.#choices);
    if (![...choices, ...this.#strokes].some((choice) => choice.text === this.#previewed)) this.#endPreview();
    const hadFocus = this.#root.contains(document.activeElement);
    fill(
      this.#squares,
      this.#choices.map((choice) => ({ ...choice, place: this.#placeOf(choice), drawn: this.#hand.leadsOn(choice) })),
      (choice) => this.#button(choice),
    );
    if (!this.picked) this.letGo();
    this.#setStop(this.#choices[0]?.text, { unlessSet: true });
    this.quietly(() => {
      // Whoever plays with the keyboard stays on the board while the others move.
      if (hadFocus && !this.#root.contains(document.activeElement)) this.#root.focus({ preventScroll: true });
      if (document.activeElement === this.#root) {
        this.#squares.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
      }
    });
    this.#draw();
  }

  /** Shows how the board would look after a choice, if it is still pointed at in a moment. */
  point(choice, { patience = PATIENCE } = {}) {
    // Beside a hand the picture shows what everybody sees, whatever is tried.
    if (this.#isQuiet || isOff() || this.#ply !== undefined || this.#data.hand) return;
    this.#square(choice.text)?.classList.add("lit");
    this.#light(choice);
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (isOff()) return;
      this.#previewed = choice.text;
      this.#draw();
    }, patience);
  }

  /** Goes back to the board as it is. */
  leave(choice) {
    this.#square(choice.text)?.classList.remove("lit");
    this.#endPreview();
    this.#draw();
  }

  /** Moves the focus without previewing what gets it. */
  quietly(focus) {
    this.#isQuiet = true;
    focus();
    this.#isQuiet = false;
  }

  /** Forgets what was selected. */
  letGo() {
    const picked = this.#picked;
    if (picked === undefined) return;
    this.#picked = undefined;
    this.#square(picked)?.removeAttribute("aria-pressed");
    this.#hand.keep(undefined);
    this.leave({ text: picked });
    this.#changed();
  }

  #button(choice) {
    const way = wayOf(choice);
    const button = el(
      "button",
      {
        className: ["square", way && "arrow", choice.drawn && "drawn"].filter(Boolean).join(" "),
        "data-server": true,
        "aria-label": choice.aria,
        tabIndex: -1,
        onclick: (event) => this.#press(event, choice),
        onfocus: (event) => {
          this.#setStop(choice.text);
          if (event.target.matches(":focus-visible")) this.point(choice);
        },
        onblur: () => this.leave(choice),
        onpointerenter: (event) => event.pointerType === "mouse" && this.#strokes.length === 0 && this.point(choice),
        onpointerleave: (event) => event.pointerType === "mouse" && this.leave(choice),
      },
      ...(way ? [shape("arrow", `way-${"<>^v".indexOf(choice.text.at(-1))}`)] : []),
    );
    Object.assign(button.style, choice.place);
    return button;
  }

  /** Where a button lies, in parts of the picture; an arrow stands beside its line and is as large as a finger. */
  #placeOf(choice) {
    if (!wayOf(choice)) return this.#frame.box(choice.at);
    const { left, top } = this.#frame.box([...standOf(choice, this.#frame.unit), 0, 0]);
    const inside = (at) => `clamp(var(--disc) / 2, ${at}, 100% - var(--disc) / 2)`;
    return { left: inside(left), top: inside(top) };
  }

  /** A mouse or a key chooses at once. A finger hides what it points at, so its first tap only selects. */
  #press(event, choice) {
    const pointer = event.pointerType ?? this.#pressed;
    if ((pointer === "touch" || pointer === "pen") && this.#picked !== choice.text) this.#pick(choice);
    else this.#play(choice.text);
  }

  #pick(choice) {
    this.letGo();
    this.#picked = choice.text;
    this.#square(choice.text)?.setAttribute("aria-pressed", "true");
    if (this.#strokes.includes(choice)) this.#hand.keep(choice);
    this.point(choice, { patience: 0 });
    this.#changed();
  }

  #light(choice) {
    const line = wayOf(choice) && choice.at && lineOf(choice, this.#choices);
    this.#line.hidden = !line;
    if (line) Object.assign(this.#line.style, this.#frame.box(line));
  }

  #endPreview() {
    clearTimeout(this.#waiting);
    this.#line.hidden = true;
    this.#previewed = undefined;
  }

  #isDrawnOn(event) {
    return this.#root.contains(event.target) && this.#hand.at(event) !== undefined;
  }

  #walk(event) {
    const from = this.#choices.find((choice) => choice.text === event.target.dataset.key);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = walk(event.key, from, this.#choices);
    if (!to) return;
    event.preventDefault();
    this.#square(to.text).focus();
  }

  /** Makes a square the one that Tab leads to: the board is one stop. */
  #setStop(text, { unlessSet = false } = {}) {
    const squares = [...this.#squares.children];
    if (unlessSet && squares.some((square) => square.tabIndex === 0)) return;
    for (const square of squares) square.tabIndex = square.dataset.key === text ? 0 : -1;
  }

  #square(text) {
    return [...this.#squares.children].find((square) => square.dataset.key === text);
  }

  async #draw() {
    if (!this.#data) return;
    const { picture, begun, code, hand, version } = this.#data;
    const previewed = this.#previewed;
    const tried = previewed ?? begun;
    const asked = new URLSearchParams({ theme: DARK.matches ? "dark" : "light", v: `${code}-${version}` });
    if (this.#ply !== undefined) asked.set("ply", this.#ply);
    else if (tried && !hand) asked.set("begun", tried);
    const address = `/api/t/${location.pathname.split("/").pop()}/picture.png?${asked}`;
    const frame = { height: picture.size[1] - picture.top, top: picture.top };
    if (!(await this.#picture.show(address, this.#alt, frame))) return;
    this.#root.classList.toggle("ahead", previewed !== undefined);
    if (previewed !== undefined) this.#line.hidden = true;
  }
}

/** The gold tab of a seat: its turn, or that it has won. */
export const tab = (name) => {
  const made = el("span", { className: "tab" });
  made.append(shape(name, "mark"));
  return made;
};
