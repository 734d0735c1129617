// Switches off every button that talks to the server, while it is being talked to or out of reach.
//
// Buttons stay where the keyboard is: they are marked as disabled and their presses are dropped, but they keep the focus.

const reasons = new Set();

/** Switches the buttons off, or on again once no reason is left. */
export function off(reason, isOff) {
  if (isOff) reasons.add(reason);
  else reasons.delete(reason);
  mark();
}

export const isOff = () => reasons.size > 0;

/** Whether the server is being talked to. */
export const isBusy = () => reasons.has("busy");

/** Marks the buttons, also those that have just been made. */
export function mark() {
  for (const button of document.querySelectorAll("button[data-server]")) {
    if (isOff()) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

document.addEventListener(
  "click",
  (event) => {
    if (isOff() && event.target.closest("button[data-server]")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
