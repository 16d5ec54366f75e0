import { find } from "./dom";

const MARK = "#language";

const isSwitch = (target: EventTarget | null): target is HTMLSelectElement =>
  target instanceof HTMLSelectElement && target.name === "locale";

/** The page in the chosen language, with the bank and the search that are chosen on it. */
function go({ form, value }: HTMLSelectElement): void {
  if (!form) return;
  const query = new FormData(form);
  const search = find<HTMLFormElement>("#find");
  if (search) for (const [name, entry] of new FormData(search)) query.set(name, entry);
  const bank = find<HTMLInputElement>("input[name=bank_id]:checked");
  if (bank) query.set("bank", bank.value);
  query.set("locale", value);
  const text = new URLSearchParams(query as unknown as Record<string, string>);
  // In place of this page: a step back leads out of the payment, and not through its languages.
  location.replace(`${location.pathname}?${text}${MARK}`);
}

/**
 * The language switch. A choice by pointer, or of an open list by Enter, is taken at once. Arrows and letters go through
 * the languages of a closed list one by one: there the choice is taken when it is confirmed by Enter or left.
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
  // Whoever has just switched goes on from there.
  if (location.hash !== MARK) return;
  find(".language select")?.focus();
  history.replaceState(null, "", location.pathname + location.search);
}
