import type { ReactNode } from "react";
import { ChartFrame } from "../../console/overview/chart-frame";
import { None } from "../../ui/parts";
import { type Outputs, useServedQuery, useTRPC } from "../../ui/queries";
import { RetryNote } from "../../ui/query-failure";
import { SparkLine } from "../../ui/spark-line";
import { type Column, Table } from "../../ui/table";
import t from "../../ui/table.module.css";
import { formatNumber, formatShare, plural } from "../../ui/text";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import s from "./last-hour.module.css";

type Figures = Outputs["platform"]["system"]["lastHour"];

const REFRESH_MS = 60_000;
const MINUTES = 60;

/** Payments, banks, webhooks and API requests of the last hour, in spans of five minutes. */
export function LastHour({ first }: { first: Figures }) {
  const trpc = useTRPC();
  const { data, isError, error, refetch } = useServedQuery(trpc.platform.system.lastHour, undefined, first, REFRESH_MS);
  return (
    <div className={s.hour}>
      {isError ? <RetryNote error={error} retry={() => refetch()} /> : null}
      <ChartFrame
        title="Last hour, live and test"
        chart={<Trends figures={data} />}
        table={<Numbers figures={data} />}
      />
    </div>
  );
}

function Trends({ figures: { from, to, payments, banks, webhooks, api } }: { figures: Figures }) {
  const trends: TrendProps[] = [
    {
      name: "Payments started",
      value: formatNumber(payments.hour.started),
      note: formatRate(payments.hour.started),
      values: payments.spans.map(({ started }) => started),
    },
    {
      name: "Conversion at banks",
      value: shareOf(payments.hour.paid, payments.hour.ended),
      note: `of ${plural(payments.hour.ended, "payment")} that ended`,
      values: payments.spans.map(({ paid, ended }) => (ended === 0 ? null : paid / ended)),
    },
    {
      name: "Bank response, p95",
      value: msOf(banks.hour.p95Ms),
      note: banks.slowest
        ? `slowest: ${banks.slowest.bankName}, ${formatMs(banks.slowest.p95Ms)}`
        : "no bank was called",
      values: banks.spans.map(({ p95Ms }) => p95Ms),
    },
    {
      name: "Webhook delay, p95",
      value: msOf(webhooks.hour.p95Ms),
      note: "from the event to the first attempt",
      values: webhooks.spans.map(({ p95Ms }) => p95Ms),
    },
    {
      name: "Webhooks delivered at once",
      value: shareOf(webhooks.hour.delivered, webhooks.hour.calls),
      note: `by the first attempt, of ${formatNumber(webhooks.hour.calls)}`,
      values: webhooks.spans.map(({ delivered, calls }) => (calls === 0 ? null : delivered / calls)),
    },
    {
      name: "API requests",
      value: formatNumber(api.hour.requests),
      note: `with merchants’ own keys; ${formatNumber(api.hour.refused)} rate limited`,
      values: api.spans.map(({ requests }) => requests),
    },
  ];
  return (
    <div className={s.trends}>
      {trends.map((trend) => (
        <Trend key={trend.name} {...trend}>
          <Time at={from} as="clock" />
          <Time at={to} as="clock" />
        </Trend>
      ))}
    </div>
  );
}

type TrendProps = { name: string; value: ReactNode; note: string; values: (number | null)[] };

function Trend({ name, value, note, values, children }: TrendProps & { children: ReactNode }) {
  return (
    <div>
      <h3>{name}</h3>
      <b>{value}</b>
      <p>{note}</p>
      <SparkLine values={values} label={name} />
      <p className={s.times}>{children}</p>
    </div>
  );
}

/** Of an hour's count: a minute's. */
function formatRate(count: number): string {
  if (count === 0) return "none";
  return count < MINUTES ? "fewer than one a minute" : `${formatNumber(Math.round(count / MINUTES))} a minute`;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? <None /> : formatShare(part / whole));
const msOf = (ms: number | null) => (ms === null ? <None /> : formatMs(ms));

function Numbers({ figures: { from, to, payments, banks, webhooks, api } }: { figures: Figures }) {
  const spanMs = (Date.parse(to) - Date.parse(from)) / payments.spans.length;
  const rows = payments.spans.map((payment, nth) => ({
    at: new Date(Date.parse(from) + nth * spanMs).toISOString(),
    payment,
    bank: banks.spans[nth],
    webhook: webhooks.spans[nth],
    api: api.spans[nth],
  }));
  const columns: Column<(typeof rows)[number]>[] = [
    { head: "From", kind: "name", cell: ({ at }) => <Time at={at} as="clock" /> },
    { head: "Payments started", kind: "count", cell: ({ payment }) => formatNumber(payment.started) },
    { head: "Conversion", kind: "count", cell: ({ payment: { paid, ended } }) => shareOf(paid, ended) },
    { head: "Bank response, p95", kind: "count", cell: ({ bank }) => msOf(bank?.p95Ms ?? null) },
    { head: "Webhook delay, p95", kind: "count", cell: ({ webhook }) => msOf(webhook?.p95Ms ?? null) },
    { head: "Delivered", kind: "count", cell: ({ webhook }) => shareOf(webhook?.delivered ?? 0, webhook?.calls ?? 0) },
    { head: "API requests", kind: "count", cell: (row) => formatNumber(row.api?.requests ?? 0) },
    { head: "Rate limited", kind: "count", cell: (row) => formatNumber(row.api?.refused ?? 0) },
  ];
  return (
    <Table
      plain
      caption="The last hour in spans of five minutes, newest first"
      className={t.table}
      columns={columns}
      rows={rows.reverse()}
      keyOf={({ at }) => at}
    />
  );
}
