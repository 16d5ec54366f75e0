import type { ScriptMessages } from "../languages/script-messages";
import { root } from "./dom";

/** A message in the page's language, which the server wrote into the page; `n` selects the plural form. */
export function formatMessage(name: keyof ScriptMessages, values: Record<string, string | number> = {}): string {
  const messages = JSON.parse(root().dataset.messages ?? "{}") as ScriptMessages;
  const found = messages[name];
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const form = typeof found === "string" ? found : (found[rules.select(Number(values.n))] ?? found.other ?? "");
  return form.replace(/\{(\w+)\}/g, (_, placeholder: string) => String(values[placeholder]));
}
