import type { ReactNode } from "react";
import { bankTarget, InAppNote, OpenBank, ToPhone } from "../Handover";
import { amountText } from "../languages/format";
import type { Translator } from "../languages/translator";
import { addressOf, type CheckoutPage, type Chosen, type Problem, pageAddress } from "../model";
import { Picker } from "../picker/Picker";
import { BankKeptNote } from "./Notes";
import { stateText } from "./state-text";
import { WaysOn } from "./WaysOn";

/** Whether the page shows the picker: not for a problem of a choice, which is kept, nor while a second screen has it. */
export function showsPicker({ checkout, picker, problem, handedOver }: CheckoutPage): boolean {
  const isChosen = problem !== null && "chosen" in problem && problem.chosen !== null;
  return checkout.phase === "choosing" && picker !== null && !isChosen && !handedOver;
}

/** The part under the perforation: the picker, or a state with its actions. */
export function Work({ page }: { page: CheckoutPage }) {
  const { picker, problem, checkout } = page;
  if (checkout.phase === "choosing" && picker) {
    if (problem?.kind === "bank_unavailable") return <Unavailable page={page} problem={problem} />;
    if (problem?.kind === "debtor_account") return <DebtorAccount page={page} problem={problem} />;
    if (problem?.kind === "amount_changed" && problem.chosen)
      return <AmountChanged page={page} chosen={problem.chosen} />;
    return showsPicker(page) ? <Picker page={page} picker={picker} /> : <HandedOver page={page} />;
  }
  const text = stateText(page, amountText(checkout.amount, checkout.currency, page.format));
  const atBank = checkout.phase === "at_bank" ? checkout.bankUrl : null;
  return (
    <StateBlock
      title={text.title}
      tone={text.tone}
      paragraphs={text.paragraphs}
      note={<BankKeptNote page={page} />}
      aside={atBank && <AtBankAside page={page} />}
    >
      {atBank && <OpenBank page={page} url={atBank} />}
      <AnotherBank page={page} />
      <WaysOn page={page} />
    </StateBlock>
  );
}

/** The payment is open on a second screen, where the bank is chosen. */
function HandedOver({ page }: { page: CheckoutPage }) {
  const { t } = page.translator;
  return (
    <StateBlock title={t("state.handed_over.title")} paragraphs={[t("state.handed_over.say")]}>
      <a className="btn quiet" href={pageAddress(page.addresses, { here: "1" })}>
        {t("do.choose_here")}
      </a>
    </StateBlock>
  );
}

/** Alternatives at the bank: leave the in-app browser, or continue on a phone. */
function AtBankAside({ page }: { page: CheckoutPage }) {
  return (
    <>
      <InAppNote page={page} />
      {!page.opening && <ToPhone page={page} />}
    </>
  );
}

type BlockProps = {
  title: string;
  tone?: string | undefined;
  paragraphs: ReactNode[];
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

function StateBlock({ title, tone, paragraphs, note, aside, children }: BlockProps) {
  return (
    <section className="work state" data-part="work" data-kind="state" role="status">
      <h2 className="h" tabIndex={-1} data-tone={tone}>
        {title}
      </h2>
      {note}
      <Paragraphs paragraphs={paragraphs} />
      {aside}
      <div className="acts">{children}</div>
    </section>
  );
}

/** What a state says under its heading. */
export function Paragraphs({ paragraphs }: { paragraphs: ReactNode[] }) {
  return paragraphs.map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a fixed text, drawn once
    <p key={index} className="say">
      {paragraph}
    </p>
  ));
}

/**
 * Offered only if the first bank certainly cannot complete the payment any more, or if its attempt is released by the
 * new choice.
 */
