import type { ReactNode } from "react";
import { amountText } from "./format";
import { bankTarget, InAppNote, OpenBank, ToPhone } from "./Handover";
import type { CheckoutPage, Chosen, Problem } from "./model";
import { Picker } from "./Picker";
import { isFinal } from "./phases";
import type { Words } from "./translate";
import { wordsOf } from "./words";

/** What stands under the perforation: the picker, or what a state says and what can be done about it. */
export function Work({ page }: { page: CheckoutPage }) {
  const { picker, problem, checkout } = page;
  if (checkout.phase === "choosing" && picker) {
    if (problem?.kind === "bank_unavailable") return <Unavailable page={page} problem={problem} />;
    if (problem?.kind === "debtor_account") return <DebtorAccount page={page} problem={problem} />;
    if (problem?.kind === "amount_changed" && problem.chosen)
      return <AmountChanged page={page} chosen={problem.chosen} />;
    return <Picker page={page} picker={picker} />;
  }
  const said = wordsOf(page, amountText(checkout.amount, checkout.currency, page.format));
  const atBank = checkout.phase === "at_bank" ? checkout.bankUrl : null;
  return (
    <StateBlock title={said.title} tone={said.tone} say={said.say} aside={atBank && <AtBankAside page={page} />}>
      {atBank && <OpenBank page={page} url={atBank} />}
      <AnotherBank page={page} />
      <Back page={page} />
    </StateBlock>
  );
}

/** Other ways to the bank than from here: out of another app, or with the phone. */
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
  say: ReactNode[];
  aside?: ReactNode;
  children?: ReactNode;
};

function StateBlock({ title, tone, say, aside, children }: BlockProps) {
  return (
    <section className="work state" data-part="work" data-kind="state" role="status">
      <h2 className="h" tabIndex={-1} data-tone={tone}>
        {title}
      </h2>
      {say.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a fixed text, drawn once
        <p key={index} className="say">
          {paragraph}
        </p>
      ))}
      {aside}
      <p className="err" id="err" role="alert" hidden />
      <div className="acts">{children}</div>
    </section>
  );
}

/** Only where the bank that has it surely cannot pay any more, or is surely given up by the press of another. */
function AnotherBank({ page }: { page: CheckoutPage }) {
  const { checkout, words } = page;
  if (checkout.canChangeBank && !page.opening) {
    return (
      <a className="btn quiet" href={pageAddress(page.doors, { change: "1" })}>
        {words.say("do.another_bank")}
      </a>
    );
  }
  if (!checkout.link || !checkout.mayTryAgain) return null;
  return (
    <a className="btn" href={checkout.link.url}>
      {words.say("do.another_bank")}
    </a>
  );
}

const STILL_OPEN = new Set(["confirming", "unresolved"]);

/** The way back to the shop: the main thing to do once it is over, offered aside while the bank keeps everybody waiting. */
export function Back({ page }: { page: CheckoutPage }) {
  const { backUrl, checkout, slow, words } = page;
  if (backUrl === null || !(isFinal(checkout.phase) || checkout.phase === "unresolved" || slow)) return null;
  return (
    <a
      className={STILL_OPEN.has(checkout.phase) || checkout.mayTryAgain ? "btn quiet" : "btn"}
      href={backUrl}
      target="_top"
      rel="noreferrer"
    >
      {words.say("do.back_to", { merchant: checkout.merchant.brandName })}
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
    <form id="pay" method="post" action={page.doors.post} target={bankTarget(page)}>
      {Object.entries(fields).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

/** The page's own address, with the parts of its query that it needs. */
function pageAddress({ page }: CheckoutPage["doors"], added: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...page.query, ...added }).toString();
  return query === "" ? page.path : `${page.path}?${query}`;
}

function ChooseAnother({ page }: { page: CheckoutPage }) {
  return (
    <a className="btn quiet" href={pageAddress(page.doors, { another: "1" })}>
      {page.words.say("do.another_bank")}
    </a>
  );
}

// What was said, and after it the account that goes with the next press.
const withAccount = (said: string, { held }: Chosen, { say }: Words) =>
  held ? `${said} ${say("state.your_account", { account: held.masked })}` : said;

function Unavailable({ page, problem }: { page: CheckoutPage; problem: ProblemOf<"bank_unavailable"> }) {
  const { say } = page.words;
  const bank = problem.bankName;
  const said = withAccount(say("state.unavailable.say"), problem.chosen, page.words);
  return (
    <StateBlock title={say("state.unavailable.title", { bank })} say={[said]}>
      <a className="btn" href={pageAddress(page.doors, { another: "1" })}>
        {say("do.another_bank")}
      </a>
      <StartForm page={page} chosen={problem.chosen}>
        <button className="btn quiet" type="submit">
          {say("do.try_again", { bank })}
        </button>
      </StartForm>
    </StateBlock>
  );
}

function AmountChanged({ page, chosen }: { page: CheckoutPage; chosen: Chosen }) {
  const { checkout, format, words } = page;
  const said = words.say("state.amount_changed.say", { merchant: checkout.merchant.brandName });
  const amount = amountText(checkout.amount, checkout.currency, format);
  return (
    <StateBlock title={words.say("state.amount_changed.title")} say={[withAccount(said, chosen, words)]}>
      <StartForm page={page} chosen={chosen}>
        <button className="btn" type="submit">
          {words.say("do.continue_with_amount", { amount })}
        </button>
      </StartForm>
    </StateBlock>
  );
}

/** No check digits are checked here: the server does, and says so in the same place with script and without. */
function DebtorAccount({ page, problem }: { page: CheckoutPage; problem: ProblemOf<"debtor_account"> }) {
  const { bankName: bank, invalid, typed } = problem;
  const { say } = page.words;
  return (
    <StateBlock title={say("debtor.title", { bank })} say={[say("debtor.say", { bank })]}>
      <StartForm page={page} chosen={problem.chosen}>
        <label className="field">
          <span>{say("debtor.label")}</span>
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
          {say(invalid ? "debtor.invalid" : "debtor.note")}
        </p>
        <button className="btn" type="submit">
          {say("picker.continue_to", { bank })}
        </button>
      </StartForm>
      <ChooseAnother page={page} />
    </StateBlock>
  );
}
