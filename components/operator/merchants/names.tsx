"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { failureOf, type Outputs, useMay, useTRPC } from "../../console/frame/queries";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { Heading } from "../../ui/heading";
import { QueryFailure } from "../../ui/query-failure";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { ReasonDrawer } from "../frame/reason-drawer";
import { useChanged } from "../frame/use-act";

type Names = Outputs["platform"]["names"]["list"];
type NameRequest = Names["items"][number];
type Open = { kind: "approve" | "refuse"; request: NameRequest };

/** Name requests of merchants, to approve or refuse. */
export function NamesPage({ first }: { first: Names }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState<Open | null>(null);
  const list = useQuery(trpc.platform.names.list.queryOptions(undefined, { initialData: first }));
  const { items, more } = list.data;
  return (
    <>
      <Heading
        title="Name requests"
        lead="Merchants’ requests for a new name. Customers and banks see the current name until you approve the new one."
      />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {items.length === 0 ? (
        <section className={ui.empty}>
          <h2>No name requests</h2>{" "}
          <p>Merchants’ requests for a new name appear here. Set OPERATOR_EMAIL to get an e-mail for each.</p>
        </section>
      ) : (
        <NamesTable requests={items} onOpen={setOpen} />
      )}
      {more ? <p className={s.text}>Showing the oldest {items.length}. Decide some to see newer ones.</p> : null}
      {open?.kind === "approve" ? <Approve request={open.request} onClose={() => setOpen(null)} /> : null}
      {open?.kind === "refuse" ? <Refuse request={open.request} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function NamesTable({ requests, onOpen }: { requests: NameRequest[]; onOpen: (open: Open) => void }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Names to approve, oldest first</caption>
        <colgroup>
          <col style={{ width: "8.5rem" }} />
          <col />
          <col />
          <col data-drop="" style={{ width: "14rem" }} />
          <col style={{ width: "12rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="ascending">
              Requested
            </th>
            <th scope="col">New name</th>
            <th scope="col">Current name</th>
            <th scope="col" data-drop="">
              Requested by
            </th>
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <NameRow key={request.id} request={request} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NameRow({ request, onOpen }: { request: NameRequest; onOpen: (open: Open) => void }) {
  const may = useMay();
  const { createdAt, name, brandName, merchantId, requestedBy } = request;
  const button = (kind: Open["kind"], words: string) =>
    may(`platform.names.${kind}`) ? (
      <Button slim aria-label={`${words} ${name}`} onClick={() => onOpen({ kind, request })}>
        {words}
      </Button>
    ) : null;
  return (
    <tr>
      <td data-on="c" className={ui.muted}>
        <Time at={createdAt} />
      </td>
      <td data-on="a" title={name}>
        {name}
      </td>
      <td data-on="b" title={brandName}>
        <Link href={`/operator/merchants/${merchantId}`}>{brandName}</Link>
      </td>
      <td data-drop="" title={requestedBy ?? undefined} className={ui.muted}>
        {requestedBy ?? "–"}
      </td>
      <td data-on="d">
        {button("approve", "Approve")} {button("refuse", "Reject")}
      </td>
    </tr>
  );
}

type DialogProps = { request: NameRequest; onClose: () => void };

function Approve({ request: { id, name, brandName }, onClose }: DialogProps) {
  const trpc = useTRPC();
  const changed = useChanged();
  const approve = useMutation(
    trpc.platform.names.approve.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Approve “${name}”?`}
      action="Approve name"
      cancel="Cancel"
      primary
      busy={approve.isPending}
      error={approve.error && formatFailure(failureOf(approve.error), "Nothing was changed.")}
      onConfirm={() => approve.mutate({ id })}
      onCancel={onClose}
    >
      Customers and banks see “{name}” instead of “{brandName}” from the next payment on. The merchant’s owners get an
      e-mail.
    </ConfirmDialog>
  );
}

function Refuse({ request: { id, name, brandName }, onClose }: DialogProps) {
  const trpc = useTRPC();
  const changed = useChanged();
  const refuse = useMutation(
    trpc.platform.names.refuse.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ReasonDrawer
      title={`Reject “${name}”`}
      label="Reason"
      help="The merchant sees it in the Console and by e-mail. It is kept in the audit log."
      field="reason"
      action="Reject name"
      busy={refuse.isPending}
      error={refuse.error}
      unchanged="The request is still open."
      onSubmit={(reason) => refuse.mutate({ id, reason })}
      onClose={onClose}
    >
      Customers and banks still see “{brandName}”.
    </ReasonDrawer>
  );
}
