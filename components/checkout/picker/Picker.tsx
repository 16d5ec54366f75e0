import { bankTarget, InAppNote, ToPhoneFolded, Trust } from "../Handover";
import { ChevronIcon, GoIcon, LockIcon } from "../icons";
import { countryName } from "../languages/format";
import type { MessageKey } from "../languages/translator";
import { BankMark } from "../Marks";
import { addressOf, type CheckoutPage } from "../model";
import { AmountChangedNote, LowTimeNote } from "../state/Notes";
import { Accounts, primaryAccount, StartFields } from "./Accounts";
import { Finder } from "./Finder";
import type { DownReason, PickerBank, Picker as PickerView } from "./markets";
import { refusalText } from "./reasons";
import { keysOf } from "./search";

/** Rows whose logos are loaded immediately. */
const FIRST_PICTURES = 8;

/** Why a bank is unavailable: the note under its name, and a full sentence. */
const DOWN: Record<DownReason, { note: MessageKey; missed: MessageKey }> = {
  silent: { note: "bank.down", missed: "picker.missed_silent" },
  closed: { note: "bank.closed", missed: "picker.missed_closed" },
};

type Props = { page: CheckoutPage; picker: PickerView };

/**
 * The bank picker: radio buttons in a form; the search is a separate form, which works without a script. With a saved
 * account it is folded under "Use another bank".
 */
