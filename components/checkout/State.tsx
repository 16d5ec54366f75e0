import type { ReactNode } from "react";
import { amountText } from "./format";
import { OpenIcon } from "./icons";
import type { CheckoutPage, Problem } from "./model";
import { Picker } from "./Picker";
import { isFinal } from "./phases";
import { wordsOf } from "./words";

/** What stands under the perforation: the picker, or what a state says and what can be done about it. */
export function Work({ page }: { page: CheckoutPage }) {
  const { picker, problem, checkout } = page;
  if (checkout.phase === "choosing" && picker) {
    if (problem?.kind === "bank_unavailable") return <Unavailable page={page} problem={problem} />;
    if (problem?.kind === "amount_changed" && problem.bankId !== null)
      return <AmountChanged page={page} bankId={problem.bankId} />;
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

function AnotherBank({ page: { checkout } }: { page: CheckoutPage }) {
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

function StartForm({ page, bankId, children }: { page: CheckoutPage; bankId: string; children: ReactNode }) {
  return (
    <form id="pay" method="post" action={page.doors.post} target="_top">
      <input type="hidden" name="action" value="start" />
      <input type="hidden" name="seen_amount" value={page.checkout.amount} />
      <input type="hidden" name="bank_id" value={bankId} />
      {children}
    </form>
  );
}

/** The page's own address, with the parts of its query that it needs. */
function pageAddress({ page }: CheckoutPage["doors"]): string {
  const query = new URLSearchParams(page.query).toString();
  return query === "" ? page.path : `${page.path}?${query}`;
}

function Unavailable({
  page,
  problem,
}: {
  page: CheckoutPage;
  problem: Extract<Problem, { kind: "bank_unavailable" }>;
}) {
  return (
    <StateBlock title={`${problem.bankName} isn’t answering`} say={["Nothing was started and nothing was taken."]}>
      <a className="btn" href={pageAddress(page.doors)}>
        Choose another bank
      </a>
      <StartForm page={page} bankId={problem.bankId}>
        <button className="btn quiet" type="submit">{`Try ${problem.bankName} again`}</button>
      </StartForm>
    </StateBlock>
  );
}

function AmountChanged({ page, bankId }: { page: CheckoutPage; bankId: string }) {
  const { checkout, format } = page;
  const say = `${checkout.merchant.brandName} changed it while you were here. Nothing has gone to your bank yet.`;
  return (
    <StateBlock title="The amount has changed" say={[say]}>
      <StartForm page={page} bankId={bankId}>
        <button
          className="btn"
          type="submit"
        >{`Continue with ${amountText(checkout.amount, checkout.currency, format)}`}</button>
      </StartForm>
    </StateBlock>
  );
}
