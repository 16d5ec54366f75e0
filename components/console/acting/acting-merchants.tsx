"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button } from "../../ui/button";
import { HiddenField, Input } from "../../ui/fields";
import { Heading } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { ACTIVE, EmptyState, None, StatusOf } from "../../ui/parts";
import { type Outputs, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, Table } from "../../ui/table";
import { plural } from "../../ui/text";
import s from "./acting.module.css";

/** From this number of merchants there is a search. */
const SEARCHED_FROM = 8;

type Found = Outputs["acting"]["merchants"];
type Merchant = Found["items"][number];

/** The merchants for which the user may act: search, and one button each. */
export function ActingMerchants({ first, whose }: { first: Found; whose: string }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const options = { placeholderData: keepPreviousData, ...(search === "" ? { initialData: first } : {}) };
  const found = useQuery(trpc.acting.merchants.queryOptions({ search }, options));
  const { items, total } = found.data ?? first;
  const isOfOne = [...first.items, ...items].every(({ partnerName }) => partnerName === whose);
  return (
    <>
      <Heading
        title="Choose a merchant"
        lead={`${plural(first.total, "merchant")} of ${whose}. Your actions are logged in the merchant’s audit log under your name.`}
      />
      <QueryFailure what="The list" query={found} />
      {first.total === 0 ? (
        <EmptyState title="No merchants yet">
          Merchants appear here when the operator of this installation assigns them to you.
        </EmptyState>
      ) : (
        <>
          {first.total >= SEARCHED_FROM ? (
            <Input
              box={s.find}
              before={<Icon name="search" />}
              aria-label="Find a merchant"
              type="search"
              placeholder="Merchant name"
              value={typed}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : null}
          <p role="status" className={s.count}>
            {formatMatches(items.length, total, search)}
          </p>
          <Table
            caption="Merchants, by name"
            columns={isOfOne ? COLUMNS.filter(({ head }) => head !== "Partner") : COLUMNS}
            rows={items}
            keyOf={({ id }) => id}
            empty={null}
          />
        </>
      )}
    </>
  );
}

function formatMatches(shown: number, total: number, search: string): string {
  if (total === 0) return `No merchant’s name contains “${search}”.`;
  if (shown < total) return `Showing ${shown} of ${total}. Search to find others.`;
  return search === "" ? "" : `${total} found.`;
}

const SUSPENDED = { tone: "warn", glyph: "pause", word: "Suspended" } as const;

const COLUMNS: Column<Merchant>[] = [
  { head: "Merchant", phone: "title", title: ({ brandName }) => brandName, cell: ({ brandName }) => brandName },
  { head: "Partner", width: "16rem", phone: "below", muted: true, cell: ({ partnerName }) => partnerName ?? <None /> },
  {
    head: "Status",
    width: "9rem",
    phone: "line",
    cell: ({ suspended }) => <StatusOf label={suspended ? SUSPENDED : ACTIVE} />,
  },
  {
    head: "Actions",
    headHidden: true,
    width: "7rem",
    phone: "end",
    cell: ({ id, brandName }) => (
      <form method="post" action="/console/merchant" className={s.act}>
        <HiddenField name="merchant" value={id} />
        <HiddenField name="to" value="/console" />
        <Button slim type="submit" aria-label={`Open ${brandName}`}>
          Open
        </Button>
      </form>
    ),
  },
];
