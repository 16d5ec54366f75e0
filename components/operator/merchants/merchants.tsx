"use client";

import { useRouter } from "next/navigation";
import { CreateButton, LinkButton } from "../../ui/button";
import { ExportLink } from "../../ui/export-link";
import { addressOf } from "../../ui/filter/filter-address";
import { FilterBar, FilterTabs, KeysetPages } from "../../ui/filter/filter-list";
import { Heading } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { MerchantTable } from "./merchant-table";
import { NewMerchant } from "./new-merchant";

type Merchants = Outputs["platform"]["merchants"]["list"];
type Cursor = NonNullable<Merchants["next"]>;

export type MerchantFilter = { search: string | null; suspended: boolean; after: Cursor | null };

const PATH = "/operator/merchants";

/** The merchants of the installation by name, with search, a filter for suspended ones, and pages. */
export function MerchantsPage({ first, filter }: { first: Merchants; filter: MerchantFilter }) {
  const trpc = useTRPC();
  const may = useMay();
  const router = useRouter();
  const { open, show, close } = useOpenLayer("new");
  const mayCreate = may("platform.merchants.create");
  const list = useServedQuery(trpc.platform.merchants.list, filter, first);
  const { items, next } = list.data;
  const keep = { state: filter.suspended ? "suspended" : undefined };
  const kept = { ...keep, q: filter.search ?? undefined };
  return (
    <>
      <Heading
        title="Merchants"
        lead="All merchants of this installation."
        action={
          <div className={ui.actions}>
            <ExportLink address={addressOf(`${PATH}/export.csv`, kept)} isEmpty={items.length === 0} />
            {mayCreate ? <CreateButton onClick={() => show("new")}>New merchant</CreateButton> : null}
          </div>
        }
      />
      <FilterTabs
        label="Status"
        tabs={[
          { words: "All", href: addressOf(PATH, { q: kept.q }), isHere: !filter.suspended },
          {
            words: "Suspended",
            href: addressOf(PATH, { state: "suspended", q: kept.q }),
            isHere: filter.suspended,
          },
        ]}
      />
      <FilterBar
        search={{
          path: PATH,
          keep,
          value: filter.search ?? undefined,
          label: "Search merchants",
          placeholder: "Name or ID",
        }}
      />
      <QueryFailure what="The list" query={list} />
      {items.length === 0 ? <NoMerchant filter={filter} /> : <MerchantTable merchants={items} />}
      <KeysetPages
        order="By name"
        newer={filter.after ? addressOf(PATH, kept) : null}
        older={next && addressOf(PATH, { ...kept, name: next.name, id: next.id })}
        words={{ newer: "First page", older: "Next" }}
      />
      {open && mayCreate ? (
        <NewMerchant partner={null} onClose={close} onMade={(id) => router.replace(`${PATH}/${id}`)} />
      ) : null}
    </>
  );
}

function NoMerchant({ filter: { search, suspended } }: { filter: MerchantFilter }) {
  if (search === null && !suspended) {
    return (
      <EmptyState title="No merchants yet">
        Create one, then add its first member and an account that receives its payments.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={suspended && search === null ? "No suspended merchants" : "No matching merchants"}
      action={<LinkButton href={PATH}>All merchants</LinkButton>}
    >
      {search === null ? "All merchants are active." : `No merchant’s name or ID matches “${search}”.`}
    </EmptyState>
  );
}
