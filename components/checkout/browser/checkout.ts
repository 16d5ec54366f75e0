// The script of the checkout's pages. The server renders every state; the script fetches, swaps and listens.
import { startCountdown } from "./countdown";
import { find } from "./dom";
import { startLanguage } from "./language";
import { refreshNow, startLive } from "./live";
import { startPicker } from "./picker";
import { release, startPress } from "./press";
import { connectToShop, localise } from "./shop";

// A page restored from the back/forward cache has no form in flight.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  release();
  refreshNow();
});
// Reloading the answer to a form does not send the form again.
history.replaceState(null, "");

localise();
startPicker();
startPress();
startCopy();
startLanguage();
connectToShop(refreshNow);
startCountdown(refreshNow);
startLive();

/**
 * Copies the button's own text or the address beside it, by selecting it in a field: frames of other sites may not use
 * the clipboard API.
 */
function startCopy(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof HTMLElement ? target : null;
    const { copy: done, text } = button?.dataset ?? {};
    if (!button || done === undefined) return;
    const beside = button.parentElement && find<HTMLInputElement>("input", button.parentElement);
    const field = text === undefined ? beside : hiddenField(button, text);
    field?.select();
    if (field && document.execCommand("copy")) button.textContent = done;
    if (text === undefined) return;
    field?.remove();
    button.focus();
  });
}

function hiddenField(button: HTMLElement, text: string): HTMLInputElement {
  const field = document.createElement("input");
  field.className = "vh";
  field.readOnly = true;
  field.value = text;
  button.after(field);
  return field;
}
