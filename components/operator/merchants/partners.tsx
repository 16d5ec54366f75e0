"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { failureOf, type Outputs, useMay, useTRPC } from "../../console/frame/queries";
import { Button } from "../../ui/button";
import { Id } from "../../ui/copy-button";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { ExportLink } from "../../ui/export-link";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { Heading } from "../../ui/heading";
import { Note } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useChanged } from "../frame/use-act";

type Partners = Outputs["platform"]["partners"]["list"];

const MAX_NAME = 140;

/** The partners of the installation. */
export function PartnersPage({ first }: { first: Partners }) {
  const trpc = useTRPC();
  const may = useMay();
  const [making, setMaking] = useState(false);
  const list = useQuery(trpc.platform.partners.list.queryOptions(undefined, { initialData: first }));
  return (
    <>
      <Heading
        title="Partners"
        lead="Organisations that act for several merchants. Each partner can only act for its own."
        action={
          <div className={ui.actions}>
            <ExportLink address="/operator/partners/export.csv" />
            {may("platform.partners.create") ? (
              <Button look="primary" data-create="" onClick={() => setMaking(true)}>
                New partner
              </Button>
            ) : null}
          </div>
        }
      />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {list.data.length === 0 ? (
        <section className={ui.empty}>
          <h2>No partners yet</h2>{" "}
          <p>Add a partner if a platform or an agency manages several merchants. Merchants don’t need one.</p>
        </section>
      ) : (
        <PartnerTable partners={list.data} />
      )}
      {making ? <NewPartner onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function PartnerTable({ partners }: { partners: Partners }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Partners, by name</caption>
        <colgroup>
          <col />
          <col style={{ width: "7rem" }} />
          <col style={{ width: "7rem" }} />
          <col style={{ width: "8rem" }} />
          <col style={{ width: "7.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" data-count="">
              Merchants
            </th>
            <th scope="col" data-count="">
              Members{" "}
            </th>
            <th scope="col">Since</th>
            <th scope="col">ID</th>
          </tr>
        </thead>
        <tbody>
          {partners.map(({ id, name, merchants, people, createdAt }) => (
            <tr key={id}>
              <td data-on="a" title={name}>
                <Link className={table.row} href={`/operator/partners/${id}`}>
                  {name}
                </Link>
              </td>
              <td data-on="c" data-count="">
                {merchants}
                <span data-phone=""> {merchants === 1 ? "merchant" : "merchants"}</span>
              </td>
              <td data-count="">{people}</td>
              <td className={ui.muted}>
                <Time at={createdAt} as="date" />
              </td>
              <td>
                <Id value={id} label="partner ID" shown={-8} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NewPartner({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const create = useMutation(
    trpc.platform.partners.create.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const wrong = failure?.fields["name"];
  return (
    <Drawer title="New partner" onClose={onClose}>
      <DrawerForm
        action="Create partner"
        busy={create.isPending}
        onSubmit={(form) => create.mutate({ name: String(form.get("name") ?? "") })}
      >
        {failure && !wrong ? <Note tone="bad">{formatFailure(failure, "Nothing was created.")}</Note> : null}
        <TextField
          id="partner-name"
          label="Name"
          help="Its merchants see it in their audit log."
          error={wrong}
          name="name"
          maxLength={MAX_NAME}
          autoComplete="off"
        />
      </DrawerForm>
    </Drawer>
  );
}
