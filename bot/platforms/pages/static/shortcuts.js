// The keys that work everywhere on a table's page. The arrows belong to the board.

import { byId } from "./dom.js";

/**
 * @param letGo is called when Escape is pressed
 * @param undo is called when Backspace is pressed
 * @param playWhole is called when Enter is pressed with Shift; says whether there was something to play
 */
export function listenToKeys({ letGo, undo, playWhole }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("film").open) return;
    const input = byId("input");
    if (event.key === "Escape") {
      if (document.activeElement === input) {
        input.value = "";
        input.blur();
      } else letGo();
      return;
    }
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "Backspace") undo();
    // The button that has the focus would be pressed as well.
    if (event.key === "Enter" && event.shiftKey && !event.repeat && playWhole()) event.preventDefault();
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
