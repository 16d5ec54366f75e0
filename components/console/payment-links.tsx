"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Heading } from "./heading";
import { LinkDrawer } from "./link-drawer";
import { viewsWords } from "./link-words";
import { NewLink } from "./new-link";
import { Pager } from "./pager";
import { Money, Status } from "./parts";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { linkStatusWords } from "./status-words";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Links = Outputs["paymentLinks"]["list"];
type PaymentLink = Links["items"][number];

/** Columns that only a wide window has room for. */
const DROPPED = new Set(["Order", "Opened"]);
const REFRESH_MS = 10_000;

/** The links of a merchant: make one, send its address, see what became of it. */
export function PaymentLinksPage({ first, page, making }: { first: Links; page: number; making: boolean }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const options = trpc.paymentLinks.list.queryOptions(
    { merchantId, page },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const [open, setOpen] = useState<"new" | { id: string } | null>(making ? "new" : null);
  const create = (
    <button className={`${ui.button} ${ui.primary}`} type="button" onClick={() => setOpen("new")}>
      New payment link
    </button>
  );
  return (
    <>
      <Heading
        title="Payment links"
        lead="A link is a page that takes one payment. It lives seven days and is done once it is paid."
        action={create}
      />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      {data.total === 0 ? (
        <section className={ui.empty}>
          <h2>No link yet</h2>
          <p>Make one and send its address to a shopper, by mail or by message.</p>
        </section>
      ) : (
        <LinkTable links={data.items} onOpen={({ id }) => setOpen({ id })} />
      )}
      <Pager path="/console/payment-links" page={page} pageSize={data.pageSize} total={data.total} />
      {open === "new" ? (
        <NewLink
          onClose={() => setOpen(null)}
          onMade={({ link_id }) => {
            queries.invalidateQueries(trpc.paymentLinks.list.queryFilter());
            setOpen({ id: link_id });
          }}
        />
      ) : null}
      {open !== null && open !== "new" ? <LinkDrawer id={open.id} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function LinkTable({ links, onOpen }: { links: PaymentLink[]; onOpen: (link: PaymentLink) => void }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Payment links, newest first</caption>
        <colgroup>
          <col style={{ width: "8.5rem" }} />
          <col />
          <col data-drop="wide" style={{ width: "10rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "7rem" }} />
          <col data-drop="wide" style={{ width: "7rem" }} />
          <col style={{ width: "8.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Created", "Reference", "Order"].map((head) => (
              <th key={head} scope="col" data-drop={DROPPED.has(head) ? "wide" : undefined}>
                {head}
              </th>
            ))}
            <th scope="col" data-num="">
              Amount
            </th>
            {["Status", "Opened", "Lives until"].map((head) => (
              <th key={head} scope="col" data-drop={DROPPED.has(head) ? "wide" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} onOpen={() => onOpen(link)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LinkRow({ link, onOpen }: { link: PaymentLink; onOpen: () => void }) {
  const { tone, glyph, word } = linkStatusWords(link.status);
  const views = viewsWords(link.views_count);
  return (
    <tr>
      <td className={ui.muted}>
        <Time at={link.created_at} />
      </td>
      <td data-on="a" title={link.payment_reference}>
        <button className={s.row} type="button" onClick={onOpen} aria-label={`Details of ${link.payment_reference}`}>
          {link.payment_reference}
        </button>
      </td>
      <td className={ui.muted} title={link.order_id} data-drop="wide">
        {link.order_id}
      </td>
      <td data-num="" data-on="b">
        <Money decimal={link.decimal} currency={link.currency} />
      </td>
      <td data-on="d">
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      </td>
      <td className={ui.muted} data-drop="wide">
        {views}
      </td>
      <td className={ui.muted}>
        {link.status === "active" ? <Time at={link.expires_at} /> : <span className={ui.dim}>over</span>}
      </td>
      <td data-on="c" data-phone="">
        <Time at={link.created_at} />, {views}
      </td>
    </tr>
  );
}
