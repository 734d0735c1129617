// The keys that work everywhere on a table's page. The arrows belong to the board.

import { byId } from "./dom.js";

/** @param letGo is called when Escape is pressed */
export function listenToKeys({ letGo }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const input = byId("input");
    if (event.key === "Escape") {
      if (document.activeElement === input) {
        input.value = "";
        input.blur();
      }
      letGo();
      return;
    }
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "/" && !byId("type").hidden) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "?") {
      event.preventDefault();
      const help = byId("help");
      help.open = !help.open;
      if (help.open) help.scrollIntoView({ block: "nearest" });
    }
  });
}
