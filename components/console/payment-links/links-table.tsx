"use client";

import Link from "next/link";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Money, None, Status } from "../../ui/parts";
import s from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { type LinkFilter, type LinkSort, type Links, linksPath, SORT_LABELS, sortAfter } from "./link-filter";
import { formatLinkStatus, formatLinkUse } from "./link-labels";

type PaymentLink = Links["items"][number];

type LinksTableProps = {
  links: PaymentLink[];
  /** The number of attempts by link ID; null while it loads. */
  attempts: Readonly<Record<string, number>> | null;
  filter: LinkFilter;
  onOpen: (link: PaymentLink) => void;
};

/** A page of links. Sort heads are links: the order is in the address. */
export function LinksTable({ links, attempts, filter, onOpen }: LinksTableProps) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Payment links, {SORT_LABELS[filter.sort]}</caption>
        <colgroup>
          <col style={{ width: "8.5rem" }} />
          <col />
          <col data-drop="wide" style={{ width: "10rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "7rem" }} />
          <col data-drop="" style={{ width: "10rem" }} />
          <col style={{ width: "8.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            <SortHead column="created_at" filter={filter}>
              Created
            </SortHead>
            <th scope="col">Reference</th>
            <th scope="col" data-drop="wide">
              Order
            </th>
            <SortHead column="amount" filter={filter} isNumber>
              Amount
            </SortHead>
            <th scope="col">Status</th>
            <th scope="col" data-drop="">
              Views
            </th>
            <th scope="col">Expires</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              use={formatLinkUse(link.views_count, attempts === null ? null : (attempts[link.id] ?? 0))}
              onOpen={() => onOpen(link)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type SortHeadProps = { column: "created_at" | "amount"; filter: LinkFilter; isNumber?: boolean; children: string };

function SortHead({ column, filter, isNumber, children }: SortHeadProps) {
  const direction = directionOf(filter.sort, column);
  return (
    <th scope="col" aria-sort={direction} data-num={isNumber ? "" : undefined}>
      <Link className={s.sort} href={linksPath({ ...filter, sort: sortAfter(filter.sort, column) })} prefetch={false}>
        {children}
        {direction === "none" ? null : <Icon name={direction === "ascending" ? "up" : "down"} />}
      </Link>
    </th>
  );
}

function directionOf(sort: LinkSort, column: string): "ascending" | "descending" | "none" {
  if (!sort.startsWith(`${column}:`)) return "none";
  return sort.endsWith(":asc") ? "ascending" : "descending";
}

function LinkRow({ link, use, onOpen }: { link: PaymentLink; use: string; onOpen: () => void }) {
  const { tone, glyph, word } = formatLinkStatus(link.status);
  return (
    <tr>
      <td className={ui.muted}>
        <Time at={link.created_at} />
      </td>
      <td data-on="a" title={link.payment_reference}>
        <Button look="plain" className={s.row} onClick={onOpen} aria-label={`Details of ${link.payment_reference}`}>
          {link.payment_reference}
        </Button>
      </td>
      {/* A link without an order number has its own ID there. */}
      <td className={ui.muted} title={link.order_id} data-drop="wide">
        {link.order_id === link.id ? <None /> : link.order_id}
      </td>
      <td data-num="" data-on="b">
        <Money decimal={link.decimal} currency={link.currency} />
      </td>
      <td data-on="d">
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      </td>
      <td className={ui.muted} data-drop="">
        {use}
      </td>
      <td className={ui.muted}>
        {link.status === "active" ? (
          <Time at={link.expires_at} />
        ) : (
          <span className={ui.dim}>{link.status === "expired" ? "Expired" : <None />}</span>
        )}
      </td>
      <td data-on="c" data-phone="">
        <Time at={link.created_at} />, {use}
      </td>
    </tr>
  );
}
