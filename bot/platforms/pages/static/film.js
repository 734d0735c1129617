// The match as a film. It is loaded and moves only when somebody asks for it, and it stops when it is closed.

import { byId } from "./dom.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");

export class Film {
  #dialog = byId("film");
  #address;
  #data;

  /** @param address where the server tells of the match */
  constructor(address) {
    this.#address = address;
    byId("replay").addEventListener("click", () => this.#open());
    byId("close").addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener("close", () => byId("frames").removeAttribute("src"));
  }

  show(data, words) {
    this.#data = data;
    byId("replay").hidden = !data.film;
    byId("replay").textContent = words.replay;
    byId("close").textContent = words.close;
    byId("download").textContent = words.download;
  }

  #open() {
    const { code, film, title, version } = this.#data;
    const asked = new URLSearchParams({ version, theme: DARK.matches ? "dark" : "light" });
    const address = `${this.#address}/replay.gif?${asked}`;
    byId("frames").src = address;
    byId("frames").alt = film;
    byId("download").href = address;
    byId("download").download = `${code}.gif`;
    this.#dialog.setAttribute("aria-label", title);
    this.#dialog.showModal();
  }
}
