import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { db, inTransaction, type Tx } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { attemptOfEndToEndId } from "../payments/credit-candidates";
import { applyMatch, withSums } from "./apply-entry";
import { type Match, matchCredit, matchReturn } from "./rules";
import { type EntryRow, findOpenEntries, lockEntry, setDecision } from "./store";

const MAX_NOTE_LENGTH = 500;

/** Entries that no rule could place, newest first, over all merchants. Operators only. @throws AppError FORBIDDEN_VIEW */
export async function listOpenEntries(ctx: Ctx, input: { limit: number }): Promise<EntryRow[]> {
  if (!isOperator(ctx)) throw new AppError("FORBIDDEN_VIEW");
  return findOpenEntries(db(), input.limit);
}

/**
 * A person says which payment an entry belongs to, by our end-to-end id of it. The rules that hold for a bank's own
 * reference hold here: another account, currency or amount is refused, and so is a payment that has its credit.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `entry` or `end-to-end-id`
 */
export async function matchEntry(ctx: Ctx, input: { id: string; endToEndId: string; note: string }): Promise<void> {
  await resolve(ctx, input, async (tx, entry) => {
    const found = await attemptOfEndToEndId(tx, input.endToEndId);
    const [payment] = found ? await withSums(tx, [found]) : [];
    if (!payment) throw invalidField("end-to-end-id", "no payment has this reference");
    const match = (entry.direction === "credit" ? matchCredit : matchReturn)(entry, entry.accountId, payment, []);
    if (match.state !== "matched") throw invalidField("end-to-end-id", refusalOf(match));
    await applyMatch(tx, entry.id, entry, { match: { ...match, by: "person" }, payment }, input.note);
    return { action: "statement_entry.matched", attempt_id: payment.attemptId };
  });
}

/** A person says that an entry is no payment's. It stays readable. @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR */
export async function dismissEntry(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  await resolve(ctx, input, async (tx, entry) => {
    const { attemptId, problem } = entry;
    await setDecision(tx, entry.id, { state: "dismissed", attemptId, matchedBy: null, problem, note: input.note });
    return { action: "statement_entry.dismissed" };
  });
}

type Done = { action: string } & Record<string, string>;

async function resolve(
  ctx: Ctx,
  { id, note }: { id: string; note: string },
  decide: (tx: Tx, entry: EntryRow) => Promise<Done>,
): Promise<void> {
  if (!isOperator(ctx)) throw new AppError("FORBIDDEN");
  if (note.trim() === "" || note.length > MAX_NOTE_LENGTH) {
    throw invalidField("reason", `1 to ${MAX_NOTE_LENGTH} characters that say why`);
  }
  await inTransaction(ctx, async (tx) => {
    const entry = isUuid(id) ? await lockEntry(tx, id) : null;
    if (!entry) throw new AppError("NOT_FOUND", { message: "No such entry." });
    if (entry.state !== "unmatched" && entry.state !== "differs") {
      throw invalidField("entry", `is ${entry.state}: nothing is left to decide`);
    }
    const { action, ...detail } = await decide(tx, entry);
    const fact = { action, merchantId: entry.merchantId, subjectId: entry.id };
    await recordAudit(tx, ctx, { ...fact, detail: { ...detail, reason: note } });
  });
}

function refusalOf(match: Match): string {
  return `does not fit: ${("problem" in match ? match.problem : match.state).replaceAll("_", " ")}`;
}

/** Whose money an entry is decides the operator, and no token of the API. */
function isOperator({ caller }: Ctx): boolean {
  return caller.kind === "admin" && caller.actor.kind === "system";
}
