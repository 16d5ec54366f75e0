import { Link } from "../../ui/link";
import { groupDigits } from "../../ui/money";
import { None } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import type { Figure } from "./balance-figures";
import s from "./balances.module.css";

export type Unmatched = Outputs["transactions"]["unmatched"];

/** The balances by currency. Unknown ones are counted beside the sum and not in it. */
export function BalanceFigures({ figures, unmatched }: { figures: Figure[]; unmatched: Unmatched }) {
  return (
    <dl className={s.figures}>
      {figures.map(({ currency, simulated, known, accounts, unknown, asking }) => (
        <div key={`${currency} ${simulated}`}>
          <dt>
            {currency}
            {unknown > 0 && known !== null ? ", known" : ""}
          </dt>
          <dd className={s.sum}>
            {known === null ? (
              <Nothing isStepUpOpen={asking > 0} />
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
      <UnmatchedTransfers unmatched={unmatched} />
    </dl>
  );
}

/** Transfers without a payment; they are part of the balances. */
function UnmatchedTransfers({ unmatched }: { unmatched: Unmatched }) {
  const count = unmatched.reduce((sum, one) => sum + one.count, 0);
  const sums = unmatched.map(({ decimal, currency }) => `${groupDigits(decimal)} ${currency}`);
  return (
    <div>
      <dt>Unmatched transfers</dt>
      <dd className={s.sum}>{count.toLocaleString("en-GB")}</dd>
      <dd className={s.beside} data-tone={count > 0 ? "warn" : undefined}>
        {count === 0 ? <None /> : <Link href="/console/balances/transactions?show=unmatched">{sums.join(", ")}</Link>}
      </dd>
    </div>
  );
}

function Nothing({ isStepUpOpen }: { isStepUpOpen: boolean }) {
  return isStepUpOpen ? (
    <span className={ui.skeleton} style={{ width: "6rem" }} />
  ) : (
    <span className={ui.dim}>Unknown</span>
  );
}

function besideOf({ accounts, unknown, asking }: Pick<Figure, "accounts" | "unknown" | "asking">): string {
  const all = accounts === 1 ? "1 account" : `${accounts} accounts`;
  if (asking > 0) return accounts === 1 ? "Updating" : `Updating, ${accounts - asking} of ${accounts} done`;
  if (unknown === 0) return all;
  if (unknown === accounts) return accounts === 1 ? "1 account, balance unknown" : `${all}, all balances unknown`;
  return unknown === 1 ? "plus 1 unknown balance" : `plus ${unknown} unknown balances`;
}
