import { groupDigits } from "../../ui/money";
import { type Column, Table } from "../../ui/table";
import t from "../../ui/table.module.css";
import { ChartFrame, EmptyPlot, Grid, SpanAxis, SpanName } from "./chart-frame";
import s from "./overview.module.css";
import { comparedPeriod, comparisonName, type Figures, periodName } from "./overview-labels";
import { axisOf, namesOf, type SpanNames } from "./spans";

type ReceivedChartProps = { figures: Figures; now: string; timeZone: string };

/** The widths of a bar and of the previous period's mark, as parts of a span's; larger where spans are many. */
const BAR = 0.38;
const MARK = 0.6;
const DENSE_BAR = 0.62;
const DENSE_MARK = 1;
/** The number of spans from which these hold. */
const DENSE = 32;

/** Received by span, beside the period that it is compared with. */
export function ReceivedChart({ figures, now, timeZone }: ReceivedChartProps) {
  const { spans, currency, days } = figures;
  const names = namesOf(spans, { days, now, timeZone });
  const before = comparedPeriod(figures) === null ? null : comparisonName(figures);
  return (
    <ChartFrame
      title={`Received by ${days === 1 ? "hour" : "day"}, ${currency}`}
      legend={
        <>
          <span className={s.legend} data-mark="bar">
            {periodName(figures)}
          </span>
          {before === null ? null : (
            <span className={s.legend} data-mark="line">
              {before}
            </span>
          )}
        </>
      }
      chart={
        <>
          <Bars figures={figures} current={names.findIndex(({ isCurrent }) => isCurrent)} />
          <SpanAxis names={names} />
        </>
      }
      table={<ReceivedTable figures={figures} names={names} before={before} />}
    />
  );
}

function Bars({ figures: { spans, comparison }, current }: { figures: Figures; current: number }) {
  const most = Math.max(0, ...spans.flatMap(({ received, before }) => [received.minor, before.minor]));
  if (most === 0) return <EmptyPlot>{`No payments in ${comparison === "none" ? "this" : "either"} period`}</EmptyPlot>;
  const axis = axisOf(most);
  const scale = (minor: number) => minor / (axis.at(-1) ?? 1);
  const highest = spans.reduce(
    (top, { received }, index) => (received.minor > (spans[top]?.received.minor ?? 0) ? index : top),
    0,
  );
  const width = 100 / spans.length;
  const [bar, dash] = spans.length < DENSE ? [BAR, MARK] : [DENSE_BAR, DENSE_MARK];
  const lines = axis.map((minor) => ({ at: scale(minor), label: minor === 0 ? "" : axisLabel(minor, spans) }));
  return (
    <div className={s.plot}>
      <Grid lines={lines} />
      <svg className={s.bars} aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        {spans.map(({ from, received, before }, index) => {
          const middle = (index + 0.5) * width;
          const height = 100 * scale(received.minor);
          const mark = 100 - 100 * scale(before.minor);
          return (
            <g key={from}>
              {received.minor > 0 ? (
                <rect
                  data-current={index === current ? "" : undefined}
                  x={middle - (width * bar) / 2}
                  width={width * bar}
                  y={100 - height}
                  height={height}
                />
              ) : null}
              {before.minor > 0 ? <path d={`M${middle - (width * dash) / 2} ${mark}h${width * dash}`} /> : null}
            </g>
          );
        })}
      </svg>
      <BarLabel at={highest} of={spans.length} height={scale(spans[highest]?.received.minor ?? 0)}>
        {spans[highest]?.received.minor
          ? `${groupDigits(spans[highest].received.decimal)}${current === highest ? " so far" : ""}`
          : null}
      </BarLabel>
      {current === highest || current === -1 || spans.length >= DENSE ? null : (
        <BarLabel
          at={current}
          of={spans.length}
          muted
          height={scale(Math.max(spans[current]?.received.minor ?? 0, spans[current]?.before.minor ?? 0))}
        >
          so far
        </BarLabel>
      )}
    </div>
  );
}

type BarLabelProps = { at: number; of: number; height: number; muted?: boolean; children: string | null };

/** A label over a bar. At the edges an amount is shifted inwards; `muted`: short enough to stay over its bar. */
function BarLabel({ at, of, height, muted, children }: BarLabelProps) {
  const ratio = (at + 0.5) / of;
  if (children === null) return null;
  return (
    <span
      className={s.label}
      data-muted={muted ? "" : undefined}
      style={{
        left: `calc(var(--axis) + (100% - var(--axis)) * ${ratio})`,
        bottom: `calc(${100 * height}% + 2px)`,
        translate: `${muted ? -50 : ratio > 0.9 ? -80 : ratio < 0.1 ? -20 : -50}% 0`,
      }}
    >
      {children}
    </span>
  );
}

/** A label of the axis, in major units; the currency is in the title. */
function axisLabel(minor: number, spans: Figures["spans"]): string {
  const decimals = spans[0]?.received.decimal.split(".")[1]?.length ?? 0;
  return (minor / 10 ** decimals).toLocaleString("en-GB", { maximumFractionDigits: decimals });
}

type TableProps = { figures: Figures; names: readonly SpanNames[]; before: string | null };

function ReceivedTable({ figures: { spans, currency, days }, names, before }: TableProps) {
  const rows = spans.map((span, index) => ({ ...span, name: names[index] })).filter(({ name }) => !name?.isAhead);
  const columns: Column<(typeof rows)[number]>[] = [
    { head: days === 1 ? "From" : "Day", kind: "name", cell: ({ name }) => <SpanName name={name} /> },
    { head: "Completed", cell: ({ received }) => received.count.toLocaleString("en-GB") },
    { head: `Received, ${currency}`, cell: ({ received }) => groupDigits(received.decimal) },
  ];
  if (before !== null)
    columns.push({ head: before, muted: true, cell: ({ before: earlier }) => groupDigits(earlier.decimal) });
  return (
    <Table
      plain
      caption={`Received by ${days === 1 ? "hour" : "day"} in ${currency}, newest first`}
      className={`${t.table} ${s.table}`}
      columns={columns}
      rows={rows.reverse()}
      keyOf={({ from }) => from}
    />
  );
}
