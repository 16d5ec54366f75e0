import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { newSecret, open, seal, sha256 } from "../lib/crypto";
import { inTransaction, type Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX, tokenSetOf } from "./issue-token";
import { ACCESS_TOKEN_TTL_S, refreshDecision } from "./rules";
import type { TokenSet } from "./schema";
import { insertAccessToken, lockRefreshToken, replaceRefreshToken, revokeFamily } from "./store";

/**
 * A new access token and a new refresh token (RFC 6749 §6, rotation as in RFC 9700 §4.14.2). Asked again within the
 * grace, the answer carries the same new refresh token; used later, it is reuse, and the whole family is revoked.
 * @throws AppError INVALID_GRANT
 */
export async function refreshToken(ctx: Ctx, input: { refresh_token: string }): Promise<TokenSet> {
  // A revocation has to commit, so the refusal is thrown outside the transaction.
  const tokens = await inTransaction(ctx, (tx) => exchange(tx, ctx, input.refresh_token));
  if (!tokens) throw new AppError("INVALID_GRANT");
  return tokens;
}

async function exchange(tx: Tx, ctx: Ctx, presented: string): Promise<TokenSet | null> {
  const hash = sha256(presented);
  const rowId = Buffer.from(hash).toString("hex");
  const row = await lockRefreshToken(tx, hash);
  if (!row) return null;
  const decision = refreshDecision(row);
  if (decision === "refuse") return null;
  if (decision === "reuse") {
    const owner = await revokeFamily(tx, row.familyId);
    await recordAudit(tx, ctx, {
      action: "token_family.reuse_detected",
      merchantId: owner?.merchantId ?? null,
      subjectId: owner?.credentialId ?? null,
    });
    return null;
  }
  const successor =
    decision === "repeat" && row.successor ? open(row.successor, rowId) : newSecret(REFRESH_TOKEN_PREFIX);
  if (decision === "rotate") {
    await replaceRefreshToken(tx, { hash, successorHash: sha256(successor), successorSealed: seal(successor, rowId) });
  }
  const accessToken = newSecret(ACCESS_TOKEN_PREFIX);
  await insertAccessToken(tx, {
    familyId: row.familyId,
    accessHash: sha256(accessToken),
    accessExpiresInS: ACCESS_TOKEN_TTL_S,
  });
  return tokenSetOf(accessToken, successor);
}
