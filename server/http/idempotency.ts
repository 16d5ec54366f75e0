import type { Ctx } from "../lib/context";
import { equalInConstantTime, open, seal, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { Answer } from "./answer";
import { findAnswer, putAnswer, tryLockKey } from "./store";

/**
 * The Idempotency-Key of a request, or null; a quoted structured-field string (RFC 9651) is unquoted.
 * @throws AppError VALIDATION_ERROR on `Idempotency-Key`
 */
export function readIdempotencyKey(headers: Headers): string | null {
  const given = headers.get("idempotency-key");
  if (given === null) return null;
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(given);
  const key = quoted?.[1] === undefined ? given : quoted[1].replace(/\\(["\\])/g, "$1");
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalidField("Idempotency-Key", "1 to 255 printable ASCII characters");
  return key;
}

export type KeyedRequest = { key: string; method: string; path: string; body: Record<string, unknown> };

/**
 * Runs `work` at most once for a merchant's key within 24 hours. Key, effect and answer commit in one transaction; a
 * failure frees the key. "Still running" is an advisory lock, which dies with its holder.
 * @throws AppError IDEMPOTENT_REQUEST_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, and what `work` throws
 */
export async function runOnce(
  ctx: Ctx,
  request: KeyedRequest,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { key } = request;
  const merchantId = (await resolveMerchant(ctx, merchantIdOf(request.body))).id;
  const fingerprint = sha256(`${request.method} ${request.path} ${canonicalJson(request.body)}`);
  const rowId = `${merchantId} ${key}`;
  return db().$transaction(async (tx) => {
    if (!(await tryLockKey(tx, merchantId, key))) throw new AppError("IDEMPOTENT_REQUEST_IN_PROGRESS");
    const stored = await findAnswer(tx, merchantId, key);
    if (stored) {
      if (!equalInConstantTime(stored.fingerprint, fingerprint)) throw new AppError("IDEMPOTENCY_KEY_REUSED");
      return { status: stored.status, body: open(stored.bodySealed, rowId), replayed: true };
    }
    const answer = await work({ ...ctx, tx });
    await putAnswer(tx, { merchantId, key, fingerprint, status: answer.status, bodySealed: seal(answer.body, rowId) });
    return { ...answer, replayed: false };
  });
}

function merchantIdOf(body: Record<string, unknown>): string | undefined {
  const given = body["merchant_id"];
  return typeof given === "string" ? given : undefined;
}

/** JSON with the keys of every object in order, so that their order in the request makes no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
