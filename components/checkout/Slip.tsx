import type { Checkout, Rewards } from "../../server/payments/checkout/checkout-view";
import type { RememberedAccount } from "../../server/payments/remembered-accounts/remembered-accounts";
import { amountPieces, amountText, clockText, timeLeft } from "./languages/format";
import { messageLocaleOf } from "./languages/languages";
import type { Translator } from "./languages/translator";
import { BankMark, EmptyMark, PayeeMark } from "./Marks";
import type { CheckoutPage } from "./model";
import { Masked, primaryAccount } from "./picker/Accounts";
import { LOW_TIME_S, lookOf } from "./state/phases";

const LONG_AMOUNT_CHARACTERS = 10;

/** The remittance slip: amount, from, to, reference. It stays in place; only the part under its perforation changes. */
export function Slip({ page }: { page: CheckoutPage }) {
  const { checkout, translator } = page;
  const look = lookOf(checkout);
  const counts = checkout.phase === "choosing" && checkout.expiresInS !== null;
  return (
    <header className="slip" data-part="slip" data-over={look.over ? "" : undefined}>
      <div className="slip-head">
        <h1>{translator.t("slip.title")}</h1>
        {counts && <Timer seconds={checkout.expiresInS ?? 0} translator={translator} />}
      </div>
      <Amount page={page} />
      <Route page={page} />
      <dl className="lines">
        {/* Empty in the preview of a new link only. */}
        {checkout.paymentReference !== "" && (
          <div>
            <dt>{translator.t("slip.reference")}</dt>
            <dd>{checkout.paymentReference}</dd>
          </div>
        )}
        {checkout.reversedAmount !== null && (
          <div>
            <dt>{translator.t("slip.returned")}</dt>
            <dd>{amountText(checkout.reversedAmount, checkout.currency, page.format)}</dd>
          </div>
        )}
        {checkout.rewards && !look.over && <RewardsLine page={page} rewards={checkout.rewards} />}
      </dl>
    </header>
  );
}

function Timer({ seconds, translator }: { seconds: number; translator: Translator }) {
  const low = seconds < LOW_TIME_S ? "" : undefined;
  return (
    <p className="timer" role="timer" aria-live="off" data-left={seconds} data-low={low}>
      {translator.t("timer.left", { time: timeLeft(seconds) })}
    </p>
  );
}

function Amount({ page: { checkout, format, problem, translator } }: { page: CheckoutPage }) {
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
          <span className="vh">{`${translator.t("slip.before")} `}</span>
          {amountText(was, currency, format)}
        </del>
      )}
    </p>
  );
}

type ShownBank = { id: string | null; displayName: string; masked: string | null };

/**
 * The bank on the slip: of the payment, or the choice so far (a bank, or the saved account of the form); without one,
 * the bank of the primary saved account.
 */
function shownBank(page: CheckoutPage): ShownBank | null {
  const { checkout, picker, problem } = page;
  const pressed = problem && "chosen" in problem ? (problem.chosen?.accountId ?? null) : null;
  const account = checkout.phase === "choosing" && checkout.accounts.find(({ id }) => id === pressed);
  if (account) return bankOf(account);
  if (problem?.kind === "bank_unavailable")
    return { id: problem.chosen.bankId, displayName: problem.bankName, masked: null };
  if (checkout.phase !== "choosing") return checkout.bank && { ...checkout.bank, masked: checkout.payerMasked };
  const chosen = picker?.banks.find((bank) => bank.id === picker.selectedId);
  if (chosen) return { ...chosen, masked: null };
  const saved = primaryAccount(page);
  return saved && bankOf(saved);
}

function bankOf({ bankId, bankName, accountMasked }: RememberedAccount): ShownBank {
  return { id: bankId, displayName: bankName, masked: accountMasked };
}

function Route({ page }: { page: CheckoutPage }) {
  const { checkout, problem, translator } = page;
  const { money } = lookOf(checkout);
  const bank = shownBank(page);
  const from = bank?.displayName ?? null;
  const logo = bank?.id ? page.logoOf(bank.id) : null;
  return (
    <dl className="route" data-money={money}>
      <div className="stop" data-from="">
        <dt>{translator.t("slip.from")}</dt>
        <dd>
          {from === null ? (
            <EmptyMark />
          ) : (
            <BankMark id={bank?.id ?? null} name={from} logo={logo} off={problem?.kind === "bank_unavailable"} />
          )}
          <span className="link" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className="who" data-empty={from === null ? "" : undefined}>
            {from ?? translator.t("slip.your_bank")}
            {bank !== null && bank.masked !== null && (
              <small>
                {" "}
                <Masked masked={bank.masked} translator={translator} />
              </small>
            )}
          </span>
          {money === "sent" && <When message="slip.started" at={checkout.startedAt} translator={translator} />}
        </dd>
      </div>
      <div className="stop">
        <dt>{translator.t("slip.to")}</dt>
        <dd>
          <PayeeMark merchant={checkout.merchant} got={money === "sent"} />
          <span className="who">{checkout.merchant.brandName}</span>
          {money === "sent" && <When message="slip.confirmed" at={checkout.completedAt} translator={translator} />}
        </dd>
      </div>
    </dl>
  );
}

type WhenProps = { message: "slip.started" | "slip.confirmed"; at: Checkout["startedAt"]; translator: Translator };

function When({ message, at, translator }: WhenProps) {
  if (!at) return null;
  const time = <time dateTime={at.toISOString()}>{clockText(at, translator.locale)}</time>;
  return <span className="when">{translator.rich(message, { time })}</span>;
}

function RewardsLine({ page: { format, translator }, rewards }: { page: CheckoutPage; rewards: Rewards }) {
  const { total_rewards: total, extra_rewards: extra, description } = rewards;
  const number = new Intl.NumberFormat(messageLocaleOf(format.locale));
  const amount = extra === undefined ? "" : number.format(extra);
  return (
    <div>
      <dt>{translator.t("slip.rewards")}</dt>
      <dd>
        <span className="plus">{`+${number.format(total ?? extra ?? 0)}`}</span>
        {total !== undefined && extra !== undefined
          ? ` · ${description ? translator.t("slip.rewards_from", { amount, description }) : translator.t("slip.rewards_extra", { amount })}`
          : description && ` · ${description}`}
      </dd>
    </div>
  );
}
