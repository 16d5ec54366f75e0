import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Beside, useOpenRow } from "../../ui/beside/beside";
import { showAddress, without } from "../../ui/filter/filter-address";
import { CountTabs, countedParts, FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { ListAnswer } from "../../ui/filter/list-answer";
import { Section } from "../../ui/heading";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { SampleLegend } from "../../ui/sample";
import { Delivery } from "./delivery";
import { DeliveryChips } from "./delivery-chips";
import { resendLabel } from "./delivery-labels";
import { DeliveryTable } from "./delivery-table";
import { type DeliveryStatus, type LogFilter, logPath, setParts } from "./log-filter";
import { ResendAll } from "./resend-all";

type Log = Outputs["webhooks"]["log"]["search"];

const REFRESH_MS = 4_000;
const TABS: [DeliveryStatus, string][] = [
  ["waiting", "Queued"],
  ["delivered", "Delivered"],
  ["failed", "Failed"],
  ["no_destination", "No endpoint"],
];

type LogProps = {
  /** The page whose address holds the filter. */
  path: string;
  filter: LogFilter;
  cursor?: string | undefined;
  first: Log;
  /** The page is of one endpoint, which `filter` names: it can't be removed. */
  fixed?: boolean;
  /** The names of the merchant's endpoints. */
  endpoints?: readonly string[];
  /** What to do in a list without any delivery. */
  start?: ReactNode;
  /** The delivery that the address opens beside the list. */
  opened?: Outputs["webhooks"]["log"]["get"] | null;
};

/** A page of the log, kept up to date. */
export function useDeliveryLog({ filter, cursor, first }: Pick<LogProps, "filter" | "cursor" | "first">) {
  const { trpc, merchantId } = useConsole();
  return useServedQuery(trpc.webhooks.log.search, { merchantId, ...filter, cursor }, first, REFRESH_MS);
}

/** The delivery log of a merchant or of one endpoint: tabs with counts, filters, a page, and a resend of all. */
export function DeliveryLog({
  path,
  filter,
  cursor,
  first,
  fixed = false,
  endpoints = [],
  start,
  opened = null,
}: LogProps) {
  const answer = useDeliveryLog({ filter, cursor, first });
  const { refetch } = answer;
  const { items, counts, newer, older } = answer.data;
  const may = useMay();
  const label = may("webhooks.log.resendAll") ? resendLabel(filter.status, counts) : null;
  const resend = <ResendAll key={JSON.stringify(filter)} label={label} filter={filter} onSent={() => refetch()} />;
  const at = (next: string) => logPath(path, filter, { cursor: next, fixed });
  const hrefOf = (delivery?: string) => logPath(path, filter, { cursor, fixed, delivery });
  const open = useOpenRow("delivery");
  return (
    <section aria-label="Deliveries">
      {fixed ? <Section title="Deliveries">{resend}</Section> : null}
      <CountTabs
        label="Status"
        // Most merchants never have a delivery without an endpoint: that tab is hidden while it is empty.
        tabs={TABS.filter(([one]) => one !== "no_destination" || counts[one].count > 0 || filter.status === one)}
        counts={counts}
        chosen={filter.status}
        hrefOf={(status) => logPath(path, status ? { ...filter, status } : without(filter, "status"), { fixed })}
        withoutTotal
      />
      <FilterBar end={fixed ? <SampleLegend rows={items} /> : resend}>
        <DeliveryChips path={path} filter={filter} fixed={fixed} endpoints={endpoints} />
      </FilterBar>
      <Beside
        label="Delivery"
        all="All deliveries"
        open={open}
        ids={items.map(({ id }) => id)}
        hrefOf={hrefOf}
        list={
          <ListAnswer answer={answer} what="The delivery log">
            {items.length === 0 ? (
              <Nothing path={path} filter={filter} fixed={fixed} start={start} />
            ) : (
              <DeliveryTable deliveries={items} fixed={fixed} open={open} hrefOf={hrefOf} />
            )}
            <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
          </ListAnswer>
        }
      >
        {open ? (
          <Delivery
            id={open}
            {...(opened?.id === open ? { first: opened } : {})}
            onResent={(id) => {
              showAddress(hrefOf(id));
              void refetch();
            }}
          />
        ) : null}
      </Beside>
    </section>
  );
}

type NothingProps = { path: string; filter: LogFilter; fixed: boolean; start: ReactNode };

/** An empty list: without any delivery, or with a filter that matches none and the counts without each part of it. */
function Nothing({ path, filter, fixed, start }: NothingProps) {
  const { trpc, merchantId } = useConsole();
  const parts = setParts(filter, fixed);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.webhooks.log.search.queryOptions({ merchantId, ...rest })),
  });
  if (parts.length === 0) {
    return (
      <EmptyState title="No deliveries yet" action={start}>
        Each event of a payment appears here, with every attempt to deliver it to your endpoint.
      </EmptyState>
    );
  }
  return (
    <NoMatches
      title="No matching deliveries"
      lead="No delivery matches all of these filters. Remove one:"
      parts={countedParts({
        parts,
        hrefOf: (rest) => logPath(path, rest, { fixed }),
        tabOf: ({ status }) => status,
        answers: others,
      })}
    />
  );
}
