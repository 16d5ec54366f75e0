import { find } from "./dom";

/** Copies the address beside the button by selecting it: frames of other sites may not use the clipboard API. */
export function startCopy(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof HTMLElement ? target : null;
    const done = button?.dataset.copy;
    const field = button?.parentElement && find<HTMLInputElement>("input", button.parentElement);
    if (!button || done === undefined || !field) return;
    field.select();
    if (document.execCommand("copy")) button.textContent = done;
  });
}
