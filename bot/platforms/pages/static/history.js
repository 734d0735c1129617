// Looking back: the moves, and the board as it stood after each.

import { byId, el, fill, line, seatOf, token } from "./dom.js";
import { ask } from "./server.js";

export class History {
  #plies = 0;
  #shown;
  #code;
  #told = new Map();
  #changed;

  /** @param changed is called when another position is to be shown */
  constructor(changed) {
    this.#changed = changed;
    byId("first").addEventListener("click", () => this.go(0));
    byId("previous").addEventListener("click", () => this.go(this.#at - 1));
    byId("next").addEventListener("click", () => this.go(this.#at + 1));
    byId("last").addEventListener("click", () => this.go(this.#plies));
  }

  /** The earlier ply that is shown; undefined for the present position. */
  get ply() {
    return this.#shown;
  }

  /** Goes to a ply; the last one is the present, which moves on. */
  go(ply) {
    const at = Math.min(Math.max(ply, 0), this.#plies);
    this.#shown = at === this.#plies ? undefined : at;
    this.#changed();
  }

  /** Goes back to the present without telling: the caller is about to show it. */
  forget() {
    this.#shown = undefined;
  }

  show(data, words) {
    if (data.code !== this.#code) {
      // The next match of a series has a history of its own.
      this.#code = data.code;
      this.#told.clear();
      this.#shown = undefined;
    }
    this.#plies = data.plies;
    const at = this.#at;
    byId("history").hidden = false;
    for (const [id, off] of [
      ["first", at === 0],
      ["previous", at === 0],
      ["next", at === this.#plies],
      ["last", at === this.#plies],
    ]) {
      byId(id).setAttribute("aria-label", words[id]);
      byId(id).title = words[id];
      byId(id).setAttribute("aria-disabled", String(off));
    }
    byId("look-back").hidden = this.#shown === undefined;
    byId("look-back").textContent = this.#shown === undefined ? "" : words.look_back;
    byId("log").hidden = data.log.length === 0;
    byId("log-title").textContent = words.history;
    const plays = data.log.map(([sign, text], index) => ({ text, seat: seatOf(sign), ply: index + 1, story: data.story }));
    // Of a story one reads what happened last; moves stand as they were made.
    if (data.story) plays.reverse();
    byId("plays").classList.toggle("story", Boolean(data.story));
    fill(
      byId("plays"),
      plays.map((play) => ({ ...play, name: data.seats[play.seat].name, shown: play.ply === at })),
      (play) => this.#play(play),
      (play) => play.ply,
    );
  }

  /** What an earlier position's picture shows: its words and its letters. Asked for once. */
  async earlier(ply) {
    const key = location.pathname.split("/").pop();
    if (!this.#told.has(ply)) this.#told.set(ply, await ask(`/api/t/${key}/ply/${ply}`));
    return this.#told.get(ply);
  }

  get #at() {
    return this.#shown ?? this.#plies;
  }

  #play({ text, seat, ply, name, shown, story }) {
    return el(
      "li",
      {},
      el(
        "button",
        {
          onclick: () => this.go(ply),
          "aria-label": story ? undefined : `${ply}. ${name} ${text}`,
          "aria-current": shown ? "true" : undefined,
        },
        ...(story ? [el("span", {}, ...line([text]))] : [token(seat), text]),
      ),
    );
  }
}
