import { formatCount, totalOf, UUID, without } from "../../ui/filter/filter-address";
import { filterOf, fitting, oneOf } from "../../ui/filter/filter-fields";
import { type AmountAndTime, SPAN_FIELDS, SPAN_PARTS } from "../../ui/filter/filter-span";
import type { Transactions } from "./transaction-labels";

export type TransactionKind = keyof Transactions["counts"];

/** The filter of a list of transactions. The mode is the page's. */
export type TransactionsFilter = AmountAndTime & { kind?: TransactionKind; accountId?: string };

export const TRANSACTIONS_PATH = "/console/balances/transactions";

/** In the order of the tabs. */
export const TRANSACTION_TABS: readonly { kind: TransactionKind; words: string }[] = [
  { kind: "payment", words: "Payments" },
  { kind: "returned", words: "Returned" },
  { kind: "unmatched", words: "Unmatched" },
  { kind: "dismissed", words: "Dismissed" },
  { kind: "other", words: "Other" },
];

const TRANSACTIONS = filterOf<TransactionsFilter>(
  {
    kind: ["show", oneOf(TRANSACTION_TABS.map(({ kind }) => kind))],
    accountId: ["account", fitting(UUID)],
    ...SPAN_FIELDS,
  },
  [["status", ["kind"]], ["account", ["accountId"]], ...SPAN_PARTS],
);
export const { read: readTransactionsSearch, parts: setTransactionParts } = TRANSACTIONS;

export function transactionsPath(filter: TransactionsFilter, cursor?: string, path: string = TRANSACTIONS_PATH) {
  return TRANSACTIONS.address(path, filter, { at: cursor });
}

/** What the page says about all transactions; under a filter, whose counts are of its matches, nothing of the rest. */
export function transactionsLead(counts: Transactions["counts"], filter: TransactionsFilter): string {
  const { unmatched: open } = counts;
  const isNarrowed = setTransactionParts(without(filter, "kind")).length > 0;
  if (isNarrowed || totalOf(counts).count === 0) return "Transactions booked to your accounts.";
  if (open.count === 0) return "All transactions are matched or accounted for.";
  const unmatched = `${formatCount(open)} ${open.count === 1 ? "transaction is" : "transactions are"} unmatched.`;
  return `${unmatched} Everything else is matched or accounted for.`;
}
