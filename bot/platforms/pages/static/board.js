// The picture of a match, and a real button over each place that one may choose.
//
// What is pointed at is previewed: the picture shows how the board would look after that choice.

import { lineOf, standOf, wayOf } from "./arrows.js";
import { byId, el, fill, shape } from "./dom.js";
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
  #play;
  #changed;
  #data;
  #ply;
  #alt = "";
  #choices = [];
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
    this.#root.addEventListener("keydown", (event) => this.#walk(event));
    this.#root.addEventListener("pointerdown", (event) => (this.#pressed = event.pointerType));
    this.#root.addEventListener("contextmenu", (event) => {
      // A long press of a finger asks for the menu too.
      if (event.button === 2 && this.#pressed === "mouse" && undo()) event.preventDefault();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#squares, #pick")) this.letGo();
    });
    DARK.addEventListener("change", () => this.#draw());
  }

  /** What a finger has selected. */
  get picked() {
    return this.#choices.find((choice) => choice.text === this.#picked);
  }

  /** Shows a match, or how it stood after an earlier ply; there nothing can be played. */
  show(data, { ply, alt, label }) {
    this.#data = data;
    this.#ply = ply;
    this.#alt = alt;
    const [width, height] = data.picture.size;
    this.#root.style.aspectRatio = `${width} / ${height - data.picture.top}`;
    this.#root.className = `seat-${data.seats.findIndex((one) => one.you)}`;
    this.#squares.setAttribute("aria-label", label);
    const choices = ply === undefined ? data.choices : [];
    this.#choices = choices.filter((choice) => choice.at);
    if (!choices.some((choice) => choice.text === this.#previewed)) this.#endPreview();
    const hadFocus = this.#root.contains(document.activeElement);
    fill(
      this.#squares,
      this.#choices.map((choice) => ({ ...choice, place: this.#placeOf(choice) })),
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
    if (this.#isQuiet || isOff() || this.#ply !== undefined) return;
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
    this.leave({ text: picked });
    this.#changed();
  }

  #button(choice) {
    const way = wayOf(choice);
    const button = el(
      "button",
      {
        className: way ? "square arrow" : "square",
        "data-server": true,
        "aria-label": choice.aria,
        tabIndex: -1,
        onclick: (event) => this.#press(event, choice),
        onfocus: (event) => {
          this.#setStop(choice.text);
          if (event.target.matches(":focus-visible")) this.point(choice);
        },
        onblur: () => this.leave(choice),
        onpointerenter: (event) => event.pointerType === "mouse" && this.point(choice),
        onpointerleave: (event) => event.pointerType === "mouse" && this.leave(choice),
      },
      ...(way ? [shape("arrow", `way-${"<>^v".indexOf(choice.text.at(-1))}`)] : []),
    );
    Object.assign(button.style, choice.place);
    return button;
  }

  /** Where a button lies, in parts of the picture; an arrow stands beside its line and is as large as a finger. */
  #placeOf(choice) {
    if (!wayOf(choice)) return this.#box(choice.at);
    const { left, top } = this.#box([...standOf(choice, this.#data.picture.board[2]), 0, 0]);
    const inside = (at) => `clamp(var(--disc) / 2, ${at}, 100% - var(--disc) / 2)`;
    return { left: inside(left), top: inside(top) };
  }

  #box([x, y, w, h]) {
    const { size, board, top } = this.#data.picture;
    const [width, height] = [size[0], size[1] - top];
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    return {
      left: percent(board[0] + x * board[2], width),
      top: percent(board[1] + y * board[3] - top, height),
      width: percent(w * board[2], width),
      height: percent(h * board[3], height),
    };
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
    this.#square(choice.text).setAttribute("aria-pressed", "true");
    this.point(choice, { patience: 0 });
    this.#changed();
  }

  #light(choice) {
    const line = wayOf(choice) && choice.at && lineOf(choice, this.#choices);
    this.#line.hidden = !line;
    if (line) Object.assign(this.#line.style, this.#box(line));
  }

  #endPreview() {
    clearTimeout(this.#waiting);
    this.#line.hidden = true;
    this.#previewed = undefined;
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
    const { picture, begun, code, version } = this.#data;
    const previewed = this.#previewed;
    const tried = previewed ?? begun;
    const asked = new URLSearchParams({ theme: DARK.matches ? "dark" : "light", v: `${code}-${version}` });
    if (this.#ply !== undefined) asked.set("ply", this.#ply);
    else if (tried) asked.set("begun", tried);
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
