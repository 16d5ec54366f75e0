import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { db, inTransaction, type Tx } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import {
  attemptOfEndToEndId,
  attemptsOfRequest,
  type CreditCandidate,
  endToEndIdIn,
} from "../payments/settlement/credit-candidates";
import { applyMatch, type Found, findUnderLock, withSums } from "./apply-entry";
import { type Candidate, type Match, matchCredit, matchReturn } from "./matching-rules";
import { type EntryRow, type EntryState, findOpenEntries, lockEntry, setDecision } from "./store";

const MAX_NOTE_LENGTH = 500;
/** States that wait for a person. `other` does not, but may be a return that the bank does not mark as one. */
const OPEN: readonly EntryState[] = ["unmatched", "differs"];

/** Unmatched entries of all merchants, those of real accounts first, then newest first. Operators only. @throws AppError FORBIDDEN_VIEW */
export async function listOpenEntries(ctx: Ctx, input: { limit: number }): Promise<EntryRow[]> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN_VIEW");
  return findOpenEntries(db(), input.limit);
}

/**
 * Matches an entry to a payment by a person's decision. `payment`: the payment request's id, or an attempt's end-to-end id.
 * The rules for automatic matches apply: another account, currency or amount is refused, and so is a payment that has its
 * credit.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `entry`, `payment` or `reason`
 */
export async function matchEntry(ctx: Ctx, input: { id: string; payment: string; note: string }): Promise<void> {
  await resolve(ctx, input, [...OPEN, "other"], async (tx, entry) => {
    const found = await findUnderLock(tx, () => findNamed(tx, entry, input.payment));
    await applyMatch(tx, entry.id, entry, found, { note: input.note });
    return { action: "statement_entry.matched", attempt_id: found.payment.attemptId };
  });
}

type Chosen = Found & { match: Extract<Match, { state: "matched" }>; payment: Candidate };

/** The only named attempt that the entry fits; of several, the one that completed its request. */
async function findNamed(tx: Tx, entry: EntryRow, name: string): Promise<Chosen> {
  const candidates = await withSums(tx, await attemptsNamed(tx, name));
  if (candidates.length === 0) throw invalidField("payment", "No payment has this ID.");
  const rule = entry.direction === "credit" ? matchCredit : matchReturn;
  const tried = candidates.map((payment) => ({ payment, match: rule(entry, entry.accountId, payment, []) }));
  const fitting = tried.flatMap(({ payment, match }): Chosen[] =>
    match.state === "matched" ? [{ payment, match: { ...match, by: "person" } }] : [],
  );
  const [chosen, second] = fitting.length > 1 ? fitting.filter(({ payment }) => payment.completed) : fitting;
  if (chosen && !second) return chosen;
  const [refused] = tried.map(({ match }) => ("problem" in match ? match.problem : match.state));
  const unfit = `This payment does not fit: ${refused?.replaceAll("_", " ")}.`;
  throw invalidField("payment", fitting.length > 1 ? "Several attempts fit. Enter the end-to-end ID of one." : unfit);
}

async function attemptsNamed(tx: Tx, name: string): Promise<CreditCandidate[]> {
  if (isUuid(name)) return attemptsOfRequest(tx, name);
  const ownId = endToEndIdIn(name);
  const attempt = ownId === null ? null : await attemptOfEndToEndId(tx, ownId);
  return attempt ? [attempt] : [];
}

/**
 * Dismisses an entry that belongs to no payment; it stays readable.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `entry` or `reason`
 */
export async function dismissEntry(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  await resolve(ctx, input, OPEN, async (tx, entry) => {
    const { attemptId, problem } = entry;
    await setDecision(tx, entry.id, { state: "dismissed", attemptId, matchedBy: null, problem, note: input.note });
    return { action: "statement_entry.dismissed" };
  });
}

type Done = { action: string } & Record<string, string>;

async function resolve(
  ctx: Ctx,
  { id, note }: { id: string; note: string },
  states: readonly EntryState[],
  decide: (tx: Tx, entry: EntryRow) => Promise<Done>,
): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  if (note.trim() === "" || note.length > MAX_NOTE_LENGTH) {
    throw invalidField("reason", `Enter a reason of 1 to ${MAX_NOTE_LENGTH} characters.`);
  }
  await inTransaction(ctx, async (tx) => {
    const entry = isUuid(id) ? await lockEntry(tx, id) : null;
    if (!entry) throw new AppError("NOT_FOUND", { message: "No such transaction." });
    if (!states.includes(entry.state)) {
      throw invalidField("entry", `The transaction is already ${entry.state}.`);
    }
    const { action, ...detail } = await decide(tx, entry);
    const fact = { action, merchantId: entry.merchantId, subjectId: entry.id };
    await recordAudit(tx, ctx, { ...fact, detail: { ...detail, reason: note } });
  });
}
