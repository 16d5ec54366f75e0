"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { addressOf, cursorOf, showAddress, textOf } from "../../ui/filter/filter-address";
import { FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { ListAnswer } from "../../ui/filter/list-answer";
import { Marked } from "../../ui/filter/marked";
import { Heading } from "../../ui/heading";
import { EmptyState, Money, None, StatusOf } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatPaymentStatus } from "../payment/payment-state";
import { CUSTOMERS_PATH, customerPath } from "./customer-path";

type CustomersList = Outputs["customers"]["list"];
type Customer = CustomersList["items"][number];

const NO_CUSTOMERS: CustomersList = { items: [], older: null, hasMoreMatches: false };

type PageProps = { first: CustomersList; search?: string | undefined; cursor?: string | undefined };

/** Everyone who started a payment, by the last payment. */
export function CustomersPage({ first, ...served }: PageProps) {
  const { trpc, merchantId, test } = useConsole();
  const params = useSearchParams();
  const given = { q: params.get("q") ?? undefined, at: params.get("at") ?? undefined };
  const [search, cursor] = [textOf(given, "q"), cursorOf(given)];
  const isServed = search === served.search && cursor === served.cursor;
  const options = trpc.customers.list.queryOptions(
    { merchantId, test, search, cursor },
    isServed ? { initialData: first } : {},
  );
  const answer = useQuery({ ...options, placeholderData: keepPreviousData });
  const { items, older, hasMoreMatches } = answer.data ?? NO_CUSTOMERS;
  return (
    <>
      <Heading title="Customers" lead="Everyone who started a payment, by your customer ID or by e-mail" />
      <FilterBar
        search={{
          path: CUSTOMERS_PATH,
          keep: {},
          value: search,
          label: "Search customers",
          placeholder: "Name, e-mail or customer ID",
          onSearch: (text) => showAddress(addressOf(CUSTOMERS_PATH, { q: text || undefined })),
        }}
      />
      <ListAnswer answer={answer} what="Your customers">
        {items.length > 0 ? (
          <CustomersTable items={items} search={search} />
        ) : (
          !answer.isPlaceholderData && <NoCustomers search={search} isFirst={!cursor} />
        )}
        {hasMoreMatches ? <p className={ui.help}>More customers may match: search for more of the name.</p> : null}
        <KeysetPages
          order="Newest payment first"
          newer={cursor ? CUSTOMERS_PATH : null}
          older={older && addressOf(CUSTOMERS_PATH, { at: older })}
          words={{ newer: "First page", older: "Older" }}
        />
      </ListAnswer>
    </>
  );
}

function NoCustomers({ search, isFirst }: { search: string | undefined; isFirst: boolean }) {
  if (search !== undefined) {
    const parts = [{ words: "search", href: CUSTOMERS_PATH }];
    return <NoMatches title="No matching customers" lead={`No customer matches “${search}”.`} parts={parts} />;
  }
  if (!isFirst) {
    return (
      <EmptyState title="No other customers on this page">
        Its payments are of customers that an earlier page lists.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No customers yet">
      They appear with their first payment, if it names a customer ID or an e-mail address.
    </EmptyState>
  );
}

function CustomersTable({ items, search }: { items: readonly Customer[]; search: string | undefined }) {
  const columns: Column<Customer>[] = [
    {
      head: "Customer",
      // Names are shorter than addresses.
      width: "19%",
      phone: "title",
      title: ({ name }) => name,
      cell: ({ key, name, email, customerId }) => (
        <RowLink href={customerPath(key)}>
          <Marked words={name ?? email ?? customerId ?? ""} text={search} />
        </RowLink>
      ),
    },
    {
      head: "E-mail",
      phone: "line",
      muted: true,
      title: ({ email }) => email,
      cell: ({ email }) => (email ? <Marked words={email} text={search} /> : <None />),
    },
    {
      head: "Customer ID",
      width: "8.5rem",
      muted: true,
      title: ({ customerId }) => customerId,
      cell: ({ customerId }) => (customerId ? <Marked words={customerId} text={search} /> : <None />),
    },
    { head: "Last payment", width: "8.5rem", muted: true, cell: ({ last }) => <Time at={last.createdAt} /> },
    {
      head: "Amount",
      width: "8.5rem",
      phone: "end",
      kind: "money",
      cell: ({ last }) => <Money decimal={last.decimal} currency={last.currency} />,
    },
    {
      head: "Status",
      width: "8rem",
      phone: "lineEnd",
      cell: ({ last }) => <StatusOf label={formatPaymentStatus(last)} />,
    },
  ];
  return <Table caption="Customers, newest payment first" columns={columns} rows={items} keyOf={({ key }) => key} />;
}
