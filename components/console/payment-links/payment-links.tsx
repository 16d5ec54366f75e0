"use client";

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreateButton } from "../../ui/button";
import { ExportLink } from "../../ui/export-link";
import { formatCount, totalOf, UUID, without } from "../../ui/filter/filter-address";
import { SpanChips } from "../../ui/filter/filter-amount";
import { CountTabs, countedParts, FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { ListAnswer } from "../../ui/filter/list-answer";
import { Heading } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState } from "../../ui/parts";
import { useConsole, useMay, useTRPC } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { LinkDrawer } from "./link-drawer";
import {
  LINK_TABS,
  LINKS_PATH,
  type LinkFilter,
  type Links,
  linksPath,
  linkValues,
  SORT_LABELS,
  setLinkParts,
} from "./link-filter";
import { LinksTable } from "./links-table";
import { CopyOfLink, NewLink } from "./new-link";

const REFRESH_MS = 10_000;

type PageProps = {
  first: Links;
  firstAttempts: Record<string, number>;
  currencies: readonly string[];
  filter: LinkFilter;
  cursor?: string | undefined;
};

/** The payment links of a merchant: create, send, follow. */
export function PaymentLinksPage({ first, firstAttempts, currencies, filter, cursor }: PageProps) {
  const { trpc, merchantId, test } = useConsole();
  const may = useMay();
  const options = trpc.paymentLinks.list.queryOptions(
    { merchantId, test, ...filter, cursor },
    { initialData: first, refetchInterval: REFRESH_MS, staleTime: REFRESH_MS },
  );
  const answer = useQuery(options);
  const { data } = answer;
  const attempts = useAttempts(data.items, { links: first.items, attempts: firstAttempts });
  const layer = useOpenLayer("new", "open");
  const canCreate = may("paymentLinks.create");
  const isEmpty = data.items.length === 0;
  const hasNone = isEmpty && setLinkParts(filter).length === 0;
  const actions = hasNone ? null : (
    <div className={ui.actions}>
      <ExportLink address={linksPath(filter, undefined, `${LINKS_PATH}/export.csv`)} isEmpty={isEmpty} />
      {canCreate ? <CreateButton onClick={() => layer.show("new")}>New payment link</CreateButton> : null}
    </div>
  );
  const at = (next: string) => linksPath(filter, next);
  return (
    <>
      <Heading title="Payment links" lead={leadOf(data.counts, filter)} samples={data.items} action={actions} />
      {hasNone ? null : <Filters counts={data.counts} filter={filter} currencies={currencies} />}
      <ListAnswer answer={answer} what="Your links">
        {isEmpty ? (
          <NoLink filter={filter} onCreate={canCreate ? () => layer.show("new") : null} />
        ) : (
          <LinksTable
            links={data.items}
            attempts={attempts}
            filter={filter}
            onOpen={({ id }) => layer.show("open", id)}
          />
        )}
        <KeysetPages
          order={SORT_LABELS[filter.sort]}
          newer={data.newer && at(data.newer)}
          older={data.older && at(data.older)}
          words={filter.sort === "created_at:desc" ? undefined : { newer: "Previous", older: "Next" }}
        />
      </ListAnswer>
      <OpenDrawer layer={layer} newLinks={data.newLinks} canCreate={canCreate} />
    </>
  );
}

type Layer = ReturnType<typeof useOpenLayer<"new" | "open">>;
type OpenDrawerProps = { layer: Layer; newLinks: Links["newLinks"]; canCreate: boolean };

/** A link by its ID, or the form of a new one, with another link's ID of a copy. */
function OpenDrawer({ layer: { open, value, show, close }, newLinks, canCreate }: OpenDrawerProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  if (open === "open" && UUID.test(value)) {
    return <LinkDrawer id={value} onClose={close} onDuplicate={canCreate ? () => show("new", value) : null} />;
  }
  if (open !== "new" || !canCreate) return null;
  const form = {
    ...newLinks,
    onClose: close,
    onCreated: ({ link_id: id }: { link_id: string }) => {
      queries.invalidateQueries(trpc.paymentLinks.list.queryFilter());
      show("open", id);
    },
  };
  return UUID.test(value) ? <CopyOfLink id={value} {...form} /> : <NewLink draft={{}} {...form} />;
}

type Attempts = Record<string, number>;

/** The number of attempts of each link of the page; null while it loads. `first`: of the links at the page load. */
function useAttempts(links: Links["items"], first: { links: Links["items"]; attempts: Attempts }): Attempts | null {
  const { trpc, merchantId } = useConsole();
  const linkIds = links.map(({ id }) => id);
  const options = trpc.payments.triesOfLinks.queryOptions(
    { merchantId, linkIds },
    { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS, enabled: linkIds.length > 0 },
  );
  // Of other links the numbers of the page load are old, and say "no attempt" of those that are new.
  const isFirst = String(linkIds) === String(first.links.map(({ id }) => id));
  const known = isFirst ? { initialData: first.attempts } : {};
  return useQuery({ ...options, ...known, placeholderData: keepPreviousData }).data ?? null;
}

/** Under a filter, whose counts are of its matches, without a number. */
function leadOf(counts: Links["counts"], filter: LinkFilter): string {
  const once = "Each link can be paid once.";
  if (setLinkParts(without(filter, "status")).length > 0) return once;
  if (totalOf(counts).count === 0) return "Ask for money without a shop: send a link, get paid by bank.";
  return `${once} ${formatCount(counts.active)} unpaid.`;
}

type FiltersProps = { counts: Links["counts"]; filter: LinkFilter; currencies: readonly string[] };

function Filters({ counts, filter, currencies }: FiltersProps) {
  const rest = without(filter, "status");
  return (
    <>
      <CountTabs
        label="Status"
        tabs={LINK_TABS.map(({ status, words }) => [status, words])}
        counts={counts}
        chosen={filter.status}
        hrefOf={(status) => linksPath(status ? { ...rest, status } : rest)}
      />
      <FilterBar
        search={{
          path: LINKS_PATH,
          keep: linkValues(without(filter, "search")),
          value: filter.search,
          label: "Search payment links",
          placeholder: "Reference or order number",
        }}
      >
        <SpanChips time="Created" filter={filter} currencies={currencies} to={linksPath} />
      </FilterBar>
    </>
  );
}

/** No link matches, or there is none: what to do. */
function NoLink({ filter, onCreate }: { filter: LinkFilter; onCreate: (() => void) | null }) {
  const { trpc, merchantId, test } = useConsole();
  const parts = setLinkParts(filter);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.paymentLinks.list.queryOptions({ merchantId, test, ...rest })),
  });
  if (parts.length === 0) {
    return (
      <EmptyState
        title="No payment links yet"
        action={onCreate ? <CreateButton onClick={onCreate}>New payment link</CreateButton> : null}
      >
        {onCreate
          ? "Set an amount and a reference, then send the link by e-mail or chat, or print it as a QR code. Each link can be paid once."
          : "Your role can’t create payment links. Links created by your team appear here."}
      </EmptyState>
    );
  }
  return (
    <NoMatches
      title="No matching payment links"
      lead={`No ${test ? "test" : "live"} link matches these filters. The search finds any part of a reference or an order number; under three characters, its start.`}
      parts={countedParts({ parts, hrefOf: linksPath, tabOf: ({ status }) => status, answers: others })}
    />
  );
}
