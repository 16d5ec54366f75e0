import { Stat, Stats } from "../../ui/fact";
import { groupDigits } from "../../ui/money";
import { None } from "../../ui/parts";
import { formatNumber, formatShare, plural } from "../../ui/text";
import { formatSeconds } from "../../ui/time/duration";
import s from "./overview.module.css";
import {
  comparedPeriod,
  type Figures,
  formatChange,
  formatCountChange,
  formatPoints,
  type InCurrency,
  inCurrency,
} from "./overview-labels";
import type { SpanNames } from "./spans";

type FigureListProps = { figures: Figures; names: readonly SpanNames[] } & InCurrency;

/** The four figures of a period, each with its comparison. */
export function FigureList({ figures, names, named }: FigureListProps) {
  const { received, before, outcomes, success, timeToApproval, currency } = figures;
  const { median, p90, of } = timeToApproval;
  const change = formatChange(received.minor, before.received.minor);
  const earlier = comparedPeriod(figures);
  const returned = received.returned ? `${groupDigits(received.returned)} returned` : null;
  return (
    <Stats>
      <Stat name="Received" value={groupDigits(received.decimal)} unit={currency}>
        {earlier !== null && change === null ? `No payments in the ${earlier}` : null}
        {change === null ? null : (
          <>
            <Change of={change} /> from {groupDigits(before.received.decimal)}
          </>
        )}
        {earlier !== null && returned ? " · " : null}
        {returned}
      </Stat>
      <Stat name={inCurrency("Payments completed", named)} value={formatNumber(received.count)}>
        {before.received.count === 0 ? null : (
          <>
            <Change of={formatCountChange(received.count, before.received.count)} /> from{" "}
            {formatNumber(before.received.count)} ·{" "}
          </>
        )}
        of {formatNumber(outcomes.created)} created
      </Stat>
      <Stat
        name="Conversion after bank selection"
        value={success.share === null ? null : formatShare(success.share).replace(" %", "")}
        unit="%"
      >
        {success.share === null || before.success.share === null ? null : (
          <>
            <Change of={formatPoints(success.share, before.success.share)} /> ·{" "}
          </>
        )}
        {success.share === null ? "No payment has ended yet" : `of ${formatNumber(success.of)}`}
        {outcomes.atBank > 0 ? ` · ${formatNumber(outcomes.atBank)} still at a bank` : null}
        {withoutOutlier(figures, names)}
      </Stat>
      <Stat name={inCurrency("Time to approval, median", named)} {...timeValue(median)}>
        {p90 === null
          ? "From the redirect to approval at the bank"
          : `90 % within ${formatSeconds(p90)} (${plural(of, "payment")})`}
      </Stat>
    </Stats>
  );
}

/** A change from the previous period; null: none to compare. */
export function Change({ of }: { of: string | null }) {
  if (of === null) return <None />;
  return <span className={/^[+\d]/.test(of) ? s.up : undefined}>{of}</span>;
}

function withoutOutlier({ outlier }: Figures, names: readonly SpanNames[]): string | null {
  const name = outlier ? names[outlier.index] : undefined;
  if (!outlier || outlier.without === null || !name) return null;
  return ` · ${formatShare(outlier.without)} without ${name.full}`;
}

function timeValue(seconds: number | null): { value: string | null; unit?: string } {
  if (seconds === null) return { value: null };
  return seconds < 60 ? { value: String(seconds), unit: "s" } : { value: formatSeconds(seconds) };
}
