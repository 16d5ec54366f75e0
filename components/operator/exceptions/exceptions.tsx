"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment, useState } from "react";
import { type Outputs, useMay, useTRPC } from "../../console/frame/queries";
import { Button } from "../../ui/button";
import { addressOf } from "../../ui/filter/filter-address";
import { FilterTabs } from "../../ui/filter/filter-list";
import { Heading } from "../../ui/heading";
import { Money, TestTag } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { ReasonDrawer } from "../frame/reason-drawer";
import { useChanged } from "../frame/use-act";
import { EXCEPTION_LABELS } from "./exception-labels";

type Exceptions = Outputs["platform"]["exceptions"]["list"];
type Exception = Exceptions["items"][number];
export type ExceptionKind = Exception["kind"];

const PATH = "/operator/exceptions";
const KINDS = Object.keys(EXCEPTION_LABELS) as ExceptionKind[];

/** Open exceptions of all merchants. */
export function ExceptionsPage({ first, kind }: { first: Exceptions; kind: ExceptionKind | null }) {
  const trpc = useTRPC();
  const [closing, setClosing] = useState<Exception | null>(null);
  const list = useQuery(trpc.platform.exceptions.list.queryOptions({ kind }, { initialData: first }));
  const { items, more } = list.data;
  return (
    <>
      <Heading title="Exceptions" lead="Payments that need a decision. Nothing changes until you resolve them." />
      <FilterTabs
        label="Kinds"
        tabs={[
          { words: "All", href: PATH, isHere: kind === null },
          ...KINDS.map((one) => ({
            words: EXCEPTION_LABELS[one].what,
            href: addressOf(PATH, { kind: one }),
            isHere: kind === one,
          })),
        ]}
      />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {items.length === 0 ? (
        <section className={ui.empty}>
          <h2>No exceptions</h2>
          <p>
            {kind === null ? "Every payment agrees with its bank and its bank account." : "No exceptions of this kind."}
          </p>
        </section>
      ) : (
        <ExceptionTable exceptions={items} onClose={setClosing} />
      )}
      {more ? <p className={s.text}>Showing the newest {items.length}. Resolve some to see older ones.</p> : null}
      {closing ? <ResolveException exception={closing} onClose={() => setClosing(null)} /> : null}
    </>
  );
}

function ExceptionTable({ exceptions, onClose }: { exceptions: Exception[]; onClose: (exception: Exception) => void }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Exceptions, newest first</caption>
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
              Detected{" "}
            </th>{" "}
            <th scope="col">Exception</th>
            <th scope="col" data-num="">
              Amount
            </th>
            <th scope="col">Merchant</th>
            <th scope="col" data-drop="">
              Reference
            </th>
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {exceptions.map((exception) => (
            <Fragment key={exception.id}>
              <ExceptionRow exception={exception} onClose={() => onClose(exception)} />
              <tr className={table.why}>
                <td colSpan={6} className={ui.muted}>
                  {EXCEPTION_LABELS[exception.kind].todo} <code>{exception.detail}</code>
                  {exception.bankName ? `, ${exception.bankName}` : ""}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ExceptionRow({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const may = useMay();
  const { kind, at, decimal, currency, merchantId, brandName, paymentReference, test } = exception;
  const { what } = EXCEPTION_LABELS[kind];
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
        {may("platform.exceptions.resolve") ? (
          <Button slim aria-label={`Resolve: ${what}, ${paymentReference}`} onClick={onClose}>
            Resolve{" "}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

function ResolveException({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const resolve = useMutation(
    trpc.platform.exceptions.resolve.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ReasonDrawer
      title={EXCEPTION_LABELS[exception.kind].what}
      label="What you found"
      help="Kept with the exception and in the merchant’s audit log."
      field="note"
      action="Resolve exception"
      busy={resolve.isPending}
      error={resolve.error}
      unchanged="The exception is still open."
      onSubmit={(note) => resolve.mutate({ id: exception.id, note })}
      onClose={onClose}
    >
      {EXCEPTION_LABELS[exception.kind].todo} The payment does not change. If it is detected again with other details,
      it is listed again.
    </ReasonDrawer>
  );
}
