import type { Figure } from "./balance-figures";
import s from "./balances.module.css";
import { groupDigits } from "./money";
import { TestTag } from "./parts";
import ui from "./ui.module.css";

/** What is there, by currency. What is unknown is said beside the sum, and never in it. */
export function BalanceFigures({ figures }: { figures: Figure[] }) {
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
    </dl>
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
