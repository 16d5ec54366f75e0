import type { ReactNode } from "react";
import { groupDigits } from "../money";
import s from "./overview.module.css";
import { compareWords, type Figures, secondsWords, shareWords } from "./overview-words";
import type { SpanNames } from "./spans";

/** The four figures of a period, each with a line that says what it is to be compared with. */
export function FigureList({ figures, names }: { figures: Figures; names: readonly SpanNames[] }) {
  const { received, before, outcomes, success, timeToApproval, currency, days } = figures;
  const { median, p90, of } = timeToApproval;
  const compared = compareWords(received.minor, before.received.minor, days);
  return (
    <dl className={s.figures}>
      <Figure name="Received" value={groupDigits(received.decimal)} unit={currency}>
        {compared}
        {received.returned ? `; ${groupDigits(received.returned)} went back` : null}
      </Figure>
      <Figure name="Payments completed" value={received.count.toLocaleString("en-GB")}>
        {outcomes.created.toLocaleString("en-GB")} {outcomes.created === 1 ? "was" : "were"} created
      </Figure>
      <Figure
        name="Success once a bank was chosen"
        {...(success.share === null
          ? { value: "none yet", missing: true }
          : { value: shareWords(success.share).replace(" %", ""), unit: "%" })}
      >
        {success.share === null ? "no payment has come to an end" : `of ${success.of.toLocaleString("en-GB")}`}
        {outcomes.atBank > 0 ? `, ${outcomes.atBank.toLocaleString("en-GB")} still at a bank` : null}
        {withoutWords(figures, names)}
      </Figure>
      <Figure name="Time to approval, median" {...timeValue(median)}>
        {p90 === null
          ? "from the way to the bank to the yes"
          : `nine in ten within ${secondsWords(p90)}, of ${of.toLocaleString("en-GB")}`}
      </Figure>
    </dl>
  );
}

function withoutWords({ outlier }: Figures, names: readonly SpanNames[]): string | null {
  const name = outlier ? names[outlier.index] : undefined;
  if (!outlier || outlier.without === null || !name) return null;
  return `; ${shareWords(outlier.without)} without ${name.full}`;
}

function timeValue(seconds: number | null): { value: string; unit?: string; missing?: true } {
  if (seconds === null) return { value: "none yet", missing: true };
  return seconds < 60 ? { value: String(seconds), unit: "s" } : { value: secondsWords(seconds) };
}

type FigureProps = { name: string; value: string; unit?: string; missing?: boolean; children: ReactNode };

function Figure({ name, value, unit, missing, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-missing={missing ? "" : undefined}>
        {value}
        {unit ? <small> {unit}</small> : null}
      </dd>
      <dd>{children}</dd>
    </div>
  );
}
