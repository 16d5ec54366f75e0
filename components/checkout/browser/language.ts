import { find } from "./dom";

const MARK = "#language";

const isSwitch = (target: EventTarget | null): target is HTMLSelectElement =>
  target instanceof HTMLSelectElement && target.name === "locale";

/** Opens the page in the chosen language, with the current bank and search. */
function go({ form, value }: HTMLSelectElement): void {
  if (!form) return;
  const query = new FormData(form);
  const search = find<HTMLFormElement>("#find");
  // The choice in a folded picker is not the customer's.
  if (search && !find(".fold:not([open])")) for (const [name, entry] of new FormData(search)) query.set(name, entry);
  const bank = find<HTMLInputElement>("input[name=bank_id]:checked");
  if (bank) query.set("bank", bank.value);
  query.set("locale", value);
  const text = new URLSearchParams(query as unknown as Record<string, string>);
  // Replaces this page, so that Back leaves the payment instead of going through languages.
  location.replace(`${location.pathname}?${text}${MARK}`);
}

/**
 * The language switch. A choice by pointer, or by Enter in an open list, applies at once. In a closed list, arrows and
 * letters select languages one by one: the choice applies on Enter or blur.
 */
export function startLanguage(): void {
  let passing = false;
  document.addEventListener("keydown", ({ target, key }) => {
    if (!isSwitch(target)) return;
    const chosen = passing && key === "Enter" && !target.selectedOptions[0]?.defaultSelected;
    passing = key !== "Enter" && key !== " ";
    if (chosen) go(target);
  });
  document.addEventListener("pointerdown", () => {
    passing = false;
  });
  document.addEventListener("change", ({ target }) => {
    if (isSwitch(target) && !passing) go(target);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (isSwitch(target) && passing && !target.selectedOptions[0]?.defaultSelected) go(target);
  });
  // Focus returns to the switch after a change.
  if (location.hash !== MARK) return;
  find(".language select")?.focus();
  history.replaceState(null, "", location.pathname + location.search);
}
