/** Asks the page before its router follows a step through the history; a cancelled event stops the router. */
export const STEP_EVENT = "bankside:step";

/** Listens before Next's router does: listeners of the window are called in the order in which they were added. */
export function guardHistory(): void {
  window.addEventListener("popstate", (event) => {
    const isFree = window.dispatchEvent(new Event(STEP_EVENT, { cancelable: true }));
    if (!isFree) event.stopImmediatePropagation();
  });
}
