// What can be agreed besides a preset: a row for each option, with only what goes together with all others.

import { byId, el, fill } from "./dom.js";
import { mark } from "./off.js";
import { ask } from "./server.js";

export class Options {
  #address;
  #failed;
  #game = "";
  #preset = "";
  #chosen = {};
  #asked = 0;

  /**
   * @param address where the server says what can be chosen
   * @param failed is called when it does not answer
   */
  constructor(address, failed) {
    this.#address = address;
    this.#failed = failed;
    // Nobody who leaves this closed is asked about any of it.
    byId("more").addEventListener("toggle", () => byId("more").open && this.#refresh());
  }

  /** What differs from the preset. */
  get chosen() {
    return this.#chosen;
  }

  /** Sets all options back to those of a preset. */
  reset(game, preset) {
    if (game === this.#game && preset === this.#preset) return;
    this.#game = game;
    this.#preset = preset;
    this.#chosen = {};
    byId("changed").textContent = "";
    if (byId("more").open) this.#refresh();
  }

  async #refresh() {
    const number = (this.#asked += 1);
    try {
      const offered = await ask(this.#address, { game: this.#game, preset: this.#preset, options: this.#chosen });
      if (number === this.#asked) this.#show(offered);
    } catch {
      this.#failed();
    }
  }

  #show({ options, players, changed }) {
    byId("players").textContent = players;
    byId("changed").textContent = changed;
    fill(byId("options"), options, (option) => this.#row(option), (option) => option.name);
    mark();
  }

  #row({ name, label, meaning, value, values }) {
    const id = `option-${name}`;
    const described = { id, "aria-describedby": `${id}-meaning`, disabled: values.length < 2 };
    const isSwitch = value === "yes" || value === "no";
    const control = isSwitch
      ? el("input", { type: "checkbox", role: "switch", checked: value === "yes", ...described })
      : el(
          "select",
          described,
          ...values.map(([slug, named]) => el("option", { value: slug, selected: slug === value }, named)),
        );
    control.addEventListener("change", () => {
      this.#chosen[name] = isSwitch ? (control.checked ? "yes" : "no") : control.value;
      this.#refresh();
    });
    return el(
      "li",
      { className: "option" },
      el("label", { htmlFor: id }, label),
      el("span", { id: `${id}-meaning`, className: "hint" }, meaning),
      control,
    );
  }
}
