import { Accounts } from "./Accounts";
import { countryName } from "./format";
import { ChevronIcon, LockIcon, SearchIcon } from "./icons";
import { BankMark } from "./Marks";
import { keysOf, type Picker as PickerView } from "./markets";
import type { CheckoutPage } from "./model";
import { AmountChangedNote, InAppNote, LowTimeNote } from "./Notes";
import { NOT_ANSWERING } from "./words";

/** A market of up to this many banks is shown whole; a larger one begins with SHORT_ROWS. The style sheet counts to the same. */
const WHOLE_MARKET_MAX = 8;

/** Choosing a bank: real radios in a real form, and a search that works as a form of its own without script. */
export function Picker({ page, picker }: { page: CheckoutPage; picker: PickerView }) {
  const { problem, checkout, doors } = page;
  const error =
    problem?.kind === "no_bank" ? "Choose your bank first." : problem?.kind === "invalid" ? problem.message : null;
  const selected = picker.banks.find((bank) => bank.id === picker.selectedId);
  return (
    <section className="work picker" data-part="work" data-kind="picker">
      <form id="find" method="get" action={doors.page.path}>
        {Object.entries(doors.page.query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <AmountChangedNote page={page} />
      <LowTimeNote checkout={checkout} />
      {page.view === "hosted" && <InAppNote />}
      <Accounts page={page} />
      <form id="pay" method="post" action={doors.post} target="_top">
        <input type="hidden" name="action" value="start" />
        <input type="hidden" name="seen_amount" value={checkout.amount} />
        <h2 className="h" id="choose" tabIndex={-1}>
          Choose your bank
        </h2>
        <Finder picker={picker} />
        <p className="err" id="err" role="alert" hidden={error === null}>
          {error ?? "Choose your bank first."}
        </p>
        <Banks picker={picker} />
        {checkout.canRemember && (
          <label className="remember">
            <input type="checkbox" name="remember" value="1" />
            <span>{`Remember this account for next time at ${checkout.merchant.brandName}`}</span>
          </label>
        )}
        <button className="btn" type="submit" aria-describedby={error === null ? undefined : "err"}>
          {selected ? `Continue to ${selected.displayName}` : "Continue"}
        </button>
        <p className="trust">
          <LockIcon />
          <span>You approve at your bank. We never see your login.</span>
        </p>
        <p className="vh" role="status" data-say="" />
      </form>
    </section>
  );
}

function Finder({ picker }: { picker: PickerView }) {
  const names = picker.countries.map((code) => ({ code, name: countryName(code) }));
  names.sort((a, b) => a.name.localeCompare(b.name, "en"));
  return (
    <div className="finder">
      <label className="q">
        <SearchIcon />
        <span className="vh">Search banks by name or BIC</span>
        <input
          form="find"
          type="search"
          name="q"
          placeholder="Name or BIC"
          defaultValue={picker.query}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
        />
      </label>
      <label className="pick">
        <span className="vh">Country of your bank</span>
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
        Find
      </button>
    </div>
  );
}

/** The list alone; the script asks for it again when the country changes or a search finds nothing here. */
function Banks({ picker }: { picker: PickerView }) {
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
              <BankMark name={bank.displayName} off={bank.down} />
              <span className="bank-name">
                {bank.displayName}
                {bank.down && <span className="bank-note">{NOT_ANSWERING}</span>}
              </span>
              <input
                type="radio"
                name="bank_id"
                value={bank.id}
                defaultChecked={bank.id === selectedId}
                disabled={bank.down}
              />
            </label>
          ))}
        </div>
      ) : (
        <NoneFound picker={picker} />
      )}
      {short && (
        <div className="tail">
          <button className="more" form="find" name="all" value="1" type="submit" aria-expanded={false}>
            {`Show all ${total} banks`}
          </button>
        </div>
      )}
    </div>
  );
}

function NoneFound({ picker }: { picker: PickerView }) {
  return (
    <div className="none">
      <p>
        <b>
          {picker.query === ""
            ? "No bank takes this currency."
            : `No “${picker.query}” in ${countryName(picker.country)}.`}
        </b>
      </p>
      {picker.elsewhere.length > 0 && <p>The name is known in another country:</p>}
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
              {bank.down ? `${countryName(bank.market)}, ${NOT_ANSWERING}` : countryName(bank.market)}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}
