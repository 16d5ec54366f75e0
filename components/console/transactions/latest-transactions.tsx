import { AllLink, Section } from "../../ui/heading";
import ui from "../../ui/ui.module.css";
import type { Transactions } from "./transaction-labels";
import { TRANSACTIONS_PATH } from "./transactions-filter";
import { TransactionTable } from "./transactions-table";

const MAX_SHOWN = 5;

/** The newest transactions, under the balances. */
export function LatestTransactions({ transactions: { items, mayDecide } }: { transactions: Transactions }) {
  return (
    <section aria-label="Transactions">
      <Section title="Recent transactions" first>
        <AllLink href={TRANSACTIONS_PATH}>All transactions</AllLink>
      </Section>
      {items.length === 0 ? (
        <p className={ui.muted}>No transactions yet</p>
      ) : (
        <TransactionTable isShort transactions={items.slice(0, MAX_SHOWN)} mayDecide={mayDecide} />
      )}
    </section>
  );
}
