"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { failureOf, type Outputs, useMay, useTRPC } from "../../console/frame/queries";
import { Button } from "../../ui/button";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { Heading } from "../../ui/heading";
import { Note, Status } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { useChanged } from "../frame/use-act";

type Usage = Outputs["platform"]["usage"]["list"];
type Row = Usage[number];

const REFRESH_MS = 10_000;

/** API usage of each merchant, and its limits. */
export function UsagePage({ first }: { first: Usage }) {
  const trpc = useTRPC();
  const may = useMay();
  const [limiting, setLimiting] = useState<Row | null>(null);
  const options = trpc.platform.usage.list.queryOptions(undefined, {
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
  const { data, isError, error, refetch } = useQuery(options);
  return (
    <>
      <Heading
        title="API usage"
        lead="Requests with merchants’ own API keys in the last hour. Requests of partners and operators are not counted."
      />
      {isError ? <QueryFailure what="The usage" error={error} retry={() => refetch()} /> : null}
      {data.length === 0 ? (
        <section className={ui.empty}>
          <h2>No requests in the last hour</h2>
          <p>Merchants with requests in the last hour or with a limit are listed here.</p>
        </section>
      ) : (
        <UsageTable rows={data} onLimit={may("platform.usage.setLimit") ? setLimiting : null} />
      )}
      {limiting ? <LimitDrawer row={limiting} onClose={() => setLimiting(null)} /> : null}
    </>
  );
}

function UsageTable({ rows, onLimit }: { rows: Usage; onLimit: ((row: Row) => void) | null }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>API requests in the last hour, busiest merchants first</caption>
        <colgroup>
          <col />
          <col style={{ width: "8rem" }} />
          <col style={{ width: "9rem" }} />
          <col data-drop="" style={{ width: "7rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "11rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Merchant</th>
            <th scope="col" aria-sort="descending" data-count="">
              Last hour
            </th>
            <th scope="col" data-count="">
              Busiest minute
            </th>
            <th scope="col" data-drop="" data-count="">
              Peak concurrency
            </th>
            <th scope="col">Rate limited</th> <th scope="col">Limit per minute</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <UsageRow key={row.merchantId} row={row} onLimit={onLimit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UsageRow({ row, onLimit }: { row: Row; onLimit: ((row: Row) => void) | null }) {
  const { merchantId, brandName, requests, busiestMinute, lastMinute, peakInFlight, refused, limit } = row;
  const shown = limit === null ? "None" : count(limit);
  return (
    <tr>
      <td data-on="a" title={brandName}>
        <Link className={table.row} href={`/operator/merchants/${merchantId}`}>
          {brandName}
        </Link>
      </td>
      <td data-on="b" data-count="" title={`${count(lastMinute)} in the last whole minute`}>
        {count(requests)}
        <span data-phone=""> requests</span>
      </td>
      <td data-count="">{count(busiestMinute)}</td>
      <td data-drop="" data-count="">
        {peakInFlight}
      </td>
      <td data-on="c">
        {refused === 0 ? (
          <span className={ui.dim}>None</span>
        ) : (
          <Status tone="warn" glyph="warn">
            {count(refused)} rate limited
          </Status>
        )}
      </td>
      <td data-on="d">
        {onLimit ? (
          <Button data-over="" aria-label={`Set the limit of ${brandName}: ${shown}`} onClick={() => onLimit(row)}>
            {limit === null ? "Set limit" : shown}
          </Button>
        ) : (
          shown
        )}
      </td>
    </tr>
  );
}

const count = (value: number) => value.toLocaleString("en-GB");

function LimitDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const act = useMutation(
    trpc.platform.usage.setLimit.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  const failure = act.error ? failureOf(act.error) : null;
  const submit = (form: FormData) => {
    const text = String(form.get("perMinute") ?? "").trim();
    act.mutate({ merchantId: row.merchantId, perMinute: text === "" ? null : Number(text) });
  };
  return (
    <Drawer title={`API limit of ${row.brandName}`} onClose={onClose}>
      <DrawerForm action="Save limit" busy={act.isPending} onSubmit={submit}>
        {failure && !failure.fields["per_minute"] ? (
          <Note tone="bad">{formatFailure(failure, "The limit was not changed.")}</Note>
        ) : null}
        <p className={s.text}>
          Requests over the limit with this merchant’s own API keys get status 429 with Retry-After. The checkout and
          the Console are not limited. A change takes effect within two seconds.
        </p>
        <TextField
          id="per-minute"
          label="Requests per minute"
          optional
          help={`Leave empty for no limit. Busiest minute of the last hour: ${count(row.busiestMinute)}.`}
          error={failure?.fields["per_minute"]}
          name="perMinute"
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          inputMode="numeric"
          defaultValue={row.limit ?? ""}
        />
      </DrawerForm>
    </Drawer>
  );
}
