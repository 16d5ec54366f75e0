import { readLinkFilter } from "@/components/console/payment-links/link-filter";
import { LINK_STATUS_LABELS } from "@/components/console/payment-links/link-labels";
import type { CsvColumn } from "@/server/http/csv";
import { toDecimalString } from "@/server/lib/money/money";
import { readExportedLinks } from "@/server/payments/links/queries/browse-payment-links";
import type { PaymentLinkListItem } from "@/server/payments/links/schema";
import { byPages, exportList } from "../../export-list";

const COLUMNS: CsvColumn<PaymentLinkListItem>[] = [
  { header: "Created (UTC)", cell: ({ created_at }) => created_at },
  { header: "Reference", cell: ({ payment_reference }) => payment_reference },
  { header: "Order", cell: ({ order_id }) => order_id },
  {
    header: "Amount",
    cell: ({ amount, currency }) => toDecimalString({ amountMinor: BigInt(amount), currency }),
  },
  { header: "Currency", cell: ({ currency }) => currency },
  { header: "Status", cell: ({ status }) => LINK_STATUS_LABELS[status].word },
  { header: "Views", cell: ({ views_count }) => views_count },
  { header: "First opened (UTC)", cell: ({ first_viewed_at }) => first_viewed_at },
  { header: "Expires (UTC)", cell: ({ expires_at }) => expires_at },
  { header: "Paid by payment", cell: ({ payment_request_id }) => payment_request_id },
  { header: "Link ID", cell: ({ id }) => id },
];

/** GET of the payment links as CSV, with the filter and the order of the page, but not in the order of last update. */
export function GET(request: Request): Promise<Response> {
  return exportList<PaymentLinkListItem, string>(request, {
    path: "paymentLinks.list",
    action: "payment_links.exported",
    source: (ctx, { merchantId, test, search }) => {
      const query = { merchantId, test, ...readLinkFilter(search).filter };
      return {
        name: test ? "test-payment-links" : "payment-links",
        columns: COLUMNS,
        read: byPages((page) => readExportedLinks(ctx, { ...query, ...page })),
      };
    },
  });
}