export function Picker({ page, picker }: Props) {
  const { addresses, translator } = page;
  const error = refusalText(page);
  const isFolded = primaryAccount(page) !== null;
  const isOpen = page.unfolded || picker.selectedId !== null || picker.missed !== null || error !== null;
  const choice = <Choice page={page} picker={picker} error={error} isFolded={isFolded} />;
  return (
    <section className="work picker" data-part="work" data-kind={isFolded ? "saved" : "picker"}>
      <form id="find" method="get" action={addresses.page.path}>
        {Object.entries(addresses.page.query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <AmountChangedNote page={page} />
      <LowTimeNote page={page} />
      <InAppNote page={page} />
      <Accounts page={page} />
      {isFolded ? (
        <details className="fold" open={isOpen}>
          <summary>
            {translator.t("accounts.use_other")}
            <ChevronIcon />
          </summary>
          {choice}
        </details>
      ) : (
        choice
      )}
    </section>
  );
}

function Choice({ page, picker, error, isFolded }: Props & { error: string | null; isFolded: boolean }) {
  const { checkout, addresses, translator } = page;
  const selected = picker.banks.find((bank) => bank.id === picker.selectedId);
  return (
    <>
      <form id="pay" method="post" action={addresses.post} target={bankTarget(page)}>
        <StartFields page={page} />
        <h2 className={isFolded ? "h vh" : "h"} id="choose" tabIndex={-1}>
          {translator.t("picker.title")}
        </h2>
        <Finder picker={picker} translator={translator} />
        <Missed page={page} picker={picker} />
        <p className="err" id="err" role="alert" data-none={translator.t("invalid.no_bank")} hidden={error === null}>
          {error ?? translator.t("invalid.no_bank")}
        </p>
        <Banks page={page} picker={picker} error={error !== null} />
        {checkout.canRemember && (
          <label className="remember">
            <input type="checkbox" name="remember" value="1" />
            <span>{translator.t("picker.remember", { merchant: checkout.merchant.brandName })}</span>
          </label>
        )}
        <button className="btn" type="submit" aria-describedby={error === null ? undefined : "err"}>
          {selected
            ? translator.t("picker.continue_to", { bank: selected.displayName })
            : translator.t("picker.continue")}
        </button>
        <p className="trust">
          <LockIcon />
          <Trust page={page} />
        </p>
        {page.assets.early !== undefined && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built file, allowed by its hash
          <script id="early" dangerouslySetInnerHTML={{ __html: page.assets.early }} />
        )}
        <p className="vh" role="status" id={AFTER_EARLY} data-say="" />
      </form>
      <ToPhoneFolded page={page} />
    </>
  );
}

/**
 * The element after the early script. That script marks the last bank used on this device, and the first paint waits for
 * this element, so that the layout does not shift. The script's own element is in the document before the script runs,
 * because a script waits for the style sheet.
 */
export const AFTER_EARLY = "announcement";

/** The message for a requested bank that is unavailable. */
function Missed({ page: { translator }, picker: { missed } }: Props) {
  if (!missed?.down) return null;
  return (
    <p className="note missed" data-tone="warn">
      <span>{translator.rich(DOWN[missed.down].missed, { bank: missed.displayName })}</span>
    </p>
  );
}

/** The list only; the script fetches it when the country changes, or when a search has no hit in this country. */
function Banks({ page, picker, error }: Props & { error: boolean }) {
  const { banks, total, query, firstIds } = picker;
  const { translator } = page;
  return (
    <div
      className="banks"
      data-part="banks"
      data-country={picker.country}
      data-query={query === "" ? undefined : query}
      data-all={picker.showAll ? "" : undefined}
      data-last={translator.t("bank.last_used")}
      data-missed={translator.t("picker.missed_now", { bank: "{bank}" })}
    >
      {banks.length > 0 && (
        <div role="radiogroup" aria-labelledby="choose" aria-describedby={error ? "err" : undefined}>
          {banks.map((bank, index) => (
            <Row key={bank.id} page={page} picker={picker} bank={bank} later={index >= FIRST_PICTURES} />
          ))}
        </div>
      )}
      <div className="none" hidden={picker.hits > 0}>
        {picker.hits === 0 && <NoneFound page={page} picker={picker} />}
      </div>
      <div className="tail" hidden={firstIds === null}>
        {firstIds !== null && (
          <button className="more" form="find" name="all" value="1" type="submit" aria-expanded={picker.showAll}>
            {translator.t("picker.all", { count: total })}
          </button>
        )}
        <button className="more dim" type="button" data-forget={translator.t("picker.forgotten")} hidden>
          {translator.t("picker.forget")}
        </button>
      </div>
    </div>
  );
}

type RowProps = Props & { bank: PickerBank; later: boolean };

function Row({ page: { translator, logoOf }, picker, bank, later }: RowProps) {
  const beyond = picker.firstIds !== null && !picker.firstIds.has(bank.id);
  return (
    <label className="bank" data-keys={keysOf(bank)} data-beyond={beyond ? "" : undefined}>
      <BankMark
        id={bank.id}
        name={bank.displayName}
        off={bank.down !== null}
        logo={logoOf(bank.id)}
        later={later || beyond}
      />
      <span className="bank-name">
        {bank.displayName}
        {bank.down && <span className="bank-note">{translator.t(DOWN[bank.down].note)}</span>}
      </span>
      <input
        type="radio"
        name="bank_id"
        value={bank.id}
        defaultChecked={bank.id === picker.selectedId}
        disabled={bank.down !== null}
      />
    </label>
  );
}

/** No hit here: the same search in another country, or other ways on. The style sheet hides Continue meanwhile. */
function NoneFound({ page, picker }: Props) {
  const { checkout, addresses, translator } = page;
  const { query, elsewhere, country, countries } = picker;
  const { t } = translator;
  const isKnown = elsewhere.length > 0;
  // Without any bank there is no country to name.
  const place = isKnown ? countryName(country, translator.language) : "";
  if (query === "") return <NotListed text={t("picker.none")} merchant={checkout.merchant.brandName} page={page} />;
  return (
    <>
      <p>
        <b>{isKnown ? t("picker.none_found", { query, country: place }) : t("picker.none_anywhere", { query })}</b>
      </p>
      {isKnown && <p>{t("picker.elsewhere")}</p>}
      {elsewhere.map((bank) => (
        <Elsewhere key={bank.id} page={page} bank={bank} />
      ))}
      {!isKnown && countries.length > 1 && <p>{t("picker.check_spelling")}</p>}
      <a
        className={isKnown ? "btn quiet" : "btn"}
        href={addressOf({ ...addresses.page, query: { ...addresses.page.query, country } })}
        data-clear=""
      >
        {t("picker.clear")}
      </a>
      {!isKnown && <p className="note-line">{t("picker.not_listed", { merchant: checkout.merchant.brandName })}</p>}
    </>
  );
}

function NotListed({ text, merchant, page }: { text: string; merchant: string; page: CheckoutPage }) {
  return (
    <>
      <p>
        <b>{text}</b>
      </p>
      <p>{page.translator.t("picker.not_listed", { merchant })}</p>
    </>
  );
}

function Elsewhere({ page: { translator, logoOf }, bank }: { page: CheckoutPage; bank: PickerBank }) {
  const { id, displayName, market, down } = bank;
  const place = countryName(market, translator.language);
  return (
    <button
      className="bank"
      form="find"
      type="submit"
      name="bank"
      value={id}
      data-country={market}
      data-off={down ? "" : undefined}
    >
      <BankMark id={id} name={displayName} off={down !== null} logo={logoOf(id)} />
      <span className="bank-name">
        {displayName}
        <span className="bank-note">{down ? `${place}, ${translator.t(DOWN[down].note)}` : place}</span>
      </span>
      <GoIcon />
    </button>
  );
}
