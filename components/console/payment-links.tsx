"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ExportLink } from "./export-link";
import { addressOf } from "./filter-address";
import { FilterBar, FilterSearch, FilterTabs, NothingFits } from "./filter-list";
import { Heading } from "./heading";
import type { NewLinkDraft } from "./link-draft";
import { LinkDrawer } from "./link-drawer";
import { LINK_TABS, type LinkFilter, type Links, linksPath, linkValues, SORT_WORDS } from "./link-filter";
import { LinksTable } from "./links-table";
import { NewLink } from "./new-link";
import { Pager } from "./pager";
import { useMay, useMerchantId, useMode, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";

const REFRESH_MS = 10_000;

type Open = { kind: "new"; draft: NewLinkDraft } | { kind: "link"; id: string } | null;

type PageProps = {
  first: Links;
  firstTries: Record<string, number>;
  filter: LinkFilter;
  page: number;
  /** What the address asks to be open: the form of a new link, or one link by its id. */
  making: boolean;
  opened: string | null;
};

/** The links of a merchant: make one, send its address, see what became of it. */
export function PaymentLinksPage({ first, firstTries, filter, page, making, opened }: PageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const may = useMay();
  const options = trpc.paymentLinks.list.queryOptions(
    { merchantId, test, page, ...filter },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const tries = useTries(data.items, firstTries);
  const [open, setOpen] = useState<Open>(
    making ? { kind: "new", draft: {} } : opened === null ? null : { kind: "link", id: opened },
  );
  const canMake = may("paymentLinks.create");
  const actions = (
    <div className={ui.actions}>
      {data.total > 0 ? (
        <ExportLink address={addressOf("/console/payment-links/export.csv", linkValues(filter))} />
      ) : null}
      {canMake ? (
        <button
          className={`${ui.button} ${ui.primary}`}
          type="button"
          onClick={() => setOpen({ kind: "new", draft: {} })}
          data-create=""
        >
          New payment link
        </button>
      ) : null}
    </div>
  );
  return (
    <>
      <Heading title="Payment links" lead={leadOf(data.counts)} action={actions} />
      <Filters counts={data.counts} filter={filter} />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      {data.total === 0 ? (
        <NoLink counts={data.counts} filter={filter} canMake={canMake} />
      ) : (
        <LinksTable
          links={data.items}
          tries={tries}
          filter={filter}
          onOpen={({ id }) => setOpen({ kind: "link", id })}
        />
      )}
      <Pager
        path={linksPath(filter)}
        page={page}
        pageSize={data.pageSize}
        total={data.total}
        words={
          filter.sort === "created_at:desc"
            ? { before: "Newer", after: "Older" }
            : { before: "Before", after: "Further" }
        }
      />
      <OpenDrawer open={open} lifeDays={data.lifeDays} canMake={canMake} onOpen={setOpen} />
    </>
  );
}

type OpenDrawerProps = { open: Open; lifeDays: Links["lifeDays"]; canMake: boolean; onOpen: (open: Open) => void };

function OpenDrawer({ open, lifeDays, canMake, onOpen }: OpenDrawerProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  if (open === null) return null;
  const onClose = () => onOpen(null);
  if (open.kind === "link") {
    const onDuplicate = canMake ? (draft: NewLinkDraft) => onOpen({ kind: "new", draft }) : null;
    return <LinkDrawer id={open.id} onClose={onClose} onDuplicate={onDuplicate} />;
  }
  return (
    <NewLink
      draft={open.draft}
      lifeDays={lifeDays}
      onClose={onClose}
      onMade={({ link_id: id }) => {
        queries.invalidateQueries(trpc.paymentLinks.list.queryFilter());
        onOpen({ kind: "link", id });
      }}
    />
  );
}

/** How often a bank was pressed on the links of this page; null while that is asked. */
function useTries(links: Links["items"], first: Record<string, number>): Record<string, number> | null {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const linkIds = links.map(({ id }) => id);
  const options = trpc.payments.triesOfLinks.queryOptions(
    { merchantId, linkIds },
    { initialData: first, refetchInterval: REFRESH_MS, enabled: linkIds.length > 0 },
  );
  return useQuery({ ...options, placeholderData: keepPreviousData }).data ?? null;
}

function totalOf(counts: Links["counts"]): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function leadOf(counts: Links["counts"]): string {
  const what = "A link is a page that takes one payment, and is done once it is paid.";
  if (totalOf(counts) === 0) return what;
  const active =
    counts.active === 1 ? "One waits to be paid." : `${counts.active.toLocaleString("en-GB")} wait to be paid.`;
  return `${what} ${counts.active === 0 ? "None waits to be paid." : active}`;
}

function Filters({ counts, filter }: { counts: Links["counts"]; filter: LinkFilter }) {
  const { status, ...rest } = filter;
  const exactly = (count: number) => ({ count, orMore: false });
  const all = { words: "All", href: linksPath(rest), isHere: status === undefined, count: exactly(totalOf(counts)) };
  const tabs = LINK_TABS.map((tab) => ({
    words: tab.words,
    href: linksPath({ ...rest, status: tab.status }),
    isHere: status === tab.status,
    count: exactly(counts[tab.status]),
  }));
  const { q: _, ...keep } = linkValues(filter);
  return (
    <>
      <FilterTabs label="Status" tabs={[all, ...tabs]} />
      <FilterBar end={<span className={ui.muted}>{SORT_WORDS[filter.sort]}</span>}>
        <FilterSearch
          path="/console/payment-links"
          keep={keep}
          value={filter.search}
          label="Search payment links"
          placeholder="Reference or order"
        />
      </FilterBar>
    </>
  );
}

function NoLink({ counts, filter, canMake }: { counts: Links["counts"]; filter: LinkFilter; canMake: boolean }) {
  const { status, search, sort } = filter;
  if (status === undefined && search === undefined) {
    return (
      <section className={ui.empty}>
        <h2>No link yet</h2>
        <p>
          {canMake
            ? "Make one and send its address to a shopper, by mail or by message; or print its code. The bank's approval comes back here."
            : "Somebody whose role is about money makes them. They stand here from then on, and what became of them."}
        </p>
      </section>
    );
  }
  const exactly = (count: number) => ({ count, orMore: false });
  const parts = [
    ...(status === undefined
      ? []
      : [
          {
            words: "its status",
            href: linksPath({ sort, ...(search === undefined ? {} : { search }) }),
            count: exactly(totalOf(counts)),
          },
        ]),
    ...(search === undefined
      ? []
      : [{ words: "the search", href: linksPath({ sort, ...(status === undefined ? {} : { status }) }) }]),
  ];
  return (
    <NothingFits
      title="No link fits"
      lead="The search looks for a part of the reference or of the order number; under three characters, for its beginning."
      parts={parts}
    />
  );
}
