import { countryName } from "./format";
import { ChevronIcon, SearchIcon } from "./icons";
import type { Picker } from "./markets";
import type { Words } from "./translate";

const MAX_QUERY_CHARACTERS = 60;

/** Search and country in one field: a form of its own, so that without script either asks for the page again. */
export function Finder({ picker, words }: { picker: Picker; words: Words }) {
  return (
    <div className="finder">
      <label className="q">
        <SearchIcon />
        <span className="vh">{words.say("picker.search")}</span>
        <input
          form="find"
          type="search"
          name="q"
          inputMode="search"
          placeholder={words.say("picker.search_hint")}
          defaultValue={picker.query}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_QUERY_CHARACTERS}
        />
      </label>
      <Country picker={picker} words={words} />
      <button className="find" form="find" type="submit">
        {words.say("picker.find")}
      </button>
    </div>
  );
}

/** A currency of one country needs no switch. */
function Country({ picker, words }: { picker: Picker; words: Words }) {
  if (picker.countries.length < 2) return null;
  const { compare } = new Intl.Collator(words.messageLocale);
  const names = picker.countries.map((code) => ({ code, name: countryName(code, words.language) }));
  return (
    <label className="pick">
      <span className="vh">{words.say("picker.country")}</span>
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