function AnotherBank({ page }: { page: CheckoutPage }) {
  const { addresses, checkout, elsewhere, translator } = page;
  if (checkout.canChangeBank && !page.opening) {
    return (
      <a className="btn quiet" href={pageAddress(page.addresses, { change: "1" })}>
        {translator.t("do.another_bank")}
      </a>
    );
  }
  if (!checkout.link || !checkout.mayTryAgain) return null;
  const { locale, theme } = addresses.page.query;
  const kept = { ...(locale && { locale }), ...(theme && { theme }), ...(elsewhere && { window: "tab" }) };
  return (
    <a className="btn" href={addressOf({ path: checkout.link.url, query: { here: "1", another: "1", ...kept } })}>
      {translator.t("do.another_bank")}
    </a>
  );
}

type ProblemOf<K extends Problem["kind"]> = Extract<Problem, { kind: K }>;

function StartForm({ page, chosen, children }: { page: CheckoutPage; chosen: Chosen; children: ReactNode }) {
  const fields = {
    action: "start",
    seen_amount: page.checkout.amount,
    bank_id: chosen.accountId === null ? chosen.bankId : null,
    account_id: chosen.accountId,
    held_account: chosen.held?.sealed ?? null,
    remember: chosen.remember ? "1" : null,
  };
  return (
    <form id="pay" method="post" action={page.addresses.post} target={bankTarget(page)}>
      {Object.entries(fields).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

function ChooseAnother({ page }: { page: CheckoutPage }) {
  return (
    <a className="btn quiet" href={pageAddress(page.addresses, { another: "1" })}>
      {page.translator.t("do.another_bank")}
    </a>
  );
}

// Adds the masked account to a text: the account of the next attempt.
const withAccount = (text: string, { held }: Chosen, { t }: Translator) =>
  held ? `${text} ${t("state.your_account", { account: held.masked })}` : text;

function Unavailable({ page, problem }: { page: CheckoutPage; problem: ProblemOf<"bank_unavailable"> }) {
  const { t } = page.translator;
  const bank = problem.bankName;
  const text = withAccount(t("state.unavailable.say"), problem.chosen, page.translator);
  return (
    <StateBlock title={t("state.unavailable.title", { bank })} paragraphs={[text]}>
      <a className="btn" href={pageAddress(page.addresses, { another: "1" })}>
        {t("do.another_bank")}
      </a>
      <StartForm page={page} chosen={problem.chosen}>
        <button className="btn quiet" type="submit">
          {t("do.try_again", { bank })}
        </button>
      </StartForm>
    </StateBlock>
  );
}

function AmountChanged({ page, chosen }: { page: CheckoutPage; chosen: Chosen }) {
  const { checkout, format, translator } = page;
  const text = translator.t("state.amount_changed.say", { merchant: checkout.merchant.brandName });
  const amount = amountText(checkout.amount, checkout.currency, format);
  return (
    <StateBlock title={translator.t("state.amount_changed.title")} paragraphs={[withAccount(text, chosen, translator)]}>
      <StartForm page={page} chosen={chosen}>
        <button className="btn" type="submit">
          {translator.t("do.continue_with_amount", { amount })}
        </button>
      </StartForm>
    </StateBlock>
  );
}

/** The server checks the IBAN, so that it works with and without a script. */
function DebtorAccount({ page, problem }: { page: CheckoutPage; problem: ProblemOf<"debtor_account"> }) {
  const { bankName: bank, invalid, typed } = problem;
  const { t } = page.translator;
  return (
    <StateBlock title={t("debtor.title", { bank })} paragraphs={[t("debtor.say", { bank })]}>
      <StartForm page={page} chosen={problem.chosen}>
        <label className="field">
          <span>{t("debtor.label")}</span>
          <input
            name="debtor_iban"
            defaultValue={typed}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={invalid}
            aria-describedby="iban-note"
          />
        </label>
        <p className={invalid ? "err" : "note-line"} id="iban-note" role={invalid ? "alert" : undefined}>
          {t(invalid ? "debtor.invalid" : "debtor.note")}
        </p>
        <button className="btn" type="submit">
          {t("picker.continue_to", { bank })}
        </button>
      </StartForm>
      <ChooseAnother page={page} />
    </StateBlock>
  );
}
