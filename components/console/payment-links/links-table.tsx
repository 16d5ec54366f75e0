import { Button } from "../../ui/button";
import { Money, None, StatusOf } from "../../ui/parts";
import { Tagged } from "../../ui/sample";
import { type Column, Table } from "../../ui/table";
import s from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { Changing } from "../../ui/waiting-rows";
import { type LinkFilter, type LinkSort, type Links, linksPath, SORT_LABELS, sortAfter } from "./link-filter";
import { formatLinkUse, LINK_STATUS_LABELS } from "./link-labels";

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
  const viewsOf = (link: PaymentLink) =>
    formatLinkUse(link.views_count, attempts === null ? null : (attempts[link.id] ?? 0));
  const sortBy = (column: "created_at" | "amount") => ({
    direction: directionOf(filter.sort, column),
    href: linksPath({ ...filter, sort: sortAfter(filter.sort, column) }),
  });
  const columns: Column<PaymentLink>[] = [
    {
      head: "Created",
      width: "8.5rem",
      muted: true,
      sort: sortBy("created_at"),
      cell: (link) => <Time at={link.created_at} />,
    },
    {
      head: "Reference",
      phone: "title",
      title: (link) => link.payment_reference,
      cell: (link) => (
        <Tagged id={link.id}>
          <Opener link={link} onOpen={onOpen} />
        </Tagged>
      ),
    },
    {
      head: "Order",
      width: "10rem",
      drop: "wide",
      muted: true,
      title: (link) => link.order_id,
      // A link without an order number has its own ID there.
      cell: (link) => (link.order_id === link.id ? <None /> : link.order_id),
    },
    { head: "Amount", width: "11rem", phone: "end", kind: "money", sort: sortBy("amount"), cell: Money },
    { head: "Status", width: "7rem", phone: "lineEnd", cell: LinkStatus },
    { head: "Views", width: "10rem", drop: "narrow", muted: true, cell: viewsOf },
    { head: "Expires", width: "8.5rem", muted: true, cell: Expires },
    {
      head: "On a phone",
      phone: "only",
      cell: (link) => (
        <>
          <Time at={link.created_at} />, {viewsOf(link)}
        </>
      ),
    },
  ];
  return (
    <Table
      caption={`Payment links, ${SORT_LABELS[filter.sort]}`}
      columns={columns}
      rows={links}
      keyOf={({ id }) => id}
    />
  );
}

function LinkStatus({ status }: PaymentLink) {
  return (
    <Changing value={status}>
      <StatusOf label={LINK_STATUS_LABELS[status]} />
    </Changing>
  );
}

function Opener({ link, onOpen }: { link: PaymentLink; onOpen: (link: PaymentLink) => void }) {
  const { payment_reference: reference } = link;
  return (
    <Button look="plain" className={s.row} onClick={() => onOpen(link)} aria-label={`Details of ${reference}`}>
      {reference}
    </Button>
  );
}

function Expires({ status, expires_at }: PaymentLink) {
  if (status === "active") return <Time at={expires_at} />;
  return <span className={ui.dim}>{status === "expired" ? <Time at={expires_at} /> : <None />}</span>;
}

function directionOf(sort: LinkSort, column: string): "ascending" | "descending" | "none" {
  if (!sort.startsWith(`${column}:`)) return "none";
  return sort.endsWith(":asc") ? "ascending" : "descending";
}
