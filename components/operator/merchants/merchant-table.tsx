import { Id } from "../../ui/copy-button";
import { ACTIVE, StatusOf } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";

type Merchant = Outputs["platform"]["merchants"]["list"]["items"][number];

const SUSPENDED = { tone: "bad", glyph: "stop", word: "Suspended" } as const;

const none = (words: string) => <span className={ui.dim}>{words}</span>;

const COLUMNS: Column<Merchant>[] = [
  {
    head: "Name",
    phone: "title",
    sort: { direction: "ascending" },
    title: ({ brandName }) => brandName,
    cell: ({ id, brandName, country }) => (
      <>
        <RowLink href={`/operator/merchants/${id}`}>{brandName}</RowLink> <small className={ui.dim}>{country}</small>
      </>
    ),
  },
  {
    head: "Status",
    width: "8rem",
    phone: "end",
    cell: ({ suspendedAt }) => <MerchantState suspended={suspendedAt !== null} />,
  },
  {
    head: "Partner",
    width: "13rem",
    drop: "narrow",
    muted: true,
    title: ({ partnerName }) => partnerName,
    cell: ({ partnerName }) => partnerName ?? none("none"),
  },
  {
    head: "Live currencies",
    width: "9rem",
    phone: "line",
    cell: ({ currencies }) => (currencies.length > 0 ? currencies.join(", ") : none("no live account")),
  },
  { head: "Members", width: "5rem", drop: "narrow", kind: "count", cell: ({ people }) => people },
  {
    head: "Last live payment",
    width: "9rem",
    phone: "lineEnd",
    muted: true,
    cell: ({ lastPaymentAt }) => (lastPaymentAt ? <Time at={lastPaymentAt} /> : none("None yet")),
  },
  { head: "ID", width: "7.5rem", phone: "below", cell: ({ id }) => <Id value={id} label="merchant ID" shown={-8} /> },
];

const OF_ONE_PARTNER = COLUMNS.filter(({ head }) => head !== "Partner");

type TableProps = {
  merchants: Merchant[];
  /** On a partner's page: all merchants are its own. */
  ofOnePartner?: boolean;
};

/** Merchants, each with its country and ID, which distinguish two of one name. */
export function MerchantTable({ merchants, ofOnePartner = false }: TableProps) {
  const columns = ofOnePartner ? OF_ONE_PARTNER : COLUMNS;
  return <Table caption="Merchants, by name" columns={columns} rows={merchants} keyOf={({ id }) => id} />;
}

/** Whether a merchant may accept payments. */
export function MerchantState({ suspended }: { suspended: boolean }) {
  return <StatusOf label={suspended ? SUSPENDED : ACTIVE} />;
}
