// Short sentences above everything else: what went wrong, and that the server is out of reach.

import { byId } from "./dom.js";
import { off } from "./off.js";

/** Shows a sentence until the next success, a press on it or Escape; an empty one takes it away. */
export function notice(sentence) {
  const place = byId("notice");
  place.textContent = sentence;
  place.hidden = !sentence;
}

/** Says that the server is out of reach, and switches the buttons off meanwhile. */
export function offline(isOffline, words) {
  const place = byId("offline");
  off("offline", isOffline);
  place.hidden = !isOffline || !words;
  if (words) place.textContent = isOffline ? words.offline : "";
}

byId("notice").addEventListener("click", () => notice(""));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") notice("");
});
