import { None } from "../../ui/parts";
import { type Column, Table } from "../../ui/table";
import t from "../../ui/table.module.css";
import { formatShare } from "../../ui/text";
import { ChartFrame, EmptyPlot, Grid, SpanAxis, SpanName } from "./chart-frame";
import s from "./overview.module.css";
import { type Figures, type InCurrency, inCurrency } from "./overview-labels";
import { namesOf, type SpanNames, shareOf } from "./spans";

type SuccessChartProps = { figures: Figures; now: string; timeZone: string } & InCurrency;

/** The axis starts at 80 % or below. */
const LEAST_CUT = 0.8;
/** The most points that stay distinct. */
const MAX_POINTS = 31;

type Point = { index: number; share: number; label: string };

/** Of the payments with a bank, the share that completed, by span. */
export function SuccessChart({ figures, now, timeZone, named }: SuccessChartProps) {
  const { spans, days } = figures;
  const names = namesOf(spans, { days, now, timeZone });
  return (
    <ChartFrame
      title={inCurrency("Conversion after bank selection", named)}
      chart={
        <>
          <Line figures={figures} names={names} />
          <SpanAxis names={names} isHalf />
        </>
      }
      table={<SuccessTable figures={figures} names={names} />}
    />
  );
}

function Line({ figures: { spans, outlier }, names }: { figures: Figures; names: readonly SpanNames[] }) {
  const points = spans.flatMap((span, index): Point[] => {
    const { share, label } = shareOf(span);
    return share === null ? [] : [{ index, share, label }];
  });
  if (points.length === 0) return <EmptyPlot>No payment has ended yet</EmptyPlot>;
  const least = Math.min(LEAST_CUT, ...points.map(({ share }) => Math.floor(share * 10) / 10));
  const scale = (share: number) => (share - least) / (1 - least);
  const x = ({ index }: Point) => (index + 0.5) / spans.length;
  const path = `M${points.map((point) => `${100 * x(point)} ${100 - 100 * scale(point.share)}`).join("L")}`;
  const middle = (1 + least) / 2;
  const lines = [least, middle, 1].map((share) => ({ at: scale(share), label: `${Math.round(100 * share)} %` }));
  const last = points.at(-1);
  return (
    <div className={s.plot}>
      <Grid lines={lines} />
      <svg className={s.line} aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path d={path} />
      </svg>
      {points.map((point) =>
        points.length <= MAX_POINTS || point.index === outlier?.index ? (
          <i
            key={point.index}
            className={s.point}
            data-out={point.index === outlier?.index ? "" : undefined}
            style={{
              left: `calc(var(--axis) + (100% - var(--axis)) * ${x(point)})`,
              bottom: `${100 * scale(point.share)}%`,
            }}
          />
        ) : null,
      )}
      {last && last.index !== outlier?.index ? (
        <span className={s.label} style={besideLast(points, scale, spans.length)}>
          {last.label}
        </span>
      ) : null}
      {outlier ? (
        <OutlierLabel outlier={outlier} name={names[outlier.index]} points={points} scale={scale} of={spans.length} />
      ) : null}
    </div>
  );
}

/** Where the label of the last point is: off the line to it, so over it, or under it on its left if the line falls. */
function besideLast(points: readonly Point[], scale: (share: number) => number, of: number) {
  const [before, last] = [points.at(-2), points.at(-1)];
  const at = `${100 * scale(last?.share ?? 0)}%`;
  if (!before || !last || last.share >= before.share) return { right: 0, bottom: `calc(${at} + 6px)` };
  const right = `calc((100% - var(--axis)) * ${1 - (last.index + 0.5) / of} + 0.625rem)`;
  return { right, bottom: `max(0px, calc(${at} - 1.25rem))` };
}

type OutlierLabelProps = {
  outlier: NonNullable<Figures["outlier"]>;
  name: SpanNames | undefined;
  points: readonly Point[];
  scale: (share: number) => number;
  of: number;
};

/** The outlier beside its point, on the side that has room. */
function OutlierLabel({ outlier, name, points, scale, of }: OutlierLabelProps) {
  const point = points.find(({ index }) => index === outlier.index);
  if (!point || !name) return null;
  const ratio = (point.index + 0.5) / of;
  const plot = "(100% - var(--axis))";
  const side =
    ratio > 0.5
      ? { right: `calc(${plot} * ${1 - ratio} + 0.625rem)`, textAlign: "right" as const }
      : { left: `calc(var(--axis) + ${plot} * ${ratio} + 0.625rem)` };
  return (
    <span className={s.label} data-muted="" data-note="" style={{ ...side, bottom: `${100 * scale(point.share)}%` }}>
      <b>{point.label}</b> {name.full}
      {outlier.bank ? (
        <>
          <br />
          {formatOutlier(outlier.bank)}
        </>
      ) : null}
    </span>
  );
}

function formatOutlier({ bankName, lost, of }: { bankName: string; lost: number; of: number }): string {
  return `${bankName}: ${lost} of ${of} failed`;
}

function SuccessTable({ figures, names }: { figures: Figures; names: readonly SpanNames[] }) {
  const { spans, days, outlier } = figures;
  const rows = spans
    .map((span, index) => ({ ...span, ...shareOf(span), index, name: names[index] }))
    .filter(({ name }) => !name?.isAhead);
  const columns: Column<(typeof rows)[number]>[] = [
    { head: days === 1 ? "From" : "Day", kind: "name", cell: ({ name }) => <SpanName name={name} /> },
    { head: "Conversion", cell: ({ share }) => (share === null ? <None /> : formatShare(share)) },
    { head: "Of", muted: true, cell: ({ of }) => of.toLocaleString("en-GB") },
    {
      head: "Note",
      className: s.words,
      cell: ({ index }) => (outlier?.bank && outlier.index === index ? formatOutlier(outlier.bank) : null),
    },
  ];
  return (
    <Table
      plain
      caption={`Conversion after bank selection, by ${days === 1 ? "hour" : "day"}, newest first`}
      className={`${t.table} ${s.table}`}
      columns={columns}
      rows={rows.reverse()}
      keyOf={({ from }) => from}
    />
  );
}
