"use client";

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ExportLink } from "./export-link";
import { type Counted, countWords, without } from "./filter-address";
import { SpanChips } from "./filter-amount";
import { FilterBar, FilterSearch, FilterTabs, KeysetPages, NothingFits } from "./filter-list";
import { SPAN_NAMES } from "./filter-span";
import { Heading } from "./heading";
import type { NewLinkDraft } from "./link-draft";
import { LinkDrawer } from "./link-drawer";
import {
  LINK_TABS,
  LINKS_PATH,
  type LinkFilter,
  type LinkStatus,
  type Links,
  linksPath,
  linkValues,
  SORT_WORDS,
  setLinkParts,
} from "./link-filter";
import { LinksTable } from "./links-table";
import { NewLink } from "./new-link";
import { useMay, useMerchantId, useMode, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";

const REFRESH_MS = 10_000;

type Open = { kind: "new"; draft: NewLinkDraft } | { kind: "link"; id: string } | null;

type PageProps = {
  first: Links;
  firstTries: Record<string, number>;
  currencies: readonly string[];
  filter: LinkFilter;
  cursor?: string;
  /** What the address asks to be open: the form of a new link, or one link by its id. */
  making: boolean;
  opened: string | null;
};

/** The links of a merchant: make one, send its address, see what became of it. */
export function PaymentLinksPage({ first, firstTries, currencies, filter, cursor, making, opened }: PageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const may = useMay();
  const options = trpc.paymentLinks.list.queryOptions(
    { merchantId, test, ...filter, ...(cursor ? { cursor } : {}) },
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
      <ExportLink address={linksPath(filter, undefined, `${LINKS_PATH}/export.csv`)} />
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
  const at = (next: string) => linksPath(filter, next);
  const isEmpty = data.items.length === 0;
  return (
    <>
      <Heading title="Payment links" lead={leadOf(data.counts)} action={actions} />
      <Filters counts={data.counts} filter={filter} currencies={currencies} />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      {isEmpty ? (
        <NoLink filter={filter} canMake={canMake} />
      ) : (
        <LinksTable
          links={data.items}
          tries={tries}
          filter={filter}
          onOpen={({ id }) => setOpen({ kind: "link", id })}
        />
      )}
      <KeysetPages
        order={SORT_WORDS[filter.sort]}
        newer={data.newer && at(data.newer)}
        older={data.older && at(data.older)}
        words={
          filter.sort === "created_at:desc" ? { newer: "Newer", older: "Older" } : { newer: "Before", older: "Further" }
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

function totalOf(counts: Links["counts"], status?: LinkStatus): Counted {
  const all = status ? [counts[status]] : Object.values(counts);
  return { count: all.reduce((sum, { count }) => sum + count, 0), orMore: all.some(({ orMore }) => orMore) };
}

function leadOf(counts: Links["counts"]): string {
  const what = "A link is a page that takes one payment, and is done once it is paid.";
  const { active } = counts;
  if (totalOf(counts).count === 0) return what;
  if (active.count === 0) return `${what} None waits to be paid.`;
  return `${what} ${active.count === 1 ? "One waits" : `${countWords(active)} wait`} to be paid.`;
}

type FiltersProps = { counts: Links["counts"]; filter: LinkFilter; currencies: readonly string[] };

function Filters({ counts, filter, currencies }: FiltersProps) {
  const rest = without(filter, "status");
  const all = { words: "All", href: linksPath(rest), isHere: filter.status === undefined, count: totalOf(counts) };
  const tabs = LINK_TABS.map(({ status, words }) => ({
    words,
    href: linksPath({ ...rest, status }),
    isHere: filter.status === status,
    count: counts[status],
  }));
  return (
    <>
      <FilterTabs label="Status" tabs={[all, ...tabs]} />
      <FilterBar>
        <FilterSearch
          path={LINKS_PATH}
          keep={linkValues(without(filter, "search"))}
          value={filter.search}
          label="Search payment links"
          placeholder="Reference or order"
        />
        <SpanChips
          time="Created"
          filter={filter}
          currencies={currencies}
          pathOf={(span) => linksPath({ ...without(filter, ...SPAN_NAMES), ...span })}
        />
      </FilterBar>
    </>
  );
}

/** What is true, and what taking each part of the filter away would give. */
function NoLink({ filter, canMake }: { filter: LinkFilter; canMake: boolean }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const parts = setLinkParts(filter);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.paymentLinks.list.queryOptions({ merchantId, test, ...rest })),
  });
  if (parts.length === 0) {
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
  const found = (index: number, rest: LinkFilter) => {
    const counts = others[index]?.data?.counts;
    return counts ? totalOf(counts, rest.status) : null;
  };
  return (
    <NothingFits
      title="No link fits"
      lead="Nothing is all of this at once. A search looks for a part of the reference or of the order number; under three characters, for its beginning."
      parts={parts.map(({ words, rest }, index) => ({ words, href: linksPath(rest), count: found(index, rest) }))}
    />
  );
}
