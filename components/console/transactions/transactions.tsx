"use client";

import { useQueries } from "@tanstack/react-query";
import { ExportLink } from "../../ui/export-link";
import { without } from "../../ui/filter/filter-address";
import { SpanChips } from "../../ui/filter/filter-amount";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { chipLinks } from "../../ui/filter/filter-fields";
import { CountTabs, countedParts, FilterBar, KeysetPages, NoMatches } from "../../ui/filter/filter-list";
import { ListAnswer } from "../../ui/filter/list-answer";
import { Heading } from "../../ui/heading";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useConsole, useServedQuery } from "../../ui/queries";
import { BalancesTabs } from "../balances/balances-tabs";
import { useDecision } from "./decide-transaction";
import { type Discrepancies, DiscrepancyList } from "./discrepancies";
import type { Transactions } from "./transaction-labels";
import {
  setTransactionParts,
  TRANSACTION_TABS,
  TRANSACTIONS_PATH,
  type TransactionsFilter,
  transactionsLead,
  transactionsPath,
} from "./transactions-filter";
import { TransactionTable } from "./transactions-table";

const REFRESH_MS = 10_000;

type TransactionChoices = Outputs["transactions"]["filterOptions"];

type PageProps = {
  first: Transactions;
  firstDiscrepancies: Discrepancies;
  choices: TransactionChoices;
  filter: TransactionsFilter;
  cursor?: string | undefined;
};

/** The transactions on the merchant's accounts, newest first, each with its payment. */
export function TransactionsPage({ first, firstDiscrepancies, choices, filter, cursor }: PageProps) {
  const { trpc, merchantId, test } = useConsole();
  const answer = useServedQuery(trpc.transactions.list, { merchantId, test, ...filter, cursor }, first, REFRESH_MS);
  const { items, counts, newer, older } = answer.data;
  const { onDecide, drawer } = useDecision(answer.data);
  const at = (next: string) => transactionsPath(filter, next);
  return (
    <>
      <Heading
        title="Transactions"
        lead={transactionsLead(counts, filter)}
        samples={items}
        action={
          <ExportLink
            address={transactionsPath(filter, undefined, `${TRANSACTIONS_PATH}/export.csv`)}
            isEmpty={items.length === 0}
          />
        }
      />
      <BalancesTabs here="Transactions" />
      <DiscrepancyList first={firstDiscrepancies} hasAccount={choices.accounts.length > 0} />
      <Filters counts={counts} choices={choices} filter={filter} />
      <ListAnswer answer={answer} what="Transactions">
        {items.length === 0 ? (
          <NoTransaction filter={filter} />
        ) : (
          <TransactionTable transactions={items} onDecide={onDecide} />
        )}
        <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
      </ListAnswer>
      {drawer}
    </>
  );
}

type FiltersProps = { counts: Transactions["counts"]; choices: TransactionChoices; filter: TransactionsFilter };

function Filters({ counts, choices, filter }: FiltersProps) {
  const rest = without(filter, "kind");
  const accounts = choices.accounts.map(({ id, bankName, number }) => ({ value: id, words: `${bankName}, ${number}` }));
  return (
    <>
      <CountTabs
        label="Status"
        tabs={TRANSACTION_TABS.map(({ kind, words }) => [kind, words])}
        counts={counts}
        chosen={filter.kind}
        hrefOf={(kind) => transactionsPath(kind ? { ...rest, kind } : rest)}
      />
      <FilterBar>
        <SpanChips time="Booked" filter={filter} currencies={choices.currencies} to={transactionsPath} />
        {accounts.length > 1 || filter.accountId ? (
          <ChoiceChip
            name="Account"
            label="Accounts"
            choices={accounts}
            {...chipLinks(filter, transactionsPath)("accountId")}
          />
        ) : null}
      </FilterBar>
    </>
  );
}

/** No transaction matches, or there is none. */
function NoTransaction({ filter }: { filter: TransactionsFilter }) {
  const { trpc, merchantId, test } = useConsole();
  const parts = setTransactionParts(filter);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.transactions.list.queryOptions({ merchantId, test, ...rest })),
  });
  if (parts.length === 0) {
    return (
      <EmptyState title="No transactions yet">
        We read the statements of your receiving accounts and match each transaction to its payment. Transactions appear
        here soon after the bank has booked them.
      </EmptyState>
    );
  }
  const only = parts.length === 1 && filter.kind === "unmatched";
  return (
    <NoMatches
      title={only ? "No unmatched transactions" : "No matching transactions"}
      lead={
        only
          ? "All transactions are matched or accounted for."
          : `No ${test ? "test" : "live"} transaction matches these filters.`
      }
      parts={countedParts({ parts, hrefOf: transactionsPath, tabOf: ({ kind }) => kind, answers: others })}
    />
  );
}
