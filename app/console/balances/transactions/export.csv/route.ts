import { formatTransactionStatus, unmatchedReason } from "@/components/console/transactions/transaction-labels";
import { readTransactionsSearch } from "@/components/console/transactions/transactions-filter";
import type { CsvColumn } from "@/server/http/csv";
import { toDecimalString } from "@/server/lib/money/money";
import { type BankTransaction, readBankTransactionPage } from "@/server/reconciliation/list-bank-transactions";
import { byPages, exportList } from "../../../export-list";

const COLUMNS: CsvColumn<BankTransaction>[] = [
  { header: "Booked (UTC)", cell: ({ bookedAt }) => bookedAt },
  {
    header: "Amount",
    // Debits are negative.
    cell: ({ direction, amountMinor, currency }) =>
      toDecimalString({ amountMinor: direction === "debit" ? -amountMinor : amountMinor, currency }),
  },
  { header: "Currency", cell: ({ currency }) => currency },
  { header: "Status", cell: (transaction) => formatTransactionStatus(transaction).word },
  { header: "Reason", cell: (transaction) => unmatchedReason(transaction) ?? transaction.note },
  { header: "Payment reference", cell: ({ paymentReference }) => paymentReference },
  { header: "Remittance information", cell: ({ remittance }) => remittance },
  { header: "Return reason", cell: ({ returnReason }) => returnReason },
  { header: "Counterparty", cell: ({ counterparty }) => counterparty },
  { header: "Bank", cell: ({ bankName }) => bankName },
  { header: "Account", cell: ({ number }) => number },
  { header: "Payment", cell: ({ paymentId }) => paymentId },
  { header: "Transaction ID", cell: ({ id }) => id },
];

/** GET of the transactions as CSV, with the filter of the page. */
export function GET(request: Request): Promise<Response> {
  return exportList<BankTransaction, string>(request, {
    path: "transactions.list",
    action: "movements.exported",
    source: (ctx, { merchantId, test, search }) => {
      const input = { merchantId, test, ...readTransactionsSearch(search).filter };
      return {
        name: test ? "test-transactions" : "transactions",
        columns: COLUMNS,
        read: byPages((page) => readBankTransactionPage(ctx, { ...input, ...page })),
      };
    },
  });
}
