import type { ScriptWords } from "../script-words";
import { root } from "./dom";

/** Words of the page's language, as the server put them into the page; `n` chooses the form where they depend on it. */
export function phrase(name: keyof ScriptWords, values: Record<string, string | number> = {}): string {
  const words = JSON.parse(root().dataset.words ?? "{}") as ScriptWords;
  const found = words[name];
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const form = typeof found === "string" ? found : (found[rules.select(Number(values.n))] ?? found.other ?? "");
  return form.replace(/\{(\w+)\}/g, (_, place: string) => String(values[place]));
}
