import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findEndpointsByName } from "../endpoint-store";
import { numberOf, planOf, STEPS, type StepKey } from "./exam-plan";
import { answersOf, type ExamCall, isForged, judgeAll, newsOfScore, scoreOf, type Verdict } from "./exam-rules";
import { type ExamRow, findExams, findSendings } from "./exam-store";
import { type StepWords, wordsOf } from "./exam-words";

const MAX_EXAMS = 20;

/** One step of an exam: what was asked, what came, and what it means. */
export type StepReport = StepWords & {
  key: StepKey;
  number: number;
  verdict: Verdict;
  came: string;
  calls: ExamCall[];
};

export type ExamSummary = {
  id: string;
  code: string;
  state: "running" | "finished" | "unfinished";
  /** Why it is unfinished, in words. */
  reason: string | null;
  score: { passed: number; failed: number; look: number; leftOut: number } | null;
  createdAt: Date;
  doneAt: Date | null;
};

export type ExamReport = ExamSummary & {
  url: string;
  signed: boolean;
  /** The result in a sentence or two; null while it runs. */
  news: string | null;
  /** How many sendings are done, and how many there are. */
  progress: { done: number; of: number };
  steps: StepReport[];
};

/**
 * The last exams of a destination, newest first, and one of them in full: the one that is asked for, else the newest.
 * `name`: null for the default URL.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readExams(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null; exam?: string | undefined },
): Promise<{ history: ExamSummary[]; exam: ExamReport | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { name } = input;
  const id = name === null ? merchant.id : (await findEndpointsByName(dbOf(ctx), merchant.id, [name]))[0]?.id;
  if (!id) return { history: [], exam: null };
  const rows = await findExams(dbOf(ctx), merchant.id, id, MAX_EXAMS);
  const wanted = rows.find((row) => row.id === input.exam) ?? rows[0];
  return { history: rows.map(summaryOf), exam: wanted ? await reportOf(ctx, wanted) : null };
}

function summaryOf(row: ExamRow): ExamSummary {
  const { id, code, reason, createdAt, doneAt } = row;
  const state = row.state === "finished" || row.state === "unfinished" ? row.state : "running";
  // Written by us alone, as it is read.
  return { id, code, state, reason, score: row.score as ExamSummary["score"], createdAt, doneAt };
}

async function reportOf(ctx: Ctx, row: ExamRow): Promise<ExamReport> {
  const plan = planOf(row);
  const sendings = await findSendings(dbOf(ctx), row.id);
  const answers = answersOf(plan, sendings);
  const judged = judgeAll(answers, { signed: row.signed, done: row.state !== "running" });
  const steps = STEPS.map((key, index) => ({
    ...{ key, number: numberOf(key), ...wordsOf(key, row.code) },
    ...(judged[index] ?? { verdict: "to_come" as const, came: "" }),
    calls: [...(answers.get(key) ?? [])],
  }));
  const score = scoreOf(steps.map(({ verdict }) => verdict));
  const news = row.state === "finished" ? newsOfScore(score, isForged(answers)) : row.reason;
  const progress = { done: sendings.length, of: plan.length };
  return { ...summaryOf(row), url: row.url, signed: row.signed, news, progress, steps };
}
