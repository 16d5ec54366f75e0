import type { ReactNode } from "react";
import { amountText } from "./format";
import { OpenIcon } from "./icons";
import type { CheckoutPage, Chosen, Problem } from "./model";
import { Picker } from "./Picker";
import { isFinal } from "./phases";
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
  return (
    <StateBlock title={said.title} tone={said.tone} say={said.say}>
      {checkout.phase === "at_bank" && checkout.bankUrl !== null && <OpenBank page={page} url={checkout.bankUrl} />}
      <AnotherBank page={page} />
      <Back page={page} />
    </StateBlock>
  );
}

type BlockProps = { title: string; tone?: string | undefined; say: ReactNode[]; children?: ReactNode };

function StateBlock({ title, tone, say, children }: BlockProps) {
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
      <div className="acts">{children}</div>
    </section>
  );
}

function OpenBank({ page, url }: { page: CheckoutPage; url: string }) {
  const bank = page.checkout.bank?.displayName ?? "your bank";
  return (
    <a className={page.opening ? "btn" : "btn quiet"} href={url} target="_top" rel="noreferrer">
      {page.opening && <OpenIcon />}
      {page.opening ? `Open ${bank}` : `Open ${bank} again`}
    </a>
  );
}

/** Only where the bank that has it surely cannot pay any more, or is surely given up by the press of another. */
function AnotherBank({ page }: { page: CheckoutPage }) {
  const { checkout } = page;
  if (checkout.canChangeBank && !page.opening) {
    return (
      <a className="btn quiet" href={pageAddress(page.doors, { change: "1" })}>
        Choose another bank
      </a>
    );
  }
  if (!checkout.link || !checkout.mayTryAgain) return null;
  return (
    <a className="btn" href={checkout.link.url}>
      Choose another bank
    </a>
  );
}

const STILL_OPEN = new Set(["confirming", "unresolved"]);

/** The way back to the shop: the main thing to do once it is over, offered aside while the bank keeps everybody waiting. */
function Back({ page }: { page: CheckoutPage }) {
  const { backUrl, checkout, slow } = page;
  if (backUrl === null || !(isFinal(checkout.phase) || checkout.phase === "unresolved" || slow)) return null;
  return (
    <a
      className={STILL_OPEN.has(checkout.phase) || checkout.mayTryAgain ? "btn quiet" : "btn"}
      href={backUrl}
      target="_top"
      rel="noreferrer"
    >
      {`Back to ${checkout.merchant.brandName}`}
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
    <form id="pay" method="post" action={page.doors.post} target="_top">
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
    <a className="btn quiet" href={pageAddress(page.doors)}>
      Choose another bank
    </a>
  );
}

const fromAccount = ({ held }: Chosen) => (held ? ` Your account: ${held.masked}.` : "");

function Unavailable({ page, problem }: { page: CheckoutPage; problem: ProblemOf<"bank_unavailable"> }) {
  const say = `Nothing was started and nothing was taken.${fromAccount(problem.chosen)}`;
  return (
    <StateBlock title={`${problem.bankName} didn’t start the payment`} say={[say]}>
      <a className="btn" href={pageAddress(page.doors)}>
        Choose another bank
      </a>
      <StartForm page={page} chosen={problem.chosen}>
        <button className="btn quiet" type="submit">{`Try ${problem.bankName} again`}</button>
      </StartForm>
    </StateBlock>
  );
}

function AmountChanged({ page, chosen }: { page: CheckoutPage; chosen: Chosen }) {
  const { checkout, format } = page;
  const say = `${checkout.merchant.brandName} changed it while you were here. Nothing has gone to your bank yet.`;
  return (
    <StateBlock title="The amount has changed" say={[`${say}${fromAccount(chosen)}`]}>
      <StartForm page={page} chosen={chosen}>
        <button
          className="btn"
          type="submit"
        >{`Continue with ${amountText(checkout.amount, checkout.currency, format)}`}</button>
      </StartForm>
    </StateBlock>
  );
}

/** No check digits are checked here: the server does, and says so in the same place with script and without. */
function DebtorAccount({ page, problem }: { page: CheckoutPage; problem: ProblemOf<"debtor_account"> }) {
  const { bankName, message, typed } = problem;
  const say = `${bankName} wants to know your account before it opens its page. Nothing has gone to your bank yet.`;
  return (
    <StateBlock title={`Your account at ${bankName}`} say={[say]}>
      <StartForm page={page} chosen={problem.chosen}>
        <label className="field">
          <span>IBAN</span>
          <input
            name="debtor_iban"
            defaultValue={typed}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={message !== null}
            aria-describedby="iban-note"
          />
        </label>
        <p
          className={message === null ? "note-line" : "err"}
          id="iban-note"
          role={message === null ? undefined : "alert"}
        >
          {message ?? "It stands on your card or in your bank’s app. We tell it to your bank only."}
        </p>
        <button className="btn" type="submit">{`Continue to ${bankName}`}</button>
      </StartForm>
      <ChooseAnother page={page} />
    </StateBlock>
  );
}
