import { addressOf, cursorOf, knownOf, type Search, UUID } from "../../ui/filter/filter-address";
import {
  type AmountAndTime,
  amountAndTimeSearch,
  fittingOf,
  onlySet,
  readAmountAndTime,
  SPAN_PARTS,
  setPartsOf,
} from "../../ui/filter/filter-span";
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

/** The filter and the page of an address. Unknown values are ignored. */
export function readTransactionsSearch(search: Search): { filter: TransactionsFilter; cursor?: string } {
  const kinds = TRANSACTION_TABS.map(({ kind }) => kind);
  const filter = {
    ...readAmountAndTime(search),
    ...onlySet<Pick<TransactionsFilter, "kind" | "accountId">>({
      kind: knownOf(search, "show", kinds),
      accountId: fittingOf(search, "account", UUID),
    }),
  };
  return onlySet({ filter, cursor: cursorOf(search) });
}

/** The address of a page of the list: what `readTransactionsSearch` reads. */
export function transactionsPath(
  filter: TransactionsFilter,
  cursor?: string,
  path: string = TRANSACTIONS_PATH,
): string {
  const { kind, accountId } = filter;
  return addressOf(path, { show: kind, account: accountId, ...amountAndTimeSearch(filter), at: cursor });
}

/** The parts of a filter that are set, each with its label and the filter without it. */
export function setTransactionParts(filter: TransactionsFilter): { words: string; rest: TransactionsFilter }[] {
  return setPartsOf(filter, [["status", ["kind"]], ["account", ["accountId"]], ...SPAN_PARTS]);
}
