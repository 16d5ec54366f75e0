import type { Ctx, OneInsert } from "../../lib/context";
import { equalInConstantTime, open, seal, sha256 } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import { isDatabaseUnavailable } from "../../lib/db-outage";
import { AppError, invalidField } from "../../lib/errors";
import { singleFlight } from "../../lib/short-cache";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { Answer } from "../answer";
import { findAnswer, insertWithKey, type NewAnswer, putAnswer, type StoredAnswer, tryLockKey } from "./store";

/**
 * The Idempotency-Key of a request, or null; a quoted structured-field string (RFC 9651) is unquoted.
 * @throws AppError VALIDATION_ERROR on `Idempotency-Key`
 */
export function readIdempotencyKey(headers: Pick<Headers, "get">): string | null {
  const given = headers.get("idempotency-key");
  if (given === null) return null;
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(given);
  const key = quoted?.[1] === undefined ? given : quoted[1].replace(/\\(["\\])/g, "$1");
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalidField("Idempotency-Key", "1 to 255 printable ASCII characters");
  return key;
}

type KeyedRequest = { key: string; method: string; path: string; body: Record<string, unknown> };
type Once = Answer & { replayed: boolean };

/**
 * Runs `work` at most once for a merchant's key within 24 hours. Key, effect and response commit in one transaction; an
 * error frees the key. A running request holds an advisory lock, which ends with its process.
 * @throws AppError IDEMPOTENT_REQUEST_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, INTERNAL_SERVER_ERROR when the database
 *   connection was lost during the commit, and the errors of `work`
 */
export async function runOnce(ctx: Ctx, request: KeyedRequest, work: (ctx: Ctx) => Promise<Answer>): Promise<Once> {
  const merchantId = (await resolveMerchant(ctx, merchantIdOf(request.body))).id;
  // The same body from test-only credentials creates a test payment, so it counts as another request.
  const asks = `${request.method} ${request.path} ${canonicalJson(request.body)}`;
  const fingerprint = sha256(ctx.caller.testOnly ? `test ${asks}` : asks);
  const rowId = `${merchantId} ${request.key}`;
  // Before any lock: replays of a finished request need none, however many are concurrent.
  const { now, stored: finished } = await lookUp(rowId, () => findAnswer(db(), merchantId, request.key));
  if (finished) return replay(finished, fingerprint, rowId);
  const inProgress = () => new AppError("IDEMPOTENT_REQUEST_IN_PROGRESS");
  if (running.has(rowId)) throw inProgress();
  running.add(rowId);
  const rowOf = ({ status, body }: Answer): NewAnswer => {
    return { merchantId, key: request.key, fingerprint, status, bodySealed: seal(body, rowId) };
  };
  try {
    const taken = await insertOnce(ctx, now, rowOf, work);
    if (taken === "locked") throw inProgress();
    if (taken !== "known") return taken;
    return await commitOnce(async (tx) => {
      if (!(await tryLockKey(tx, merchantId, request.key))) throw inProgress();
      const { stored } = await findAnswer(tx, merchantId, request.key);
      if (stored) return replay(stored, fingerprint, rowId);
      const answer = await work({ ...ctx, tx });
      await putAnswer(tx, rowOf(answer));
      return { ...answer, replayed: false };
    });
  } finally {
    running.delete(rowId);
  }
}

/**
 * The usual way, without a transaction of several statements: `work` passes its one INSERT on, which runs with the key in
 * one statement. "known": the key has a row. Not for a person, whose creations are also in the audit log.
 */
async function insertOnce(
  ctx: Ctx,
  now: Date,
  rowOf: (answer: Answer) => NewAnswer,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<Once | "locked" | "known"> {
  if (ctx.caller.actor.kind === "user") return "known";
  let insert: Parameters<OneInsert["take"]>[0] | undefined;
  const take: OneInsert["take"] = (given) => {
    insert = given;
  };
  const answer = await work({ ...ctx, oneInsert: { now, take } });
  if (!insert) throw new Error("A creation with an idempotency key passed no INSERT on.");
  let isSent = false;
  const sent = () => {
    isSent = true;
  };
  try {
    const outcome = await insertWithKey(rowOf(answer), insert, sent);
    return outcome === "stored" ? { ...answer, replayed: false } : outcome;
  } catch (error) {
    if (isSent && isDatabaseUnavailable(error)) throw new AppError("INTERNAL_SERVER_ERROR", { cause: error });
    throw error;
  }
}

// Keys in flight in this process are not looked up: a thousand at once would take every connection only to find the key
// locked. Between processes, and after a crash, the lock decides.
const running = new Set<string>();
const lookUp = singleFlight<{ now: Date; stored: StoredAnswer | null }>({ ofOneCaller: true });

/** A transaction that distinguishes a loss during the commit, after which its outcome is unknown. */
async function commitOnce(work: (tx: Tx) => Promise<Once>): Promise<Once> {
  let isCommitting = false;
  try {
    return await db().$transaction(async (tx) => {
      const once = await work(tx);
      isCommitting = !once.replayed;
      return once;
    });
  } catch (error) {
    if (isCommitting && isDatabaseUnavailable(error)) throw new AppError("INTERNAL_SERVER_ERROR", { cause: error });
    throw error;
  }
}

function replay(stored: StoredAnswer, fingerprint: Uint8Array, rowId: string): Once {
  if (!equalInConstantTime(stored.fingerprint, fingerprint)) throw new AppError("IDEMPOTENCY_KEY_REUSED");
  return { status: stored.status, body: open(stored.bodySealed, rowId), replayed: true };
}

function merchantIdOf(body: Record<string, unknown>): string | undefined {
  const given = body["merchant_id"];
  return typeof given === "string" ? given : undefined;
}

/** JSON with the keys of every object sorted, so that their order in the request makes no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
