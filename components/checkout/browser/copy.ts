import { find } from "./dom";

/**
 * Copies the button's own text or the address beside it, by selecting it in a field: frames of other sites may not use
 * the clipboard API.
 */
export function startCopy(): void {
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
