"use client";

import { Button } from "../../ui/button";
import { TextField } from "../../ui/fields";
import { Heading } from "../../ui/heading";
import { FormDrawer } from "../../ui/layers/layers";
import { useNamedRow, useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState, Status } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, RowLink, Table } from "../../ui/table";
import { formatNumber } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { useOperatorAction } from "../frame/use-operator-action";

type Usage = Outputs["platform"]["usage"]["list"];
type Row = Usage[number];

const REFRESH_MS = 10_000;

/** API usage of each merchant, and its limits. */
export function UsagePage({ first }: { first: Usage }) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, value, show, close } = useOpenLayer("limit");
  const mayLimit = may("platform.usage.setLimit");
  const query = useServedQuery(trpc.platform.usage.list, undefined, first, REFRESH_MS);
  const { data } = query;
  const limiting = useNamedRow(value, data, ({ merchantId }) => merchantId);
  return (
    <>
      <Heading
        title="API usage"
        lead="Requests with merchants’ own API keys in the last hour. Requests of partners and operators are not counted."
      />
      <QueryFailure what="The usage" query={query} />
      {data.length === 0 ? (
        <EmptyState title="No requests in the last hour">
          Merchants with requests in the last hour or with a limit are listed here.
        </EmptyState>
      ) : (
        <UsageTable rows={data} onLimit={mayLimit ? ({ merchantId }) => show("limit", merchantId) : null} />
      )}
      {open && limiting && mayLimit ? <LimitDrawer row={limiting} onClose={close} /> : null}
    </>
  );
}

function UsageTable({ rows, onLimit }: { rows: Usage; onLimit: ((row: Row) => void) | null }) {
  const columns: Column<Row>[] = [
    {
      head: "Merchant",
      phone: "title",
      title: ({ brandName }) => brandName,
      cell: ({ merchantId, brandName }) => <RowLink href={`/operator/merchants/${merchantId}`}>{brandName}</RowLink>,
    },
    {
      head: "Last hour",
      width: "8rem",
      phone: "end",
      kind: "count",
      sort: { direction: "descending" },
      title: ({ lastMinute }) => `${formatNumber(lastMinute)} in the last whole minute`,
      cell: ({ requests }) => (
        <>
          {formatNumber(requests)}
          <span data-phone=""> requests</span>
        </>
      ),
    },
    { head: "Busiest minute", width: "9rem", kind: "count", cell: ({ busiestMinute }) => formatNumber(busiestMinute) },
    { head: "Peak concurrency", width: "8.5rem", drop: "narrow", kind: "count", cell: (row) => row.peakInFlight },
    {
      head: "Rate limited",
      width: "9rem",
      phone: "line",
      cell: ({ refused }) =>
        refused === 0 ? (
          <span className={ui.dim}>
            <span data-phone="">Rate limited: </span>None
          </span>
        ) : (
          <Status tone="warn" glyph="warn">
            {formatNumber(refused)} rate limited
          </Status>
        ),
    },
    {
      head: "Limit per minute",
      width: "11rem",
      phone: "lineEnd",
      cell: (row) => <Limit row={row} onLimit={onLimit} />,
    },
  ];
  return (
    <Table
      caption="API requests in the last hour, busiest merchants first"
      columns={columns}
      rows={rows}
      keyOf={({ merchantId }) => merchantId}
    />
  );
}

function Limit({ row, onLimit }: { row: Row; onLimit: ((row: Row) => void) | null }) {
  const shown = row.limit === null ? "None" : formatNumber(row.limit);
  if (!onLimit) return shown;
  return (
    <Button data-over="" aria-label={`Set the limit of ${row.brandName}: ${shown}`} onClick={() => onLimit(row)}>
      {row.limit === null ? "Set limit" : shown}
    </Button>
  );
}

/**
 * The limit that is typed; null: none. Any other text is 0, which the server refuses at the field. A number input has
 * no text for "1,000" and NaN is sent as null: either would remove the limit.
 */
export function readLimit(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function LimitDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const trpc = useTRPC();
  const act = useOperatorAction(trpc.platform.usage.setLimit, {
    unchanged: "The limit was not changed.",
    fields: ["per_minute"],
    onDone: onClose,
  });
  const submit = (form: FormData) =>
    act.run({ merchantId: row.merchantId, perMinute: readLimit(String(form.get("perMinute") ?? "")) });
  return (
    <FormDrawer
      title={`API limit of ${row.brandName}`}
      onClose={onClose}
      action="Save limit"
      act={act}
      onSubmit={submit}
    >
      <p className={s.text}>
        Requests over the limit with this merchant’s own API keys get status 429 with Retry-After. The checkout and the
        Console are not limited. A change takes effect within two seconds.
      </p>
      <TextField
        id="per-minute"
        label="Requests per minute"
        optional
        help={`Leave empty for no limit. Busiest minute of the last hour: ${formatNumber(row.busiestMinute)}.`}
        error={act.errors["per_minute"]}
        name="perMinute"
        inputMode="numeric"
        defaultValue={row.limit ?? ""}
      />
    </FormDrawer>
  );
}
