// The picture of a match, and a real button over each place where one may go.

import { byId, el, fill, shape } from "./dom.js";
import { walk } from "./walk.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");

export class Board {
  #root = byId("picture");
  #play;
  #wanted = "";
  #choices = [];
  #picked;
  #pressed = "";
  #redraw = () => {};

  /** @param play is given the text of the move that is played */
  constructor(play) {
    this.#play = play;
    this.#root.append(el("div", { id: "squares", role: "group" }));
    this.#root.addEventListener("keydown", (event) => this.#walk(event));
    this.#root.addEventListener("pointerdown", (event) => (this.#pressed = event.pointerType));
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#squares, #pick")) this.letGo();
    });
    DARK.addEventListener("change", () => this.#redraw());
  }

  /** Shows a match, or how it stood after an earlier ply; there nothing can be played. */
  show(data, { ply, alt, label }) {
    const [width, height] = data.picture.size;
    const { top } = data.picture;
    this.#root.style.aspectRatio = `${width} / ${height - top}`;
    this.#redraw = () => this.#draw(data, ply, alt);
    this.#redraw();
    const seat = data.seats.findIndex((one) => one.you);
    const squares = byId("squares");
    squares.className = `seat-${seat}`;
    squares.setAttribute("aria-label", label);
    this.#choices = ply === undefined ? data.choices.filter((choice) => choice.at) : [];
    const place = ({ at: [x, y, w, h] }) => {
      const [left, above, unitX, unitY] = data.picture.board;
      const percent = (part, whole) => `${(100 * part) / whole}%`;
      return {
        left: percent(left + x * unitX, width),
        top: percent(above + y * unitY - top, height - top),
        width: percent(w * unitX, width),
        height: percent(h * unitY, height - top),
      };
    };
    const hadFocus = this.#root.contains(document.activeElement);
    fill(squares, this.#choices, (choice) => this.#button(choice, place(choice)));
    if (!this.#choices.some((choice) => choice.text === this.#picked)) this.letGo();
    this.#setStop(this.#choices[0]?.text, { unlessSet: true });
    // Whoever plays with the keyboard stays on the board while the others move.
    if (hadFocus && !this.#root.contains(document.activeElement)) this.#root.focus({ preventScroll: true });
    if (document.activeElement === this.#root) squares.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  /** Lights up a square, for example while its name is pointed at elsewhere. */
  light(text, isLit) {
    this.#square(text)?.classList.toggle("lit", isLit);
  }

  /** Forgets what was selected. */
  letGo() {
    this.#square(this.#picked)?.removeAttribute("aria-pressed");
    this.#picked = undefined;
    byId("pick").hidden = true;
  }

  /** Plays what is selected. */
  playPicked() {
    if (this.#picked) this.#play(this.#picked);
  }

  #button(choice, place) {
    const button = el("button", {
      className: "square",
      "data-server": true,
      "aria-label": choice.aria,
      tabIndex: -1,
      onclick: (event) => this.#press(event, choice),
      onfocus: () => this.#setStop(choice.text),
    });
    Object.assign(button.style, place);
    return button;
  }

  /** A mouse or a key plays at once. A finger hides what it points at, so its first tap only selects. */
  #press(event, choice) {
    const pointer = event.pointerType ?? this.#pressed;
    if ((pointer === "touch" || pointer === "pen") && this.#picked !== choice.text) this.#pick(choice);
    else this.#play(choice.text);
  }

  #pick(choice) {
    this.letGo();
    this.#picked = choice.text;
    this.#square(choice.text).setAttribute("aria-pressed", "true");
    byId("picked").textContent = choice.aria;
    byId("pick").hidden = false;
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
    const squares = [...byId("squares").children];
    if (unlessSet && squares.some((square) => square.tabIndex === 0)) return;
    for (const square of squares) square.tabIndex = square.dataset.key === text ? 0 : -1;
  }

  #square(text) {
    return [...byId("squares").children].find((square) => square.dataset.key === text);
  }

  /** Loads a picture first and then puts it in the place of the old one, so that nothing flickers. */
  async #draw(data, ply, alt) {
    const theme = DARK.matches ? "dark" : "light";
    const back = ply === undefined ? "" : `&ply=${ply}`;
    const address = `/api/t/${location.pathname.split("/").pop()}/picture.png?theme=${theme}&v=${data.version}${back}`;
    const shown = this.#root.querySelector("img");
    if (address === this.#wanted) {
      if (shown?.dataset.of === address) shown.alt = alt;
      return;
    }
    this.#wanted = address;
    const next = el("img", { src: address, alt, draggable: false, "data-of": address });
    try {
      await next.decode();
    } catch {
      // Out of reach: the next change, or the next look at the page, tries again.
      if (this.#wanted === address) this.#wanted = "";
      return;
    }
    if (this.#wanted !== address) return;
    this.#root.querySelector("img")?.remove();
    this.#root.prepend(next);
  }
}

/** The gold tab of a seat: its turn, or that it has won. */
export const tab = (name) => {
  const made = el("span", { className: "tab" });
  made.append(shape(name, "mark"));
  return made;
};
