import { Accounts } from "./Accounts";
import { countryName } from "./format";
import { ChevronIcon, LockIcon, SearchIcon } from "./icons";
import { BankMark } from "./Marks";
import { keysOf, type Picker as PickerView } from "./markets";
import type { CheckoutPage } from "./model";
import { AmountChangedNote, InAppNote, LowTimeNote } from "./Notes";
import { refusalKey } from "./reasons";
import type { Words } from "./translate";

/** A market of up to this many banks is shown whole; a larger one begins with SHORT_ROWS. The style sheet counts to the same. */
const WHOLE_MARKET_MAX = 8;

/** Choosing a bank: real radios in a real form, and a search that works as a form of its own without script. */
export function Picker({ page, picker }: { page: CheckoutPage; picker: PickerView }) {
  const { problem, checkout, doors, words } = page;
  const error = problem?.kind === "no_bank" || problem?.kind === "invalid" ? words.say(refusalKey(problem)) : null;
  const selected = picker.banks.find((bank) => bank.id === picker.selectedId);
  return (
    <section className="work picker" data-part="work" data-kind="picker">
      <form id="find" method="get" action={doors.page.path}>
        {Object.entries(doors.page.query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <AmountChangedNote page={page} />
      <LowTimeNote page={page} />
      {page.view === "hosted" && <InAppNote page={page} />}
      <Accounts page={page} />
      <form id="pay" method="post" action={doors.post} target="_top">
        <input type="hidden" name="action" value="start" />
        <input type="hidden" name="seen_amount" value={checkout.amount} />
        <h2 className="h" id="choose" tabIndex={-1}>
          {words.say("picker.title")}
        </h2>
        <Finder picker={picker} words={words} />
        <p className="err" id="err" role="alert" hidden={error === null}>
          {error ?? words.say("invalid.no_bank")}
        </p>
        <Banks picker={picker} words={words} />
        {checkout.canRemember && (
          <label className="remember">
            <input type="checkbox" name="remember" value="1" />
            <span>{words.say("picker.remember", { merchant: checkout.merchant.brandName })}</span>
          </label>
        )}
        <button className="btn" type="submit" aria-describedby={error === null ? undefined : "err"}>
          {selected ? words.say("picker.continue_to", { bank: selected.displayName }) : words.say("picker.continue")}
        </button>
        <p className="trust">
          <LockIcon />
          <span>{words.say("picker.trust")}</span>
        </p>
        <p className="vh" role="status" data-say="" />
      </form>
    </section>
  );
}

type Props = { picker: PickerView; words: Words };

function Finder({ picker, words }: Props) {
  const names = picker.countries.map((code) => ({ code, name: countryName(code, words.language) }));
  names.sort((a, b) => a.name.localeCompare(b.name, words.language));
  return (
    <div className="finder">
      <label className="q">
        <SearchIcon />
        <span className="vh">{words.say("picker.search")}</span>
        <input
          form="find"
          type="search"
          name="q"
          placeholder={words.say("picker.search_hint")}
          defaultValue={picker.query}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
        />
      </label>
      <label className="pick">
        <span className="vh">{words.say("picker.country")}</span>
        <select form="find" name="country" defaultValue={picker.country} autoComplete="off">
          {names.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <ChevronIcon />
      </label>
      <button className="find" form="find" type="submit">
        {words.say("picker.find")}
      </button>
    </div>
  );
}

/** The list alone; the script asks for it again when the country changes or a search finds nothing here. */
function Banks({ picker, words }: Props) {
  const { banks, selectedId, total, query } = picker;
  const short = query === "" && total > WHOLE_MARKET_MAX;
  return (
    <div
      className="banks"
      data-part="banks"
      data-short={short ? "" : undefined}
      data-all={picker.showAll ? "" : undefined}
    >
      {banks.length > 0 ? (
        <div role="radiogroup" aria-labelledby="choose">
          {banks.map((bank) => (
            <label key={bank.id} className="bank" data-keys={keysOf(bank)}>
              <BankMark name={bank.displayName} off={bank.down !== null} />
              <span className="bank-name">
                {bank.displayName}
                {bank.down && <span className="bank-note">{words.say("bank.down")}</span>}
              </span>
              <input
                type="radio"
                name="bank_id"
                value={bank.id}
                defaultChecked={bank.id === selectedId}
                disabled={bank.down !== null}
              />
            </label>
          ))}
        </div>
      ) : (
        <NoneFound picker={picker} words={words} />
      )}
      {short && (
        <div className="tail">
          <button className="more" form="find" name="all" value="1" type="submit" aria-expanded={false}>
            {words.say("picker.all", { count: total })}
          </button>
        </div>
      )}
    </div>
  );
}

function NoneFound({ picker, words }: Props) {
  const countryOf = (market: string) => countryName(market, words.language);
  return (
    <div className="none">
      <p>
        <b>
          {picker.query === ""
            ? words.say("picker.none")
            : words.say("picker.none_found", { query: picker.query, country: countryOf(picker.country) })}
        </b>
      </p>
      {picker.elsewhere.length > 0 && <p>{words.say("picker.elsewhere")}</p>}
      {picker.elsewhere.map((bank) => (
        <button
          key={bank.id}
          className="bank"
          form="find"
          type="submit"
          name="bank"
          value={bank.id}
          data-country={bank.market}
        >
          <BankMark name={bank.displayName} />
          <span className="bank-name">
            {bank.displayName}
            <span className="bank-note">
              {bank.down ? `${countryOf(bank.market)}, ${words.say("bank.down")}` : countryOf(bank.market)}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}
