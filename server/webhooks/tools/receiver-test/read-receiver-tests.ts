import type { Ctx } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import type { WhichEndpoint } from "../../endpoints/endpoint-rules";
import { findEndpointKey } from "../../endpoints/require-endpoint";
import { numberOf, planOf, STEPS, type StepKey } from "./plan";
import { findReceiverTests, findSendings, type ReceiverTestRow } from "./receiver-test-store";
import { answersOf, formatScore, isForged, judgeAll, type ReceiverTestCall, scoreOf, type Verdict } from "./rules";
import { type StepLabels, stepLabels } from "./step-labels";

const MAX_RECEIVER_TESTS = 20;

/** One step with its labels, calls and verdict. */
type StepReport = StepLabels & {
  key: StepKey;
  number: number;
  verdict: Verdict;
  came: string;
  calls: ReceiverTestCall[];
};

type ReceiverTestSummary = {
  id: string;
  code: string;
  state: "running" | "finished" | "unfinished";
  /** Why it is unfinished. */
  reason: string | null;
  score: { passed: number; failed: number; look: number; leftOut: number } | null;
  createdAt: Date;
  doneAt: Date | null;
};

export type ReceiverTestReport = ReceiverTestSummary & {
  url: string;
  signed: boolean;
  /** The result in a sentence or two; null while it runs. */
  summary: string | null;
  /** Sendings done, and in all. */
  progress: { done: number; of: number };
  steps: StepReport[];
};

/**
 * The last 20 receiver tests of an endpoint, newest first, and one of them in full: `receiverTest`, or the newest.
 * `name`: null for the default URL.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readReceiverTests(
  ctx: Ctx,
  input: WhichEndpoint & { receiverTest?: string | undefined },
): Promise<{ history: ReceiverTestSummary[]; receiverTest: ReceiverTestReport | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const id = await findEndpointKey(dbOf(ctx), merchant.id, input.name);
  if (!id) return { history: [], receiverTest: null };
  const rows = await findReceiverTests(dbOf(ctx), merchant.id, id, MAX_RECEIVER_TESTS);
  const wanted = rows.find((row) => row.id === input.receiverTest) ?? rows[0];
  return { history: rows.map(summaryOf), receiverTest: wanted ? await reportOf(ctx, wanted) : null };
}

function summaryOf(row: ReceiverTestRow): ReceiverTestSummary {
  const { id, code, reason, createdAt, doneAt } = row;
  const state = row.state === "finished" || row.state === "unfinished" ? row.state : "running";
  // This module is the column's only writer.
  return { id, code, state, reason, score: row.score as ReceiverTestSummary["score"], createdAt, doneAt };
}

async function reportOf(ctx: Ctx, row: ReceiverTestRow): Promise<ReceiverTestReport> {
  const plan = planOf(row);
  const sendings = await findSendings(dbOf(ctx), row.id);
  const answers = answersOf(plan, sendings);
  const judged = judgeAll(answers, { signed: row.signed, done: row.state !== "running" });
  const steps = STEPS.map((key, index) => ({
    ...{ key, number: numberOf(key), ...stepLabels(key, row.code) },
    ...(judged[index] ?? { verdict: "to_come" as const, came: "" }),
    calls: [...(answers.get(key) ?? [])],
  }));
  const score = scoreOf(steps.map(({ verdict }) => verdict));
  const summary = row.state === "finished" ? formatScore(score, isForged(answers)) : row.reason;
  const progress = { done: sendings.length, of: plan.length };
  return { ...summaryOf(row), url: row.url, signed: row.signed, summary, progress, steps };
}
