"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button } from "../../ui/button";
import { HiddenField, Input } from "../../ui/fields";
import { Heading } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { None, Status } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import { type Outputs, useTRPC } from "../frame/queries";
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
  const count = first.total === 1 ? "1 merchant" : `${first.total} merchants`;
  return (
    <>
      <Heading
        title="Choose a merchant"
        lead={`${count} of ${whose}. Your actions are logged in the merchant’s audit log under your name.`}
      />
      {found.isError ? <QueryFailure what="The list" error={found.error} retry={() => found.refetch()} /> : null}
      {first.total === 0 ? (
        <section className={ui.empty}>
          <h2>No merchants yet</h2>{" "}
          <p>Merchants appear here when the operator of this installation assigns them to you.</p>
        </section>
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
          <MerchantTable merchants={items} />
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

function MerchantTable({ merchants }: { merchants: readonly Merchant[] }) {
  if (merchants.length === 0) return null;
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Merchants, by name</caption>
        <colgroup>
          <col />
          <col style={{ width: "16rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "7rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Merchant</th>
            <th scope="col">Partner</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {merchants.map((merchant) => (
            <MerchantRow key={merchant.id} merchant={merchant} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MerchantRow({ merchant: { id, brandName, partnerName, suspended } }: { merchant: Merchant }) {
  return (
    <tr>
      <td data-on="a" title={brandName}>
        {brandName}
      </td>
      <td data-on="c" className={ui.muted}>
        {partnerName ?? <None />}
      </td>
      <td>
        {suspended ? (
          <Status tone="warn" glyph="pause">
            Suspended
          </Status>
        ) : (
          <Status tone="good" glyph="done">
            Active
          </Status>
        )}
      </td>
      <td data-on="b">
        <form method="post" action="/console/merchant" className={s.act}>
          <HiddenField name="merchant" value={id} />
          <HiddenField name="to" value="/console" />
          <Button slim type="submit" aria-label={`Open ${brandName}`}>
            Open
          </Button>
        </form>
      </td>
    </tr>
  );
}
