import { Stat, Stats } from "../../ui/fact";
import { groupDigits } from "../../ui/money";
import { plural } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import type { Figure } from "./balance-figures";
import s from "./balances.module.css";

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

function Nothing({ isStepUpOpen }: { isStepUpOpen: boolean }) {
  return isStepUpOpen ? (
    <span className={ui.skeleton} style={{ width: "6rem" }} />
  ) : (
    <span className={ui.dim}>Unknown</span>
  );
}

function besideOf({ accounts, unknown, asking }: Pick<Figure, "accounts" | "unknown" | "asking">): string {
  const all = plural(accounts, "account");
  if (asking > 0) return accounts === 1 ? "Updating" : `Updating, ${accounts - asking} of ${accounts} done`;
  if (unknown === 0) return all;
  if (unknown === accounts) return accounts === 1 ? "1 account, balance unknown" : `${all}, all balances unknown`;
  return `plus ${plural(unknown, "unknown balance")}`;
}
