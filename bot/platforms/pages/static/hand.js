// Lines and boxes that one draws on the board by hand: a line by a press at one of its ends or along it, a box from
// corner to corner.
//
// What is drawn is dashed, and solid as soon as it comes to something. All of it also stands in the list.

import { el } from "./dom.js";
import { isOff } from "./off.js";

/** How far from the end of a line a press may be, in pixels. */
const REACH = { mouse: 12, touch: 22, pen: 22 };
/** How far a press may move and still be one. */
const STILL = 8;
/** The part of a box within which its corner is met. */
const CORNER = 1 / 3;

export class Hand {
  #root;
  #mark = el("div", { id: "stroke", hidden: true });
  #drawn;
  #frame;
  #strokes = [];
  #squares = [];
  #kept;
  #start;
  #fit;
  #isDrawing = false;
  #wasDrawing = false;

  /**
   * @param root the element with the board's picture
   * @param drawn is given the event that ends a stroke, and the stroke
   */
  constructor(root, drawn) {
    this.#root = root;
    this.#drawn = drawn;
    root.append(this.#mark);
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("pointercancel", () => this.#drop());
    root.addEventListener("pointerleave", () => this.#start || this.#drop());
    // Before the squares, which lie under the lines.
    root.addEventListener("click", (event) => this.#click(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#escape(event), { capture: true });
  }

  /** What may be drawn now, and the squares between which it lies. */
  show(frame, strokes, squares) {
    const isSame = JSON.stringify(strokes) === JSON.stringify(this.#strokes);
    [this.#frame, this.#strokes, this.#squares] = [frame, strokes, squares];
    if (!isSame) this.#drop();
  }

  /** Marks a stroke until it is let go. */
  keep(stroke) {
    this.#kept = stroke;
    this.#show();
  }

  /** Whether a stroke begins at a place, which a finger must not take for the page then. */
  leadsOn({ at }) {
    return this.#strokes.some((stroke) => overlaps(stroke.at, at) && !contains(at, stroke.at));
  }

  /** The stroke that a press would make; undefined where a square is nearer than the end of a line, or nothing is near. */
  at(event) {
    const point = this.#point(event);
    if (this.#kept && contains(this.#box(this.#kept), [...point, 0, 0])) return this.#kept;
    let nearest = { far: [(REACH[event.pointerType] ?? REACH.touch) + 0.5] };
    for (const square of this.#squares) {
      const [x, y, width, height] = this.#box(square);
      nearest = nearer(nearest, { far: [distance(point, [x + width / 2, y + height / 2])] });
    }
    for (const stroke of this.#strokes) {
      const [x, y, width, height] = this.#box(stroke);
      if (width && height) continue;
      // Where lines end at the same point, the one that is under the pointer, and then the shortest.
      const aside = distance(point, [clamp(point[0], x, x + width), clamp(point[1], y, y + height)]);
      for (const end of [[x, y], [x + width, y + height]]) {
        nearest = nearer(nearest, { stroke, far: [distance(point, end), aside, width + height] });
      }
    }
    return nearest.stroke;
  }

  #press(event) {
    this.#drop();
    this.#wasDrawing = false;
    const isOne = event.isPrimary && event.button === 0;
    if (isOne && this.#strokes.length > 0 && !isOff()) this.#start = this.#point(event);
  }

  #move(event) {
    // The button was let go beyond the board.
    if (this.#start && event.buttons === 0) this.#drop();
    if (!this.#start) {
      if (event.pointerType === "mouse") this.#aim(isOff() ? undefined : this.at(event));
      return;
    }
    const point = this.#point(event);
    if (!this.#isDrawing) {
      if (distance(this.#start, point) < STILL) return;
      this.#root.setPointerCapture(event.pointerId);
      this.#aim(undefined);
      this.#isDrawing = this.#wasDrawing = true;
      this.#root.classList.add("drawing");
    }
    this.#fit = this.#fitting(this.#start, point, REACH[event.pointerType] ?? REACH.touch);
    this.#show(point);
  }

  #release(event) {
    const fit = this.#fit;
    this.#drop();
    if (fit && !isOff()) this.#drawn(event, fit);
  }

  #click(event) {
    // Keys and screen readers press what has the focus.
    if (event.detail === 0) return;
    const stroke = this.#wasDrawing ? undefined : this.at(event);
    if (!stroke && !this.#wasDrawing) return;
    event.stopImmediatePropagation();
    if (stroke && !isOff()) this.#drawn(event, stroke);
  }

  #escape(event) {
    if (event.key !== "Escape" || !this.#isDrawing) return;
    event.stopImmediatePropagation();
    this.#drop();
  }

  #drop() {
    this.#start = this.#fit = undefined;
    this.#isDrawing = false;
    this.#root.classList.remove("drawing");
    this.#aim(undefined);
  }

  /** Shows where a line would run that a mouse points at. */
  #aim(stroke) {
    this.#root.classList.toggle("aiming", Boolean(stroke));
    this.#fit = stroke;
    this.#show();
  }

  #show(point) {
    const stroke = this.#fit ?? this.#kept;
    const isBand = this.#isDrawing && !this.#fit;
    this.#mark.hidden = !stroke && !isBand;
    this.#mark.className = isBand ? "band" : stroke?.at[2] && stroke.at[3] ? "box" : "line";
    if (isBand) Object.assign(this.#mark.style, pixels(between(this.#start, point)));
    else if (stroke) Object.assign(this.#mark.style, this.#frame.box(stroke.at));
  }

  /** What a stroke from one point to another comes to; undefined if it is nothing that may be drawn. */
  #fitting(from, to, reach) {
    let nearest = { far: [Infinity] };
    for (const stroke of this.#strokes) {
      const [x, y, width, height] = this.#box(stroke);
      const slack = [Math.max(reach, width * CORNER), Math.max(reach, height * CORNER)];
      const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
      corners.forEach((corner, at) => {
        const other = corners[(at + 2) % 4];
        if (!isNear(from, corner, slack) || !isNear(to, other, slack)) return;
        nearest = nearer(nearest, { stroke, far: [Math.max(distance(from, corner), distance(to, other))] });
      });
    }
    return nearest.stroke;
  }

  #box({ at }) {
    return this.#frame.pixels(at, this.#root.clientWidth);
  }

  #point(event) {
    const { left, top } = this.#root.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

const distance = ([x, y], [toX, toY]) => Math.hypot(toX - x, toY - y);

const isNear = ([x, y], [toX, toY], [across, down]) => Math.abs(toX - x) <= across && Math.abs(toY - y) <= down;

/** The nearer one of two; the first one if neither is. */
function nearer(one, other) {
  const at = other.far.findIndex((far, number) => far !== (one.far[number] ?? Infinity));
  return at >= 0 && other.far[at] < (one.far[at] ?? Infinity) ? other : one;
}

const between = ([x, y], [toX, toY]) => [Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y)];

function pixels(box) {
  const [left, top, width, height] = box.map((length) => `${length}px`);
  return { left, top, width, height };
}

const overlaps = ([x, y, width, height], [u, v, wide, high]) =>
  x < u + wide && u < x + width && y < v + high && v < y + height;

const contains = ([x, y, width, height], [u, v, wide, high]) =>
  x <= u && u + wide <= x + width && y <= v && v + high <= y + height;
