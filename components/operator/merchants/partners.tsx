"use client";

import { CreateButton } from "../../ui/button";
import { Id } from "../../ui/copy-button";
import { ExportLink } from "../../ui/export-link";
import { TextField } from "../../ui/fields";
import { Heading } from "../../ui/heading";
import { FormDrawer } from "../../ui/layers/layers";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useOperatorAction } from "../frame/use-operator-action";

type Partners = Outputs["platform"]["partners"]["list"];

const MAX_NAME = 140;

/** The partners of the installation. */
export function PartnersPage({ first }: { first: Partners }) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, show, close } = useOpenLayer("new");
  const mayCreate = may("platform.partners.create");
  const list = useServedQuery(trpc.platform.partners.list, undefined, first);
  return (
    <>
      <Heading
        title="Partners"
        lead="Organisations that act for several merchants. Each partner can only act for its own."
        action={
          <div className={ui.actions}>
            <ExportLink address="/operator/partners/export.csv" isEmpty={list.data.length === 0} />
            {mayCreate ? <CreateButton onClick={() => show("new")}>New partner</CreateButton> : null}
          </div>
        }
      />
      <QueryFailure what="The list" query={list} />
      {list.data.length === 0 ? (
        <EmptyState title="No partners yet">
          Add a partner if a platform or an agency manages several merchants. Merchants don’t need one.
        </EmptyState>
      ) : (
        <Table caption="Partners, by name" columns={COLUMNS} rows={list.data} keyOf={({ id }) => id} />
      )}
      {open && mayCreate ? <NewPartner onClose={close} /> : null}
    </>
  );
}

const COLUMNS: Column<Partners[number]>[] = [
  {
    head: "Name",
    phone: "title",
    title: ({ name }) => name,
    cell: ({ id, name }) => <RowLink href={`/operator/partners/${id}`}>{name}</RowLink>,
  },
  {
    head: "Merchants",
    width: "7rem",
    phone: "line",
    kind: "count",
    cell: ({ merchants }) => (
      <>
        {merchants}
        <span data-phone=""> {merchants === 1 ? "merchant" : "merchants"}</span>
      </>
    ),
  },
  { head: "Members", width: "7rem", kind: "count", cell: ({ people }) => people },
  { head: "Since", width: "8rem", muted: true, cell: ({ createdAt }) => <Time at={createdAt} as="date" /> },
  { head: "ID", width: "7.5rem", cell: ({ id }) => <Id value={id} label="partner ID" shown={-8} /> },
];

function NewPartner({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const create = useOperatorAction(trpc.platform.partners.create, {
    unchanged: "Nothing was created.",
    fields: ["name"],
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="New partner"
      onClose={onClose}
      action="Create partner"
      act={create}
      onSubmit={(form) => create.run({ name: String(form.get("name") ?? "") })}
    >
      <TextField
        id="partner-name"
        label="Name"
        help="Its merchants see it in their audit log."
        error={create.errors["name"]}
        name="name"
        maxLength={MAX_NAME}
      />
    </FormDrawer>
  );
}
