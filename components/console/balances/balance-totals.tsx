import { Stat, Stats } from "../../ui/fact";
import { Glyph } from "../../ui/icons";
import { Link } from "../../ui/link";
import { groupDigits } from "../../ui/money";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import type { Figure } from "./balance-figures";
import s from "./balances.module.css";

export type Unmatched = Outputs["transactions"]["unmatched"];

/** The balances by currency, where a currency has several accounts. Unknown ones are counted beside the sum and not in it. */
export function BalanceFigures({ figures }: { figures: Figure[] }) {
  return (
    <Stats>
      {figures.map(({ currency, simulated, known, accounts, unknown, asking }) => (
        <Stat
          key={`${currency} ${simulated}`}
          name={unknown > 0 && known !== null ? `${currency}, known` : currency}
          value={
            known === null ? (
              <Nothing isStepUpOpen={asking > 0} />
            ) : (
              <span className={asking > 0 ? s.asking : undefined}>{groupDigits(known)}</span>
            )
          }
          unit={known === null ? undefined : currency}
          tone={unknown > 0 ? "warn" : undefined}
        >
          {besideOf({ accounts, unknown, asking })}
        </Stat>
      ))}
    </Stats>
  );
}

/** Transfers without a payment; they are part of the balances. Renders nothing without any. */
export function UnmatchedTransfers({ unmatched }: { unmatched: Unmatched }) {
  const count = unmatched.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  const sums = unmatched.map(({ decimal, currency }) => `${groupDigits(decimal)} ${currency}`);
  const what = count === 1 ? "1 transfer is" : `${count.toLocaleString("en-GB")} transfers are`;
  return (
    <p className={s.unmatched}>
      <Glyph name="warn" />
      {what} unmatched: {sums.join(", ")}.{" "}
      <Link href="/console/balances/transactions?show=unmatched">View transfers</Link>
    </p>
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
