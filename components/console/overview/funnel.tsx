import { Section } from "../../ui/heading";
import { formatNumber, formatShare } from "../../ui/text";
import s from "./overview.module.css";
import { type Figures, type InCurrency, inCurrency } from "./overview-labels";

/** How far the payments created in the period came. */
export function Funnel({ outcomes, named }: Pick<Figures, "outcomes"> & InCurrency) {
  const { created, initiated, atBank, completed } = outcomes;
  if (created === 0) return null;
  const steps = [
    ["Created", created],
    ["Bank selected", initiated],
    ["Completed", completed],
  ] as const;
  const ended = initiated - atBank - completed;
  const rest = [
    created > initiated ? `${formatNumber(created - initiated)} without a bank` : null,
    ended > 0 ? `${formatNumber(ended)} not completed` : null,
    atBank > 0 ? `${formatNumber(atBank)} at the bank` : null,
  ].filter((one) => one !== null);
  return (
    <section aria-label="From created to completed">
      <Section title={inCurrency("From created to completed", named)} first />
      <dl className={s.funnel}>
        {steps.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <i style={{ width: `${(100 * count) / created}%` }} />
            </dd>
            <dd>
              {formatNumber(count)} <small>{formatShare(count / created)}</small>
            </dd>
          </div>
        ))}
      </dl>
      {rest.length > 0 ? <p className={s.rest}>{rest.join(" · ")}</p> : null}
    </section>
  );
}
