import { Fact } from "../../ui/fact";
import { formatCount, totalOf } from "../../ui/filter/filter-address";
import { Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { groupDigits } from "../../ui/money";
import { None } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Discrepancies } from "../transactions/discrepancies";
import type { Transactions } from "../transactions/transaction-labels";
import { TRANSACTIONS_PATH, transactionsPath } from "../transactions/transactions-filter";

export type ReconciliationFacts = { unmatched: Outputs["transactions"]["unmatched"]; discrepancies: Discrepancies };

type ReconciliationProps = { counts: Transactions["counts"]; facts: ReconciliationFacts; hasAccount: boolean };

/** How the transactions on the accounts compare with the payments. */
export function Reconciliation({ counts, facts, hasAccount }: ReconciliationProps) {
  const { findings, orMore, reportedAt } = facts.discrepancies;
  const ofPayments = totalOf(counts, ["payment", "returned", "unmatched"]);
  return (
    <section aria-label="Reconciliation">
      <Section title="Reconciliation" first />
      <dl className={ui.facts}>
        <Fact name="Reconciled">
          {findings.length > 0 ? (
            <Link href={TRANSACTIONS_PATH}>
              {formatCount({ count: findings.length, orMore })}{" "}
              {findings.length === 1 ? "discrepancy" : "discrepancies"}
            </Link>
          ) : reportedAt === null || !hasAccount || orMore ? (
            <None />
          ) : (
            <>
              as of <Time at={reportedAt} />
            </>
          )}
        </Fact>
        <Fact name="Matched">
          {ofPayments.count === 0 ? (
            <None />
          ) : (
            `${formatCount(totalOf(counts, ["payment", "returned"]))} of ${formatCount(ofPayments)} transactions`
          )}
        </Fact>
        <Fact name="Unmatched">
          {counts.unmatched.count === 0 ? (
            <None />
          ) : (
            <Link href={transactionsPath({ kind: "unmatched" })}>{formatUnmatched(counts, facts.unmatched)}</Link>
          )}
        </Fact>
        <Fact name="Disputes">
          None possible: a bank payment has no chargeback. A payment that a bank sends back is shown as Returned.
        </Fact>
      </dl>
    </section>
  );
}

/** `4 transactions, 315.80 EUR received`: unmatched debits are in the number alone. */
function formatUnmatched({ unmatched }: Transactions["counts"], credits: ReconciliationFacts["unmatched"]): string {
  const what = unmatched.count === 1 ? "1 transaction" : `${formatCount(unmatched)} transactions`;
  if (credits.length === 0) return what;
  return `${what}, ${credits.map(({ decimal, currency }) => `${groupDigits(decimal)} ${currency}`).join(", ")} received`;
}
