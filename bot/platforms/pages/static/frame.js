// Where the places of a board lie in its picture, whose top is left out.

export class Frame {
  #unit;
  #left;
  #top;
  #width;
  #height;

  /** @param picture its size, the board's corner and units in it, and the height that is left out, in pixels */
  constructor({ size, board, top }) {
    [this.#width, this.#height] = [size[0], size[1] - top];
    [this.#left, this.#top] = [board[0], board[1] - top];
    this.#unit = board.slice(2);
  }

  get ratio() {
    return `${this.#width} / ${this.#height}`;
  }

  /** The pixels of the picture that a board unit has. */
  get unit() {
    return this.#unit[0];
  }

  /** A rectangle in board units, in parts of an element that shows the picture. */
  box([x, y, width, height]) {
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    return {
      left: percent(this.#left + x * this.#unit[0], this.#width),
      top: percent(this.#top + y * this.#unit[1], this.#height),
      width: percent(width * this.#unit[0], this.#width),
      height: percent(height * this.#unit[1], this.#height),
    };
  }

  /** A rectangle in board units, in pixels of an element that is so wide. */
  pixels([x, y, width, height], wide) {
    const scale = wide / this.#width;
    const across = [x * this.#unit[0] + this.#left, width * this.#unit[0]];
    const down = [y * this.#unit[1] + this.#top, height * this.#unit[1]];
    return [across[0], down[0], across[1], down[1]].map((length) => length * scale);
  }
}
