"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ColumnChooser } from "../../ui/column-chooser";
import { ExportLink } from "../../ui/export-link";
import { type Counted, formatCount, without } from "../../ui/filter/filter-address";
import { FilterBar, FilterSearch, FilterTabs, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { Heading } from "../../ui/heading";
import { keepCookie, useKeptCookie } from "../../ui/kept-cookie";
import { QueryFailure } from "../../ui/query-failure";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { useMay, useMerchantId, useMode, useTRPC } from "../frame/queries";
import { Attention } from "../overview/attention";
import { FirstPayment } from "../overview/first-payment";
import { paymentDays } from "./payment-days";
import { PaymentChips, type PaymentChoices } from "./payments-chips";
import {
  keptColumns,
  PAYMENT_COLUMNS,
  PAYMENT_COLUMNS_COOKIE,
  type PaymentColumn,
  readPaymentColumns,
  USUAL_PAYMENT_COLUMNS,
} from "./payments-columns";
import {
  noMatchText,
  PAYMENTS_PATH,
  type PaymentsFilter,
  type PaymentsList,
  paymentsPath,
  paymentsSearch,
  SEARCH_FINDS,
  STAGE_LABELS,
  STAGES,
  type Stage,
  setPaymentsParts,
} from "./payments-filter";
import { PaymentTable } from "./payments-table";

const REFRESH_MS = 4_000;

type PaymentsPageProps = {
  first: PaymentsList;
  choices: PaymentChoices;
  filter: PaymentsFilter;
  cursor?: string;
  /** The value of the cookie of chosen columns; empty: none were chosen. */
  columns: string;
  /** The demo shop's address, where there is one. */
  shop: string | null;
};

/** The payments of a merchant that match the filter, newest first. The list keeps itself up to date. */
export function PaymentsPage({ first, choices, filter, cursor, columns, shop }: PaymentsPageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const mode = useMode();
  const options = trpc.payments.list.queryOptions(
    { merchantId, test: mode === "test", ...filter, ...(cursor ? { cursor } : {}) },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const { items, counts, newer, older } = data;
  const zone = useZone();
  const chosen = readPaymentColumns(useKeptCookie(PAYMENT_COLUMNS_COOKIE, columns));
  const now = new Date().toISOString();
  const days = paymentDays(items, { zone, now, newer: newer !== null, older: older !== null });
  const isNarrowed = setPaymentsParts(filter).length > 0;
  if (items.length === 0 && !isNarrowed && !cursor) return <FirstPayment shop={shop} mode={mode} />;
  const at = (next: string) => paymentsPath(filter, next);
  return (
    <>
      <Heading
        title="Payments"
        lead={leadOf(counts, filter.stage)}
        action={<Actions filter={filter} isEmpty={items.length === 0} />}
      />
      {cursor || isNarrowed ? null : <Attention />}
      {isError ? <QueryFailure what="Your payments" error={error} retry={() => refetch()} /> : null}
      <Tabs filter={filter} counts={counts} />
      <FilterBar end={<Columns chosen={chosen} />}>
        <FilterSearch
          path={PAYMENTS_PATH}
          keep={paymentsSearch(without(filter, "search"))}
          value={filter.search}
          label="Search payments"
          placeholder={SEARCH_FINDS}
        />
        <PaymentChips filter={filter} choices={choices} />
      </FilterBar>
      {items.length === 0 ? <Nothing filter={filter} /> : <PaymentTable payments={items} days={days} chosen={chosen} />}
      <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
    </>
  );
}

function Columns({ chosen }: { chosen: readonly PaymentColumn[] | null }) {
  return (
    <ColumnChooser
      columns={PAYMENT_COLUMNS.filter(({ choosable }) => choosable)}
      shown={(chosen ?? USUAL_PAYMENT_COLUMNS).map(({ id }) => id)}
      isChosen={chosen !== null}
      onChoose={(ids) => {
        const wanted = PAYMENT_COLUMNS.filter(({ id, choosable }) => !choosable || ids?.includes(id));
        keepCookie(PAYMENT_COLUMNS_COOKIE, ids === null ? "" : keptColumns(wanted));
      }}
    />
  );
}

function Actions({ filter, isEmpty }: { filter: PaymentsFilter; isEmpty: boolean }) {
  const may = useMay();
  return (
    <div className={ui.actions}>
      <ExportLink address={paymentsPath(filter, undefined, `${PAYMENTS_PATH}/export.csv`)} isEmpty={isEmpty} />
      {may("paymentLinks.create") ? (
        <Link className={`${ui.button} ${ui.primary}`} href="/console/payment-links?new">
          New payment link
        </Link>
      ) : null}
    </div>
  );
}

/** The count of a stage, or of all of them. */
function totalOf(counts: NonNullable<PaymentsList["counts"]>, stage?: Stage): Counted {
  const all = stage ? [counts[stage]] : Object.values(counts);
  return { count: all.reduce((sum, { count }) => sum + count, 0), orMore: all.some(({ orMore }) => orMore) };
}

function leadOf(counts: PaymentsList["counts"], stage: Stage | undefined): string {
  if (counts === null) return "More than 1,000 payments";
  const total = totalOf(counts, stage);
  return total.count === 1 ? "1 payment" : `${formatCount(total)} payments`;
}

function Tabs({ filter, counts }: { filter: PaymentsFilter; counts: PaymentsList["counts"] }) {
  const rest = without(filter, "stage");
  const tabs = STAGES.map((stage) => ({
    words: STAGE_LABELS[stage],
    href: paymentsPath({ ...rest, stage }),
    isHere: filter.stage === stage,
    count: counts?.[stage],
  }));
  const all = {
    words: "All",
    href: paymentsPath(rest),
    isHere: filter.stage === undefined,
    count: counts ? totalOf(counts) : undefined,
  };
  return <FilterTabs label="Status" tabs={[all, ...tabs]} />;
}

/** No row matches: the filter, and the count without each of its parts. */
function Nothing({ filter }: { filter: PaymentsFilter }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const parts = setPaymentsParts(filter);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.payments.list.queryOptions({ merchantId, test, ...rest })),
  });
  const found = (index: number, rest: PaymentsFilter) => {
    const counts = others[index]?.data?.counts;
    return counts ? totalOf(counts, rest.stage) : null;
  };
  return (
    <NoMatches
      title="No matching payments"
      lead={noMatchText(filter, test)}
      parts={parts.map(({ words, rest }, index) => ({ words, href: paymentsPath(rest), count: found(index, rest) }))}
    />
  );
}
