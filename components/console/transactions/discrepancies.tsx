import { formatCount } from "../../ui/filter/filter-address";
import { Glyph } from "../../ui/icons";
import { Link } from "../../ui/link";
import { Money } from "../../ui/parts";
import { useConsole, useServedQuery } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import b from "../balances/balances.module.css";
import s from "../webhooks/health.module.css";
import {
  type Discrepancies,
  type Discrepancy,
  discrepancyKeys,
  discrepancyPath,
  formatDiscrepancy,
} from "./discrepancy-labels";

export type { Discrepancies };

const REFRESH_MS = 30_000;
/** The rest is behind a summary. */
const MAX_SHOWN = 5;

/**
 * Discrepancies between payments, banks and accounts. Without one: when these were reconciled, or that the report does not
 * list all. Nothing without an account.
 */
export function DiscrepancyList({ first, hasAccount }: { first: Discrepancies; hasAccount: boolean }) {
  const { trpc, merchantId, test } = useConsole();
  const { data } = useServedQuery(trpc.transactions.discrepancies, { merchantId, test }, first, REFRESH_MS);
  const { findings, orMore, reportedAt } = data;
  if (findings.length === 0) {
    if (!hasAccount) return null;
    if (orMore) return <p className={`${ui.muted} ${ui.small}`}>The last report does not list all discrepancies.</p>;
    return (
      <p className={`${ui.muted} ${ui.small} ${b.agreed}`}>
        Reconciled
        {reportedAt === null ? null : (
          <>
            {" "}
            as of <Time at={reportedAt} />
          </>
        )}
        .
      </p>
    );
  }
  const keys = discrepancyKeys(findings);
  const lines = findings.map((finding, at) => <Line key={keys[at]} finding={finding} />);
  const rest = lines.slice(MAX_SHOWN);
  return (
    <section aria-label="Discrepancies">
      <ul className={s.need}>{lines.slice(0, MAX_SHOWN)}</ul>
      {rest.length > 0 ? (
        <details>
          <summary>{formatCount({ count: rest.length, orMore })} more</summary>
          <ul className={s.need}>{rest}</ul>
        </details>
      ) : null}
    </section>
  );
}

function Line({ finding }: { finding: Discrepancy }) {
  const { fact, why } = formatDiscrepancy(finding.kind);
  return (
    <li>
      <Glyph name="warn" />
      <p>
        {finding.decimal === null ? null : (
          <>
            <Money decimal={finding.decimal} currency={finding.currency} />
            {" · "}
          </>
        )}
        {fact} <span>{why}</span>
      </p>
      <Link href={discrepancyPath(finding)}>
        {finding.kind === "account_not_read" ? "View balances" : "View payment"}
      </Link>
    </li>
  );
}
