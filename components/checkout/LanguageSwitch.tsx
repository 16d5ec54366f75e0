import { ChevronIcon } from "./icons";
import { LANGUAGES, languageName, withLanguage } from "./languages";
import type { CheckoutPage } from "./model";

/** What the picker shows, for showing the same again in another language. */
function chosenOf({ picker }: CheckoutPage): Record<string, string> {
  if (!picker) return {};
  return {
    country: picker.country,
    ...(picker.query && { q: picker.query }),
    ...(picker.selectedId && { bank: picker.selectedId }),
    ...(picker.showAll && { all: "1" }),
  };
}

/** The page in another language: a form of its own, whose button is there for those without script. */
export function LanguageSwitch({ page }: { page: CheckoutPage }) {
  const { doors, format, words } = page;
  const { locale: _now, ...kept } = { ...doors.page.query, ...chosenOf(page) };
  return (
    <form className="language" method="get" action={doors.page.path}>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="pick">
        <span className="vh">{words.say("language.label")}</span>
        <select name="locale" defaultValue={withLanguage(format.locale, words.language)} autoComplete="off">
          {LANGUAGES.map((language) => (
            <option key={language} value={withLanguage(format.locale, language)} lang={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
        <ChevronIcon />
      </label>
      <button className="linkish" type="submit">
        {words.say("language.submit")}
      </button>
    </form>
  );
}
