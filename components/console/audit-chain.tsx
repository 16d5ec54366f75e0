"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import s from "./audit.module.css";
import { type AuditOf, type AuditReport, useAuditCheck } from "./audit-calls";
import { CopyButton } from "./copy-button";
import { Status } from "./parts";
import { failureOf } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";

type Checked = AuditReport & { at: string };

const FAULTS: Record<NonNullable<AuditReport["fault"]>["kind"], (seq: number | null) => string> = {
  changed: (seq) => `Entry ${seq} is not what was written`,
  gap: (seq) => `What stood before entry ${seq} is gone`,
  unsealed: () => "An entry was written past the chain",
  short: (seq) => `The log ends before entry ${seq}, which was its last`,
  foreign: (seq) => `Entry ${seq} is of another chain`,
};

/** The check of the log's chain, part by part, and what came of it. The hash of its end is to be kept elsewhere. */
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
        {check.isPending ? `Checked ${reached.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}` : null}
        {check.isError ? `The check did not end: ${failureOf(check.error).message}` : null}
        {check.data && !check.isPending ? <Found checked={check.data} /> : null}
      </span>
      <button
        className={`${ui.button} ${ui.slim}`}
        type="button"
        disabled={check.isPending}
        onClick={() => check.mutate()}
      >
        {check.data ? "Check again" : "Check the chain"}
      </button>
    </span>
  );
}

function Found({ checked: { place, fault, at } }: { checked: Checked }) {
  if (fault) {
    return (
      <Status tone="bad" glyph="fail">
        {FAULTS[fault.kind](fault.seq)}. Tell whoever runs this installation.
      </Status>
    );
  }
  return (
    <span className={s.found}>
      <Status tone="good" glyph="done">
        {place.seq.toLocaleString("en-GB")} entries, whole at <Time at={at} as="seconds" />
      </Status>
      <CopyButton text={`${place.seq}:${place.hash}`} label="the end of the chain" />
    </span>
  );
}
