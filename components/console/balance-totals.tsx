import Link from "next/link";
import type { Figure } from "./balance-figures";
import s from "./balances.module.css";
import { groupDigits } from "./money";
import { TestTag } from "./parts";
import type { Outputs } from "./queries";
import ui from "./ui.module.css";

export type Unplaced = Outputs["movements"]["unplaced"];

/** What is there, by currency. What is unknown is said beside the sum, and never in it. */
export function BalanceFigures({ figures, unplaced }: { figures: Figure[]; unplaced: Unplaced }) {
  return (
    <dl className={s.figures}>
      {figures.map(({ currency, simulated, known, accounts, unknown, asking }) => (
        <div key={`${currency} ${simulated}`}>
          <dt>
            {currency}
            {unknown > 0 && known !== null ? ", known" : ""}
            {simulated ? <TestTag /> : null}
          </dt>
          <dd className={s.sum}>
            {known === null ? (
              <Nothing isAsking={asking > 0} />
            ) : (
              <span className={asking > 0 ? s.asking : undefined}>
                {groupDigits(known)}
                <small>{currency}</small>
              </span>
            )}
          </dd>
          <dd className={s.beside} data-tone={unknown > 0 ? "warn" : undefined}>
            {besideOf({ accounts, unknown, asking })}
          </dd>
        </div>
      ))}
      <WithoutPayment unplaced={unplaced} />
    </dl>
  );
}

/** Money that came in and belongs to no payment. It is in the balances above, and nobody's. */
function WithoutPayment({ unplaced }: { unplaced: Unplaced }) {
  const count = unplaced.reduce((sum, one) => sum + one.count, 0);
  const sums = unplaced.map(({ decimal, currency }) => `${groupDigits(decimal)} ${currency}`);
  return (
    <div>
      <dt>Money without a payment</dt>
      <dd className={s.sum}>{count.toLocaleString("en-GB")}</dd>
      <dd className={s.beside} data-tone={count > 0 ? "warn" : undefined}>
        {count === 0 ? (
          "none"
        ) : (
          <Link href="/console/balances/movements?show=unplaced">{sums.join(", ")} to be matched</Link>
        )}
      </dd>
    </div>
  );
}

function Nothing({ isAsking }: { isAsking: boolean }) {
  return isAsking ? (
    <span className={ui.skeleton} style={{ width: "6rem" }} />
  ) : (
    <span className={ui.dim}>Unknown</span>
  );
}

function besideOf({ accounts, unknown, asking }: Pick<Figure, "accounts" | "unknown" | "asking">): string {
  const all = accounts === 1 ? "one account" : `${accounts} accounts`;
  if (asking > 0) return accounts === 1 ? "asking" : `${accounts - asking} of ${accounts} have answered`;
  if (unknown === 0) return all;
  if (unknown === accounts) return accounts === 1 ? "one account, and it is unknown" : `${all}, all unknown`;
  return unknown === 1 ? "plus one account unknown" : `plus ${unknown} accounts unknown`;
}
