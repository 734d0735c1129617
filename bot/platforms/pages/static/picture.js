// The picture of a match. What has been loaded stays at hand, so that looking ahead and back again is immediate.

import { el } from "./dom.js";

const KEPT = 60;
const WIDTH = 900;

export class Picture {
  #root;
  #wanted = "";
  #loaded = new Map();

  constructor(root) {
    this.#root = root;
  }

  /**
   * Loads a picture first and then puts it in the place of the old one, so that nothing flickers.
   *
   * @param frame the height that is to be seen, and how much of the picture's top is left out
   * @returns whether the picture is the one that is wanted, and there
   */
  async show(address, alt, frame) {
    this.#wanted = address;
    let image;
    try {
      image = await this.#load(address);
    } catch {
      // Out of reach: the next change, or the next look at the page, tries again.
      this.#loaded.delete(address);
      return false;
    }
    if (this.#wanted !== address) return false;
    image.alt = alt;
    fit(image, frame);
    if (this.#root.firstElementChild !== image) this.#root.replaceChildren(image);
    return true;
  }

  /** Shows nothing. */
  clear() {
    this.#wanted = "";
    this.#root.replaceChildren();
  }

  #load(address) {
    if (!this.#loaded.has(address)) {
      const image = el("img", { src: address, draggable: false });
      this.#loaded.set(address, image.decode().then(() => image));
      if (this.#loaded.size > KEPT) this.#loaded.delete(this.#loaded.keys().next().value);
    }
    return this.#loaded.get(address);
  }
}

/** Lays a picture into the frame without its top; one of a board that is higher is made smaller. */
function fit(image, { height, top }) {
  const scale = Math.min(1, height / (image.naturalHeight - top));
  image.style.width = `${100 * scale}%`;
  image.style.left = `${50 * (1 - scale)}%`;
  image.style.marginTop = `${(-100 * scale * top) / WIDTH}%`;
}
