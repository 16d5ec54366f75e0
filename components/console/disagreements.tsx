"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import b from "./balances.module.css";
import { type Disagreement, type Disagreements, disagreementPath, disagreementWords } from "./disagreement-words";
import s from "./health.module.css";
import { Glyph } from "./icons";
import { Money } from "./parts";
import { useMerchantId, useMode, useTRPC } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";

export type { Disagreements };

const REFRESH_MS = 30_000;
/** The others stand behind a press: the list of movements is what the page is for. */
const MAX_SHOWN = 5;

/** Where payments, banks and accounts disagree; one quiet sentence where they do not. */
export function DisagreementList({ first }: { first: Disagreements }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const options = trpc.movements.disagreements.queryOptions(
    { merchantId, test },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { findings, reportedAt } = useQuery(options).data;
  if (findings.length === 0) {
    return (
      <p className={`${ui.muted} ${ui.small} ${b.agreed}`}>
        Payments, banks and accounts agree
        {reportedAt === null ? "." : ", by the report of "}
        {reportedAt === null ? null : (
          <>
            <Time at={reportedAt} /> and what is known now.
          </>
        )}
      </p>
    );
  }
  const [shown, rest] = [findings.slice(0, MAX_SHOWN), findings.slice(MAX_SHOWN)];
  return (
    <section aria-label="What disagrees">
      <ul className={s.need}>
        {shown.map((one) => (
          <Line key={`${one.kind} ${one.subjectId}`} finding={one} />
        ))}
      </ul>
      {rest.length > 0 ? (
        <details>
          <summary>{rest.length === 1 ? "One more" : `${rest.length} more`}</summary>
          <ul className={s.need}>
            {rest.map((one) => (
              <Line key={`${one.kind} ${one.subjectId}`} finding={one} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Line({ finding }: { finding: Disagreement }) {
  const { fact, why } = disagreementWords(finding.kind);
  return (
    <li>
      <Glyph name="warn" />
      <p>
        {finding.decimal === null ? null : (
          <>
            <Money decimal={finding.decimal} currency={finding.currency} />{" "}
          </>
        )}
        {fact} <span>{why}</span>
      </p>
      <Link href={disagreementPath(finding)}>{finding.kind === "account_not_read" ? "See it" : "See the payment"}</Link>
    </li>
  );
}
