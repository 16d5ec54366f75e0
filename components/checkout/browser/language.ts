import { find } from "./dom";

/** The language switch: the page comes in another language, with the bank and the search that were chosen on it. */
export function startLanguage(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== "locale" || !target.form) return;
    const query = new FormData(target.form);
    const search = find<HTMLFormElement>("#find");
    if (search) for (const [name, value] of new FormData(search)) query.set(name, value);
    const bank = find<HTMLInputElement>("input[name=bank_id]:checked");
    if (bank) query.set("bank", bank.value);
    query.set("locale", target.value);
    // In place of this page: a step back leads out of the payment, and not through its languages.
    location.replace(`${location.pathname}?${new URLSearchParams(query as unknown as Record<string, string>)}`);
  });
}
