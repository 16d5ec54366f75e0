import { ChevronIcon, SearchIcon } from "../icons";
import { countryName } from "../languages/format";
import type { Translator } from "../languages/translator";
import type { Picker } from "./markets";

const MAX_QUERY_CHARACTERS = 60;

/** Search and country in one field: a form of its own, so that both work without a script, by reloading the page. */
export function Finder({ picker, translator }: { picker: Picker; translator: Translator }) {
  return (
    <div className="finder">
      <label className="q">
        <SearchIcon />
        <span className="vh">{translator.t("picker.search")}</span>
        <input
          form="find"
          type="search"
          name="q"
          inputMode="search"
          placeholder={translator.t("picker.search_hint")}
          defaultValue={picker.query}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_QUERY_CHARACTERS}
        />
      </label>
      <Country picker={picker} translator={translator} />
      <button className="find" form="find" type="submit">
        {translator.t("picker.find")}
      </button>
    </div>
  );
}

/** One country for the currency: no country switch. */
function Country({ picker, translator }: { picker: Picker; translator: Translator }) {
  if (picker.countries.length < 2) return null;
  const { compare } = new Intl.Collator(translator.messageLocale);
  const names = picker.countries.map((code) => ({ code, name: countryName(code, translator.language) }));
  return (
    <label className="pick">
      <span className="vh">{translator.t("picker.country")}</span>
      <select form="find" name="country" defaultValue={picker.country} autoComplete="off">
        {names
          .sort((a, b) => compare(a.name, b.name))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </select>
      <ChevronIcon />
    </label>
  );
}
