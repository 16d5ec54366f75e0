import type { Checkout, Rewards } from "../../server/payments/checkout-view";
import { amountPieces, amountText, clockText, timeLeft } from "./format";
import { BankMark, EmptyMark, PayeeMark } from "./Marks";
import type { CheckoutPage } from "./model";
import { LOW_TIME_S, lookOf } from "./phases";
import type { Words } from "./translate";

const LONG_AMOUNT_CHARACTERS = 10;

/** The remittance slip: amount, from, to, reference. It never moves; only what is under its perforation changes. */
export function Slip({ page }: { page: CheckoutPage }) {
  const { checkout, words } = page;
  const look = lookOf(checkout.phase);
  const counts = checkout.phase === "choosing" && checkout.expiresInS !== null;
  return (
    <header className="slip" data-part="slip" data-over={look.over ? "" : undefined}>
      <div className="slip-head">
        <h1>{words.say("slip.title")}</h1>
        {counts && <Timer seconds={checkout.expiresInS ?? 0} words={words} />}
      </div>
      <Amount page={page} />
      <Route page={page} />
      <dl className="lines">
        <div>
          <dt>{words.say("slip.reference")}</dt>
          <dd>{checkout.paymentReference}</dd>
        </div>
        {checkout.rewards && !look.over && <RewardsLine page={page} rewards={checkout.rewards} />}
      </dl>
    </header>
  );
}

function Timer({ seconds, words }: { seconds: number; words: Words }) {
  const low = seconds < LOW_TIME_S ? "" : undefined;
  return (
    <p className="timer" role="timer" aria-live="off" data-left={seconds} data-low={low}>
      {words.say("timer.left", { time: timeLeft(seconds) })}
    </p>
  );
}

function Amount({ page: { checkout, format, problem, words } }: { page: CheckoutPage }) {
  const { amount, currency } = checkout;
  const text = amountText(amount, currency, format);
  const was = problem?.kind === "amount_changed" ? problem.wasAmount : null;
  return (
    <p className="amount" data-long={text.length > LONG_AMOUNT_CHARACTERS ? "" : undefined}>
      {amountPieces(amount, currency, format).map(({ isCurrency, text: piece }) =>
        isCurrency ? (
          <span key={piece} className="cur">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
      {was !== null && (
        <del className="was">
          <span className="vh">{`${words.say("slip.before")} `}</span>
          {amountText(was, currency, format)}
        </del>
      )}
    </p>
  );
}

function shownBank({ checkout, picker, problem }: CheckoutPage): { id: string | null; displayName: string } | null {
  if (problem?.kind === "bank_unavailable") return { id: problem.chosen.bankId, displayName: problem.bankName };
  if (checkout.phase !== "choosing") return checkout.bank;
  return picker?.banks.find((bank) => bank.id === picker.selectedId) ?? null;
}

function Route({ page }: { page: CheckoutPage }) {
  const { checkout, problem, words } = page;
  const { money } = lookOf(checkout.phase);
  const bank = shownBank(page);
  const from = bank?.displayName ?? null;
  const logo = bank?.id ? page.logoOf(bank.id) : null;
  return (
    <dl className="route" data-money={money}>
      <div className="stop" data-from="">
        <dt>{words.say("slip.from")}</dt>
        <dd>
          {from === null ? (
            <EmptyMark />
          ) : (
            <BankMark name={from} logo={logo} off={problem?.kind === "bank_unavailable"} />
          )}
          <span className="link" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className="who" data-empty={from === null ? "" : undefined}>
            {from ?? words.say("slip.your_bank")}
            {checkout.payerMasked !== null && from !== null && (
              <span className="bank-note">{checkout.payerMasked}</span>
            )}
          </span>
          {money === "sent" && <When message="slip.started" at={checkout.startedAt} words={words} />}
        </dd>
      </div>
      <div className="stop">
        <dt>{words.say("slip.to")}</dt>
        <dd>
          <PayeeMark merchant={checkout.merchant} got={money === "sent"} />
          <span className="who">{checkout.merchant.brandName}</span>
          {money === "sent" && <When message="slip.confirmed" at={checkout.completedAt} words={words} />}
        </dd>
      </div>
    </dl>
  );
}

type WhenProps = { message: "slip.started" | "slip.confirmed"; at: Checkout["startedAt"]; words: Words };

function When({ message, at, words }: WhenProps) {
  if (!at) return null;
  const time = <time dateTime={at.toISOString()}>{clockText(at, words.locale)}</time>;
  return <span className="when">{words.rich(message, { time })}</span>;
}

function RewardsLine({ page: { format, words }, rewards }: { page: CheckoutPage; rewards: Rewards }) {
  const { total_rewards: total, extra_rewards: extra, description } = rewards;
  const number = new Intl.NumberFormat(format.locale);
  const amount = extra === undefined ? "" : number.format(extra);
  return (
    <div>
      <dt>{words.say("slip.rewards")}</dt>
      <dd>
        <span className="plus">{`+${number.format(total ?? extra ?? 0)}`}</span>
        {total !== undefined && extra !== undefined
          ? ` · ${description ? words.say("slip.rewards_from", { amount, description }) : words.say("slip.rewards_extra", { amount })}`
          : description && ` · ${description}`}
      </dd>
    </div>
  );
}
