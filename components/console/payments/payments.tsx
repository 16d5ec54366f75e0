"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { type ComponentProps, Suspense, useEffect } from "react";
import { Beside, useOpenRow } from "../../ui/beside/beside";
import { LinkButton } from "../../ui/button";
import { ExportLink } from "../../ui/export-link";
import { searchOf, showAddress, without } from "../../ui/filter/filter-address";
import { countedParts, FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { ListAnswer, refreshEvery } from "../../ui/filter/list-answer";
import { Heading } from "../../ui/heading";
import { useKeptCookie } from "../../ui/kept-cookie";
import { Note } from "../../ui/parts";
import { useConsole, useMay, useMode } from "../../ui/queries";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { useWaitingRows, WaitingRows } from "../../ui/waiting-rows";
import { NEW_LINK_PATH } from "../frame/nav-items";
import { FirstPayment } from "../overview/first-payment";
import { rememberOrder } from "../payment/list-order";
import { ColumnChooser } from "./column-chooser";
import { paymentDays } from "./payment-days";
import { PAYMENTS_PATH, paymentPath } from "./payment-path";
import s from "./payments.module.css";
import { PaymentChips, type PaymentChoices } from "./payments-chips";
import { PAYMENT_COLUMNS_COOKIE, type PaymentColumn, readPaymentColumns } from "./payments-columns";
import {
  MAX_BANKS,
  noMatchText,
  openPaymentPath,
  type PaymentsFilter,
  type PaymentsList,
  paymentsPath,
  paymentsSearch,
  readPaymentsSearch,
  SEARCH_FINDS,
  setPaymentsParts,
  tooManyBanks,
} from "./payments-filter";
import { PaymentTable } from "./payments-table";
import { PaymentsTotals, useWholeDays } from "./payments-totals";
import { PaymentsViews } from "./payments-views";

const REFRESH_MS = 4_000;
const FAILED_REFRESH_MS = 8_000;
const NO_PAYMENTS: PaymentsList = { items: [], counts: null, newer: null, older: null };

// Its script is loaded with the first payment that is opened: 250 KB are the limit of a page.
const PaymentPanel = dynamic(() => import("./payment-panel").then((module) => module.PaymentPanel));

type PaymentsPageProps = {
  first: PaymentsList;
  choices: PaymentChoices;
  filter: PaymentsFilter;
  cursor?: string | undefined;
  /** The value of the cookie of chosen columns; empty: none were chosen. */
  columns: string;
};

/** The filter and the page of the present address, which typing changes without a visit to the server. */
function useAddress() {
  const search = searchOf(useSearchParams());
  return { ...readPaymentsSearch(search), cut: tooManyBanks(search) };
}

/** The payments of a merchant that match the filter, newest first. The list keeps itself up to date. */
export function PaymentsPage({ first, choices, columns, ...served }: PaymentsPageProps) {
  const { trpc, merchantId } = useConsole();
  const mode = useMode();
  const { filter, cursor, cut } = useAddress();
  const isServed = paymentsPath(filter, cursor) === paymentsPath(served.filter, served.cursor);
  const options = trpc.payments.list.queryOptions(
    { merchantId, test: mode === "test", ...filter, cursor },
    // Each search has its own answer, so a late one of an earlier search is not shown.
    { refetchInterval: refreshEvery(REFRESH_MS, FAILED_REFRESH_MS), ...(isServed ? { initialData: first } : {}) },
  );
  const answer = useQuery({ ...options, placeholderData: keepPreviousData });
  const data = answer.data ?? NO_PAYMENTS;
  const list = { key: answer.isPlaceholderData ? "" : paymentsPath(filter, cursor), updatedAt: answer.dataUpdatedAt };
  const { shown: items, waiting, show } = useWaitingRows(data.items, list);
  const chosen = readPaymentColumns(useKeptCookie(PAYMENT_COLUMNS_COOKIE, columns));
  const isNarrowed = setPaymentsParts(filter).length > 0;
  const isEmpty = answer.data && !answer.isPlaceholderData && items.length === 0;
  // An address may open a payment of the other mode.
  const open = useOpenRow("payment");
  if (isEmpty && !isNarrowed && !cursor && !open) return <FirstPayment title="Payments" mode={mode} />;
  return (
    <>
      <Heading title="Payments" samples={items} action={<Actions filter={filter} isEmpty={items.length === 0} />} />
      <PaymentsViews filter={filter} />
      <FilterBar
        search={{
          path: PAYMENTS_PATH,
          keep: paymentsSearch(without(filter, "search")),
          value: filter.search,
          label: "Search payments",
          placeholder: SEARCH_FINDS,
          onSearch: (text) => {
            const rest = without(filter, "search");
            showAddress(paymentsPath(text === "" ? rest : { ...rest, search: text }));
          },
        }}
      >
        <PaymentChips filter={filter} choices={choices} counts={answer.isPlaceholderData ? null : data.counts} />
        {setPaymentsParts(filter).length > 1 ? <LinkButton href={PAYMENTS_PATH}>Clear all</LinkButton> : null}
      </FilterBar>
      {cut === null ? null : (
        <div className={s.cut}>
          <Note tone="warn">
            {cut} The payments of the first {MAX_BANKS} are shown, counted and exported.
          </Note>
        </div>
      )}
      <div className={s.line}>
        <PaymentsTotals filter={filter} />
        <WaitingRows count={waiting} show={show} />
        <ColumnChooser chosen={chosen} />
      </div>
      <PaymentsByDay answer={answer} list={{ ...data, items }} filter={filter} cursor={cursor} chosen={chosen} />
    </>
  );
}

type ByDayProps = {
  answer: ComponentProps<typeof ListAnswer>["answer"];
  list: PaymentsList;
  filter: PaymentsFilter;
  cursor: string | undefined;
  chosen: readonly PaymentColumn[] | null;
};

/** The payments of a page by day, and the one that is open beside them. */
function PaymentsByDay({ answer, list: { items, newer, older }, filter, cursor, chosen }: ByDayProps) {
  const zone = useZone();
  const open = useOpenRow("payment");
  const now = new Date().toISOString();
  const onPage = paymentDays(items, { zone, now, newer: newer !== null, older: older !== null });
  // Rows of another filter have no totals of this one.
  const days = useWholeDays(onPage, answer.isPlaceholderData ? null : filter, zone);
  useEffect(() => rememberOrder(items.map(({ id }) => id)), [items]);
  const hrefOf = (id?: string) => openPaymentPath(filter, cursor, id);
  const at = (next: string) => paymentsPath(filter, next);
  return (
    <Beside
      label="Payment"
      all="All payments"
      width="narrow"
      open={open}
      ids={items.map(({ id }) => id)}
      hrefOf={hrefOf}
      page={paymentPath(open ?? "")}
      list={
        <ListAnswer answer={answer} what="Your payments">
          {items.length === 0 ? (
            // An empty answer to the filter before says nothing of this one.
            !answer.isPlaceholderData && <Nothing filter={filter} />
          ) : (
            <PaymentTable
              payments={items}
              days={days}
              chosen={chosen}
              search={filter.search}
              beside={{ hrefOf, open }}
            />
          )}
          <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
        </ListAnswer>
      }
    >
      {/* Else the page would give way to its skeleton while the script of the panel loads. */}
      <Suspense>{open ? <PaymentPanel id={open} /> : null}</Suspense>
    </Beside>
  );
}

function Actions({ filter, isEmpty }: { filter: PaymentsFilter; isEmpty: boolean }) {
  const may = useMay();
  return (
    <div className={ui.actions}>
      <ExportLink address={paymentsPath(filter, undefined, `${PAYMENTS_PATH}/export.csv`)} isEmpty={isEmpty} />
      {may("paymentLinks.create") ? (
        <LinkButton look="primary" href={NEW_LINK_PATH}>
          New payment link
        </LinkButton>
      ) : null}
    </div>
  );
}

/** No row matches: the filter, and the count without each of its parts. */
function Nothing({ filter }: { filter: PaymentsFilter }) {
  const { trpc, merchantId, test } = useConsole();
  const parts = setPaymentsParts(filter);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.payments.list.queryOptions({ merchantId, test, ...rest })),
  });
  return (
    <NoMatches
      title="No matching payments"
      lead={noMatchText(filter, test)}
      parts={countedParts({ parts, hrefOf: paymentsPath, tabOf: ({ stages }) => stages, answers: others })}
    />
  );
}
