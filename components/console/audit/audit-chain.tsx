import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Status } from "../../ui/parts";
import { failureOf } from "../../ui/queries";
import { formatNumber } from "../../ui/text";
import { Time } from "../../ui/time/time";
import s from "./audit.module.css";
import { type AuditOf, type AuditReport, useAuditCheck } from "./audit-calls";

type Checked = AuditReport & { at: string };

const FAULTS: Record<NonNullable<AuditReport["fault"]>["kind"], (seq: number | null) => string> = {
  changed: (seq) => `Entry ${seq} doesn’t match its hash`,
  gap: (seq) => `Entries before ${seq} are missing`,
  unsealed: () => "An entry was written outside the chain",
  short: (seq) => `The log ends before entry ${seq}, its last one`,
  foreign: (seq) => `Entry ${seq} belongs to another log`,
};

/** Checks the log's hash chain in parts and shows the result. The user should keep the last hash outside Bankside. */
export function AuditChain({ of, total }: { of: AuditOf; total: number }) {
  const checkPart = useAuditCheck(of);
  const [reached, setReached] = useState(0);
  const check = useMutation({
    mutationFn: async (): Promise<Checked> => {
      let from: AuditReport["place"] | undefined;
      for (;;) {
        const report = await checkPart(from);
        setReached(report.place.seq);
        if (report.done) return { ...report, at: new Date().toISOString() };
        from = report.place;
      }
    },
  });
  if (total === 0) return null;
  return (
    <span className={s.chain}>
      <span role="status">
        {check.isPending ? `Verified ${formatNumber(reached)} of ${formatNumber(total)}` : null}
        {check.isError ? `The log couldn’t be verified: ${failureOf(check.error).message}` : null}
        {check.data && !check.isPending ? <Found checked={check.data} /> : null}
      </span>
      <Button slim disabled={check.isPending} onClick={() => check.mutate()}>
        {check.data ? "Verify again" : "Verify log"}
      </Button>
    </span>
  );
}

function Found({ checked: { place, fault, at } }: { checked: Checked }) {
  if (fault) {
    return (
      <Status tone="bad" glyph="fail">
        {FAULTS[fault.kind](fault.seq)}. Contact the operator.
      </Status>
    );
  }
  return (
    <span className={s.found}>
      <Status tone="good" glyph="done">
        {formatNumber(place.seq)} entries, intact at <Time at={at} as="seconds" />
      </Status>
      <CopyButton text={`${place.seq}:${place.hash}`} label="the hash of the last entry" />
    </span>
  );
}
