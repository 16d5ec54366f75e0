"use client";

import { useState } from "react";
import { Button } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { ConfirmDialog } from "../../ui/layers/layers";
import { useNamedRow, useOpenLayer } from "../../ui/layers/open-layer";
import { Link } from "../../ui/link";
import { EmptyState, None } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import s from "../frame/operator.module.css";
import { ReasonDrawer } from "../frame/reason-drawer";
import { useOperatorAction } from "../frame/use-operator-action";

type Names = Outputs["platform"]["names"]["list"];
type NameRequest = Names["items"][number];
type Act = "approve" | "refuse";

/** Name requests of merchants, to approve or refuse. */
export function NamesPage({ first }: { first: Names }) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, value, show, close } = useOpenLayer("refuse");
  const [approving, setApproving] = useState<NameRequest | null>(null);
  const list = useServedQuery(trpc.platform.names.list, undefined, first);
  const { items, more } = list.data;
  const refusing = useNamedRow(value, items, ({ id }) => id);
  return (
    <>
      <Heading
        title="Name requests"
        lead="Merchants’ requests for a new name. Customers and banks see the current name until you approve the new one."
      />
      <QueryFailure what="The list" query={list} />
      {items.length === 0 ? (
        <EmptyState title="No name requests">
          Merchants’ requests for a new name appear here. Set OPERATOR_EMAIL to get an e-mail for each.
        </EmptyState>
      ) : (
        <NamesTable
          requests={items}
          onAct={(act, request) => (act === "approve" ? setApproving(request) : show(act, request.id))}
        />
      )}
      {more ? <p className={s.text}>Showing the oldest {items.length}. Decide some to see newer ones.</p> : null}
      {approving ? <Approve request={approving} onClose={() => setApproving(null)} /> : null}
      {open && refusing && may("platform.names.refuse") ? <Refuse request={refusing} onClose={close} /> : null}
    </>
  );
}

type NamesProps = { requests: NameRequest[]; onAct: (act: Act, request: NameRequest) => void };

function NamesTable({ requests, onAct }: NamesProps) {
  const may = useMay();
  const button = (act: Act, words: string, request: NameRequest) =>
    may(`platform.names.${act}`) ? (
      <Button slim aria-label={`${words} ${request.name}`} onClick={() => onAct(act, request)}>
        {words}
      </Button>
    ) : null;
  const columns: Column<NameRequest>[] = [
    {
      head: "Requested",
      width: "8.5rem",
      phone: "line",
      muted: true,
      sort: { direction: "ascending" },
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { head: "New name", phone: "title", title: ({ name }) => name, cell: ({ name }) => name },
    {
      head: "Current name",
      phone: "end",
      title: ({ brandName }) => brandName,
      cell: ({ merchantId, brandName }) => <Link href={`/operator/merchants/${merchantId}`}>{brandName}</Link>,
    },
    {
      head: "Requested by",
      width: "14rem",
      drop: "narrow",
      muted: true,
      title: ({ requestedBy }) => requestedBy,
      cell: ({ requestedBy }) => requestedBy ?? <None />,
    },
    {
      head: "Actions",
      headHidden: true,
      width: "12rem",
      phone: "lineEnd",
      cell: (request) => (
        <>
          {button("approve", "Approve", request)} {button("refuse", "Reject", request)}
        </>
      ),
    },
  ];
  return <Table caption="Names to approve, oldest first" columns={columns} rows={requests} keyOf={({ id }) => id} />;
}

type DialogProps = { request: NameRequest; onClose: () => void };

function Approve({ request: { id, name, brandName }, onClose }: DialogProps) {
  const trpc = useTRPC();
  const approve = useOperatorAction(trpc.platform.names.approve, {
    unchanged: "Nothing was changed.",
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Approve “${name}”?`}
      action="Approve name"
      primary
      act={approve}
      onConfirm={() => approve.run({ id })}
      onCancel={onClose}
    >
      Customers and banks see “{name}” instead of “{brandName}” from the next payment on. The merchant’s owners get an
      e-mail.
    </ConfirmDialog>
  );
}

function Refuse({ request: { id, name, brandName }, onClose }: DialogProps) {
  const trpc = useTRPC();
  const refuse = useOperatorAction(trpc.platform.names.refuse, {
    unchanged: "The request is still open.",
    fields: ["reason"],
    onDone: onClose,
  });
  return (
    <ReasonDrawer
      title={`Reject “${name}”`}
      label="Reason"
      help="The merchant sees it in the Console and by e-mail. It is kept in the audit log."
      field="reason"
      action="Reject name"
      act={refuse}
      onSubmit={(reason) => refuse.run({ id, reason })}
      onClose={onClose}
    >
      Customers and banks still see “{brandName}”.
    </ReasonDrawer>
  );
}
