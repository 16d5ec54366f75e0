import { formatDeliverySummary } from "@/components/console/deliveries/delivery-labels";
import { formatPaymentStatus } from "@/components/console/payment/payment-state";
import { CHANNEL_LABELS, readPaymentsSearch, tooManyBanks } from "@/components/console/payments/payments-filter";
import type { CsvColumn } from "@/server/http/csv";
import { AppError } from "@/server/lib/errors";
import { toDecimalString } from "@/server/lib/money/money";
import {
  type PaymentWithDeliverySummary,
  readPaymentPage,
  withDeliverySummary,
} from "@/server/payments/queries/list-payments";
import { byPages, exportList } from "../../export-list";

const decimal = (minor: number, currency: string) => toDecimalString({ amountMinor: BigInt(minor), currency });

const COLUMNS: CsvColumn<PaymentWithDeliverySummary>[] = [
  { header: "Created (UTC)", cell: ({ createdAt }) => createdAt },
  { header: "Amount", cell: ({ amount, currency }) => decimal(amount, currency) },
  { header: "Currency", cell: ({ currency }) => currency },
  { header: "Status", cell: (row) => formatPaymentStatus(row).word },
  { header: "Reason", cell: ({ statusReason }) => statusReason },
  { header: "Returned", cell: ({ reversedAmount, currency }) => reversedAmount && decimal(reversedAmount, currency) },
  { header: "Reference", cell: ({ paymentReference }) => paymentReference },
  { header: "Order", cell: ({ orderId }) => orderId },
  { header: "Customer", cell: ({ customerName }) => customerName },
  { header: "Bank", cell: ({ bankName }) => bankName },
  { header: "Channel", cell: ({ flow }) => CHANNEL_LABELS[flow] },
  { header: "Webhooks", cell: ({ webhooks }) => formatDeliverySummary(webhooks)?.word ?? null },
  { header: "Test", cell: ({ test }) => test },
  { header: "Payment ID", cell: ({ id }) => id },
];

/** GET of the payments as CSV, with the filter of the page. */
export function GET(request: Request): Promise<Response> {
  return exportList<PaymentWithDeliverySummary, string>(request, {
    path: "payments.list",
    action: "payments.exported",
    source: (ctx, { merchantId, test, search }) => {
      const refused = tooManyBanks(search);
      if (refused) throw new AppError("VALIDATION_ERROR", { message: refused });
      const { filter } = readPaymentsSearch(search);
      return {
        name: test ? "test-payments" : "payments",
        columns: COLUMNS,
        read: byPages(async (page) => {
          const { rows, older } = await readPaymentPage(ctx, { merchantId, test, ...filter, ...page });
          return { rows: await withDeliverySummary(ctx, merchantId, rows), older };
        }),
      };
    },
  });
}
