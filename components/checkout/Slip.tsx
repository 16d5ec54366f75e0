import type { Checkout, Rewards } from "../../server/payments/checkout-view";
import { amountPieces, amountText, clockText, type Format, timeLeft } from "./format";
import { BankMark, EmptyMark, PayeeMark } from "./Marks";
import type { CheckoutPage } from "./model";
import { LOW_TIME_S, lookOf } from "./phases";

const LONG_AMOUNT_CHARACTERS = 10;

/** The remittance slip: amount, from, to, reference. It never moves; only what is under its perforation changes. */
export function Slip({ page }: { page: CheckoutPage }) {
  const { checkout } = page;
  const look = lookOf(checkout.phase);
  const counts = checkout.phase === "choosing" && checkout.expiresInS !== null;
  return (
    <header className="slip" data-part="slip" data-over={look.over ? "" : undefined}>
      <div className="slip-head">
        <h1>Pay by bank</h1>
        {counts && <Timer seconds={checkout.expiresInS ?? 0} />}
      </div>
      <Amount page={page} />
      <Route page={page} />
      <dl className="lines">
        <div>
          <dt>Reference</dt>
          <dd>{checkout.paymentReference}</dd>
        </div>
        {checkout.rewards && !look.over && <RewardsLine rewards={checkout.rewards} format={page.format} />}
      </dl>
    </header>
  );
}

function Timer({ seconds }: { seconds: number }) {
  const low = seconds < LOW_TIME_S ? "" : undefined;
  return (
    <p className="timer" role="timer" aria-live="off" data-left={seconds} data-low={low}>
      {`${timeLeft(seconds)} left`}
    </p>
  );
}

function Amount({ page: { checkout, format, problem } }: { page: CheckoutPage }) {
  const { amount, currency } = checkout;
  const text = amountText(amount, currency, format);
  const was = problem?.kind === "amount_changed" ? problem.wasAmount : null;
  return (
    <p className="amount" data-long={text.length > LONG_AMOUNT_CHARACTERS ? "" : undefined}>
      {was !== null && (
        <del className="was">
          <span className="vh">Before: </span>
          {amountText(was, currency, format)}
        </del>
      )}
      {amountPieces(amount, currency, format).map(({ isCurrency, text: piece }) =>
        isCurrency ? (
          <span key={piece} className="cur">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </p>
  );
}

function shownBank({ checkout, picker, problem }: CheckoutPage): string | null {
  if (problem?.kind === "bank_unavailable") return problem.bankName;
  if (checkout.phase !== "choosing") return checkout.bank?.displayName ?? null;
  return picker?.banks.find((bank) => bank.id === picker.selectedId)?.displayName ?? null;
}

function Route({ page }: { page: CheckoutPage }) {
  const { checkout, problem } = page;
  const { money } = lookOf(checkout.phase);
  const from = shownBank(page);
  return (
    <dl className="route" data-money={money}>
      <div className="stop" data-from="">
        <dt>From</dt>
        <dd>
          {from === null ? <EmptyMark /> : <BankMark name={from} off={problem?.kind === "bank_unavailable"} />}
          <span className="link" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className="who" data-empty={from === null ? "" : undefined}>
            {from ?? "Your bank"}
            {checkout.payerMasked !== null && from !== null && (
              <span className="bank-note">{checkout.payerMasked}</span>
            )}
          </span>
          {money === "sent" && <When word="Started" at={checkout.startedAt} />}
        </dd>
      </div>
      <div className="stop">
        <dt>To</dt>
        <dd>
          <PayeeMark name={checkout.merchant.brandName} got={money === "sent"} />
          <span className="who">{checkout.merchant.brandName}</span>
          {money === "sent" && <When word="Confirmed" at={checkout.completedAt} />}
        </dd>
      </div>
    </dl>
  );
}

function When({ word, at }: { word: string; at: Checkout["startedAt"] }) {
  if (!at) return null;
  return (
    <span className="when">
      {`${word} `}
      <time dateTime={at.toISOString()}>{clockText(at)}</time>
    </span>
  );
}

function RewardsLine({ rewards, format }: { rewards: Rewards; format: Format }) {
  const { total_rewards: total, extra_rewards: extra, description } = rewards;
  const number = new Intl.NumberFormat(format.locale);
  const from = description ? ` from ${description}` : " extra";
  return (
    <div>
      <dt>Rewards</dt>
      <dd>
        <span className="plus">{`+${number.format(total ?? extra ?? 0)}`}</span>
        {total !== undefined && extra !== undefined && ` · ${number.format(extra)}${from}`}
        {(total === undefined || extra === undefined) && description && ` · ${description}`}
      </dd>
    </div>
  );
}
