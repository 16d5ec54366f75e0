"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DeliveryChips } from "./delivery-chips";
import { DeliveryTable } from "./delivery-table";
import { resendLabel } from "./delivery-words";
import { Section } from "./heading";
import s from "./log.module.css";
import {
  type Counted,
  countWords,
  type DeliveryStatus,
  type LogFilter,
  logPath,
  setParts,
  totalOf,
  without,
} from "./log-filter";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { ResendAll } from "./resend-all";
import table from "./table.module.css";
import ui from "./ui.module.css";

type Log = Outputs["webhooks"]["log"]["search"];

const REFRESH_MS = 4_000;
const TABS: [DeliveryStatus, string][] = [
  ["waiting", "Waiting"],
  ["delivered", "Delivered"],
  ["failed", "Given up"],
  ["no_destination", "No destination"],
];

type LogProps = {
  /** The page that it stands on, whose address carries the filter. */
  path: string;
  filter: LogFilter;
  cursor?: string;
  first: Log;
  /** That page is of one endpoint, which `filter` names: it cannot be taken away. */
  fixed?: boolean;
  /** The endpoints that one can choose from. */
  endpoints?: readonly string[];
};

/** The delivery log, or the part of it that one endpoint has: tabs with counts, what it is narrowed to, a page, a resend of all. */
export function DeliveryLog({ path, filter, cursor, first, fixed = false, endpoints = [] }: LogProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.webhooks.log.search.queryOptions(
    { merchantId, ...filter, ...(cursor ? { cursor } : {}) },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const { items, counts, newer, older } = data;
  const label = resendLabel(filter.status, counts);
  const resend = label ? <ResendAll label={label} filter={filter} onSent={() => refetch()} /> : null;
  const at = (next: string) => logPath(path, filter, { cursor: next, fixed });
  return (
    <section aria-label="Deliveries">
      {fixed ? <Section title="Deliveries">{resend}</Section> : null}
      {isError ? <QueryFailure what="The log" error={error} retry={() => refetch()} /> : null}
      <div className={s.bar}>
        <Tabs path={path} filter={filter} fixed={fixed} counts={counts} />
        <DeliveryChips path={path} filter={filter} fixed={fixed} endpoints={endpoints} />
        {fixed ? null : <span className={s.right}>{resend}</span>}
      </div>
      {items.length === 0 ? (
        <Nothing path={path} filter={filter} fixed={fixed} />
      ) : (
        <DeliveryTable deliveries={items} fixed={fixed} />
      )}
      {newer === null && older === null ? null : (
        <div className={table.foot}>
          <span>The last recorded first</span>
          <nav aria-label="Pages">
            {newer ? (
              <Link className={`${ui.button} ${ui.slim}`} href={at(newer)} rel="prev">
                Newer
              </Link>
            ) : null}
            {older ? (
              <Link className={`${ui.button} ${ui.slim}`} href={at(older)} rel="next">
                Older
              </Link>
            ) : null}
          </nav>
        </div>
      )}
    </section>
  );
}

function Tabs(props: { path: string; filter: LogFilter; fixed: boolean; counts: Log["counts"] }) {
  const { path, filter, fixed, counts } = props;
  const rest = without(filter, "status");
  const tab = (words: string, href: string, isHere: boolean) => (
    <Link key={words} href={href} aria-current={isHere ? "true" : undefined}>
      {words}
    </Link>
  );
  return (
    <nav className={s.tabs} aria-label="State">
      {tab("All", logPath(path, rest, { fixed }), filter.status === undefined)}
      {TABS.map(([status, word]) =>
        // What most merchants never see takes no place until it is there.
        status === "no_destination" && counts[status].count === 0 && filter.status !== status
          ? null
          : tab(
              `${word} ${countWords(counts[status])}`,
              logPath(path, { ...rest, status }, { fixed }),
              filter.status === status,
            ),
      )}
    </nav>
  );
}

/** What is true, why, and what taking each part of the filter away would give. */
function Nothing({ path, filter, fixed }: { path: string; filter: LogFilter; fixed: boolean }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const parts = setParts(filter, fixed);
  const without = useQueries({
    queries: parts.map(({ rest }) => trpc.webhooks.log.search.queryOptions({ merchantId, ...rest })),
  });
  if (parts.length === 0) {
    return (
      <section className={ui.empty}>
        <h2>Nothing was told yet</h2>
        <p>
          Each change of a payment is an event, and each event a delivery to every destination that hears of it. The
          first one appears here as soon as it is recorded.
        </p>
      </section>
    );
  }
  const found = (index: number, rest: LogFilter): Counted | null => {
    const counts = without[index]?.data?.counts;
    return counts ? totalOf(counts, rest.status) : null;
  };
  return (
    <section className={ui.empty}>
      <h2>No delivery fits</h2>
      <p>Nothing was recorded that is all of this at once. Leave one thing away:</p>
      <ul className={ui.actions}>
        {parts.map(({ words, rest }, index) => {
          const count = found(index, rest);
          return (
            <li key={words}>
              <Link className={ui.button} href={logPath(path, rest, { fixed })}>
                Without {words}
                {count ? `: ${countWords(count)}` : ""}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
