import { ChevronIcon } from "../icons";
import type { CheckoutPage } from "../model";
import { LANGUAGES, languageName, withLanguage } from "./languages";

/** The picker's current parameters, so that the page in another language shows the same. */
function chosenOf({ picker, unfolded, checkout }: CheckoutPage): Record<string, string> {
  // Not for a picker that is folded behind a saved account: its parameters would unfold it.
  if (!picker || (checkout.accounts.length > 0 && !unfolded && picker.selectedId === null)) return {};
  return {
    country: picker.country,
    ...(picker.query && { q: picker.query }),
    ...(picker.selectedId && { bank: picker.selectedId }),
    ...(picker.showAll && { all: "1" }),
  };
}

/** The language switch: a form of its own, with a button for browsers without a script. */
export function LanguageSwitch({ page }: { page: CheckoutPage }) {
  const { addresses, format, translator } = page;
  const { locale: _now, ...kept } = { ...addresses.page.query, ...chosenOf(page) };
  return (
    <form className="language" method="get" action={addresses.page.path}>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="pick">
        <span className="vh">{translator.t("language.label")}</span>
        <select name="locale" defaultValue={withLanguage(format.locale, translator.language)} autoComplete="off">
          {LANGUAGES.map((language) => (
            <option key={language} value={withLanguage(format.locale, language)} lang={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
        <ChevronIcon />
      </label>
      <button className="linkish" type="submit">
        {translator.t("language.submit")}
      </button>
    </form>
  );
}
