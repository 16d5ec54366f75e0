"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Heading } from "../heading";
import { Icon } from "../icons";
import { Status } from "../parts";
import { type Outputs, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import table from "../table.module.css";
import ui from "../ui.module.css";
import s from "./acting.module.css";

/** So many are looked through by eye; more are searched. */
const SEARCHED_FROM = 8;

type Found = Outputs["acting"]["merchants"];
type Merchant = Found["items"][number];

/** The merchants that one may act for: found by name, and begun with one press. */
export function ActingMerchants({ first, whose }: { first: Found; whose: string }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const options = { placeholderData: keepPreviousData, ...(search === "" ? { initialData: first } : {}) };
  const found = useQuery(trpc.acting.merchants.queryOptions({ search }, options));
  const { items, total } = found.data ?? first;
  const count = first.total === 1 ? "One merchant" : `${first.total} merchants`;
  return (
    <>
      <Heading
        title="Whom do you act for?"
        lead={`${count} of ${whose}. What you do on a merchant's pages stands in its audit log, under your name.`}
      />
      {found.isError ? <QueryFailure what="The list" error={found.error} retry={() => found.refetch()} /> : null}
      {first.total === 0 ? (
        <section className={ui.empty}>
          <h2>No merchant yet</h2>
          <p>Whoever runs this installation adds merchants, and says whose they are. They are listed here then.</p>
        </section>
      ) : (
        <>
          {first.total >= SEARCHED_FROM ? (
            <label className={`${ui.input} ${s.find}`}>
              <Icon name="search" />
              <span className={ui.hidden}>Find a merchant</span>
              <input
                type="search"
                placeholder="Part of the name"
                value={typed}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </label>
          ) : null}
          <p role="status" className={s.count}>
            {countWords(items.length, total, search)}
          </p>
          <MerchantTable merchants={items} />
        </>
      )}
    </>
  );
}

function countWords(shown: number, total: number, search: string): string {
  if (total === 0) return `No merchant's name has “${search}” in it.`;
  if (shown < total) return `The first ${shown} of ${total}, by name. Type a part of the name for the others.`;
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
              <span className={ui.hidden}>Do</span>
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

function MerchantRow({ merchant: { id, brandName, partnerName, suspended, acting } }: { merchant: Merchant }) {
  return (
    <tr>
      <td data-on="a" title={brandName}>
        {brandName}
      </td>
      <td data-on="c" className={ui.muted}>
        {partnerName ?? "none"}
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
          <input type="hidden" name="merchant" value={id} />
          <input type="hidden" name="to" value="/console" />
          <button
            className={`${ui.button} ${ui.slim}`}
            type="submit"
            aria-label={acting === null ? `Open ${brandName}` : `Act for ${brandName}`}
          >
            {acting === null ? "Open" : "Act for it"}
          </button>
        </form>
      </td>
    </tr>
  );
}
