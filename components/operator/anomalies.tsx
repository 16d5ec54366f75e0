"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment, useState } from "react";
import { addressOf } from "../console/filter-address";
import { FilterTabs } from "../console/filter-list";
import { Heading } from "../console/heading";
import { Money, TestTag } from "../console/parts";
import { type Outputs, useMay, useTRPC } from "../console/queries";
import { QueryFailure } from "../console/query-failure";
import table from "../console/table.module.css";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";
import { ANOMALY_WORDS } from "./anomaly-words";
import s from "./operator.module.css";
import { ReasonDrawer } from "./reason-drawer";
import { useChanged } from "./use-act";

type Anomalies = Outputs["platform"]["anomalies"]["list"];
type Anomaly = Anomalies["items"][number];
export type AnomalyKind = Anomaly["kind"];

const PATH = "/operator/to-look-at";
const KINDS = Object.keys(ANOMALY_WORDS) as AnomalyKind[];

/** What was noted with payments and nobody has dealt with, over all merchants. */
export function AnomaliesPage({ first, kind }: { first: Anomalies; kind: AnomalyKind | null }) {
  const trpc = useTRPC();
  const [closing, setClosing] = useState<Anomaly | null>(null);
  const list = useQuery(trpc.platform.anomalies.list.queryOptions({ kind }, { initialData: first }));
  const { items, more } = list.data;
  return (
    <>
      <Heading
        title="To look at"
        lead="What no rule could decide was kept with its payment, and waits for a person. Nothing is lost meanwhile."
      />
      <FilterTabs
        label="Kinds"
        tabs={[
          { words: "All", href: PATH, isHere: kind === null },
          ...KINDS.map((one) => ({
            words: ANOMALY_WORDS[one].what,
            href: addressOf(PATH, { kind: one }),
            isHere: kind === one,
          })),
        ]}
      />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {items.length === 0 ? (
        <section className={ui.empty}>
          <h2>Nothing waits for you</h2>
          <p>
            {kind === null
              ? "Every payment agrees with its bank and its account, as far as both have told."
              : "Nothing of this kind is open."}
          </p>
        </section>
      ) : (
        <AnomalyTable anomalies={items} onClose={setClosing} />
      )}
      {more ? <p className={s.say}>The newest {items.length}; others stand behind them.</p> : null}
      {closing ? <TickOff anomaly={closing} onClose={() => setClosing(null)} /> : null}
    </>
  );
}

function AnomalyTable({ anomalies, onClose }: { anomalies: Anomaly[]; onClose: (anomaly: Anomaly) => void }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Noted with payments, newest first</caption>
        <colgroup>
          <col style={{ width: "8.5rem" }} />
          <col />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "12rem" }} />
          <col data-drop="" style={{ width: "12rem" }} />
          <col style={{ width: "6rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Noted
            </th>
            <th scope="col">What</th>
            <th scope="col" data-num="">
              Amount
            </th>
            <th scope="col">Merchant</th>
            <th scope="col" data-drop="">
              Reference
            </th>
            <th scope="col">
              <span className={ui.hidden}>Do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {anomalies.map((anomaly) => (
            <Fragment key={anomaly.id}>
              <AnomalyRow anomaly={anomaly} onClose={() => onClose(anomaly)} />
              <tr className={table.why}>
                <td colSpan={6} className={ui.muted}>
                  {ANOMALY_WORDS[anomaly.kind].todo} <code>{anomaly.detail}</code>
                  {anomaly.bankName ? `, ${anomaly.bankName}` : ""}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AnomalyRow({ anomaly, onClose }: { anomaly: Anomaly; onClose: () => void }) {
  const may = useMay();
  const { kind, at, decimal, currency, merchantId, brandName, paymentReference, test } = anomaly;
  const { what } = ANOMALY_WORDS[kind];
  return (
    <tr>
      <td data-on="c" className={ui.muted}>
        <Time at={at} />
      </td>
      <td data-on="a" title={what}>
        <span className={s.account}>
          {what}
          {test ? <TestTag /> : null}
        </span>
      </td>
      <td data-num="" data-on="b">
        <Money decimal={decimal} currency={currency} />
      </td>
      <td title={brandName}>
        <Link href={`/operator/merchants/${merchantId}`}>{brandName}</Link>
      </td>
      <td data-drop="" title={paymentReference} className={ui.muted}>
        {paymentReference}
      </td>
      <td data-on="d">
        {may("platform.anomalies.resolve") ? (
          <button
            className={`${ui.button} ${ui.slim}`}
            type="button"
            aria-label={`Tick off: ${what}, ${paymentReference}`}
            onClick={onClose}
          >
            Tick off
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function TickOff({ anomaly, onClose }: { anomaly: Anomaly; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const resolve = useMutation(
    trpc.platform.anomalies.resolve.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ReasonDrawer
      title={ANOMALY_WORDS[anomaly.kind].what}
      label="What you found"
      help="Kept with it, and in the merchant’s audit log."
      field="note"
      action="Tick it off"
      busy={resolve.isPending}
      error={resolve.error}
      unchanged="It stays on the list."
      onSubmit={(note) => resolve.mutate({ id: anomaly.id, note })}
      onClose={onClose}
    >
      {ANOMALY_WORDS[anomaly.kind].todo} The payment itself stays as it is. Should the same be noted again in other
      words, it stands here again.
    </ReasonDrawer>
  );
}
