import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { derivedCheckedSecret, newCheckedSecret, open, seal, sha256 } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { networkOf } from "../../lib/net/networks";
import { refuseOtherAddresses } from "../credentials/allowed-networks";
import {
  ACCESS_TOKEN_TTL_S,
  type Context,
  isSameContext,
  MAX_REFRESH_REPEATS,
  pickRole,
  refreshDecision,
} from "../rules";
import type { TokenSet } from "../schema";
import { notifyUser } from "../users/notify-user";
import { findUserById, listRoles } from "../users/user-store";
import { authenticateClient } from "./issue-token";
import { noRoleInContext, recordTokenIssued } from "./issue-user-token";
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX, tokenSetOf } from "./token-set";
import {
  insertAccessToken,
  lockRefreshToken,
  lockUserOfToken,
  moveFamily,
  noteRepeat,
  type RefreshRow,
  replaceRefreshToken,
  revokeFamily,
} from "./token-store";

type Refresh = {
  refresh_token: string;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  ctx?: Context | undefined;
};

/**
 * A new access token and a new refresh token (RFC 6749 §6, rotation as in RFC 9700 §4.14.2). A repeat within the grace
 * period returns the same new refresh token; later use counts as reuse and revokes the whole family. The tokens act in
 * the requested context, by default in the current one; issued tokens keep theirs. If the context is refused, the
 * refresh token is not spent. Nor is it by a client, which need not be sent, with a wrong secret or another one's token.
 * @throws AppError INVALID_GRANT; UNAUTHORIZED for a wrong client secret; FORBIDDEN for a context that is not, or no
 *   longer, held, and from an address that the credential does not allow
 */
export async function refreshToken(ctx: Ctx, input: Refresh): Promise<TokenSet> {
  const { client_id, client_secret } = input;
  if (client_id !== undefined && client_secret !== undefined)
    await authenticateClient(ctx, { client_id, client_secret });
  // A revocation has to commit, so the refusal is thrown outside the transaction.
  const tokens = await inTransaction(ctx, (tx) => exchange(tx, ctx, input));
  if (!tokens) throw new AppError("INVALID_GRANT");
  return tokens;
}

async function exchange(tx: Tx, ctx: Ctx, input: Refresh): Promise<TokenSet | null> {
  const { refresh_token: presented, client_id: clientId, ctx: wanted } = input;
  const hash = sha256(presented);
  const rowId = Buffer.from(hash).toString("hex");
  await lockUserOfToken(tx, hash);
  const row = await lockRefreshToken(tx, hash);
  if (!row || (clientId !== undefined && row.credentialId !== clientId.toLowerCase())) return null;
  // Before the token is spent: a refusal changes nothing, so a call from another network can't end the owner's tokens.
  if (row.active) refuseOtherAddresses(ctx, row);
  const decision = refreshDecision(row);
  if (decision === "refuse") return null;
  if (decision === "reuse") {
    await revokeFamily(tx, row.familyId);
    await noteSuspicion(tx, ctx, row, "token-reused");
    return null;
  }
  await settleContext(tx, ctx, row, wanted);
  const successor =
    decision === "repeat" && row.successor ? open(row.successor, rowId) : newCheckedSecret(REFRESH_TOKEN_PREFIX);
  const usedFrom = networkOf(ctx.ip);
  if (decision === "rotate") {
    const successorSealed = seal(successor, rowId);
    await replaceRefreshToken(tx, { hash, successorHash: sha256(successor), successorSealed, usedFrom });
  } else {
    const isElsewhere = row.usedFrom !== null && row.usedFrom !== usedFrom;
    await noteRepeat(tx, hash, isElsewhere);
    if (isElsewhere && !row.elsewhere) await noteSuspicion(tx, ctx, row, "token-repeated");
  }
  const isShared = decision === "repeat" && row.repeats >= MAX_REFRESH_REPEATS;
  const accessToken = isShared ? sharedAccessToken(presented, wanted ?? row) : newCheckedSecret(ACCESS_TOKEN_PREFIX);
  const { familyId } = row;
  const newToken = { familyId, accessHash: sha256(accessToken), accessExpiresInS: ACCESS_TOKEN_TTL_S };
  return tokenSetOf(accessToken, successor, row.endsInS, await insertAccessToken(tx, newToken));
}

/** The access token of the repeats beyond the limit, in one context: derived, so that it needs no place to be kept. */
function sharedAccessToken(presented: string, { merchantId, partnerId }: Context): string {
  const text = [presented, merchantId, partnerId].join(" ");
  return derivedCheckedSecret(ACCESS_TOKEN_PREFIX, text, "repeated access token");
}

/**
 * A credential has exactly one context. A user's roles are read again, because one may have been removed; a change of
 * context is recorded where the tokens act from now on.
 */
async function settleContext(tx: Tx, ctx: Ctx, row: RefreshRow, wanted: Context = row): Promise<void> {
  const held = row.userId === null ? isSameContext(wanted, row) : pickRole(await listRoles(tx, row.userId), wanted);
  if (!held) throw noRoleInContext();
  if (row.userId === null || isSameContext(wanted, row)) return;
  await moveFamily(tx, row.familyId, wanted);
  await recordTokenIssued(tx, ctx, { userId: row.userId, context: wanted, grant: "refresh_token" });
}

const SUSPICIONS = {
  /** A used token came back after the grace period. */
  "token-reused": "token_family.reuse_detected",
  /** Two networks used the same token within the grace period: a client with several addresses, or a thief. */
  "token-repeated": "token_family.repeated_elsewhere",
} as const;

/**
 * Records it in the log of the family's context, and mails a user. The actor is the service: either the owner or a
 * thief may have sent the token.
 */
async function noteSuspicion(tx: Tx, ctx: Ctx, row: RefreshRow, kind: keyof typeof SUSPICIONS): Promise<void> {
  const caller = { ...ctx.caller, actor: { kind: "system", id: null } as const };
  const { credentialId, userId, merchantId, partnerId } = row;
  const detail = { owner: userId === null ? "credential" : "user" };
  const fact = { action: SUSPICIONS[kind], merchantId, partnerId, subjectId: credentialId ?? userId, detail };
  await recordAudit(tx, { ...ctx, caller }, fact);
  const user = userId === null ? null : await findUserById(tx, userId);
  if (user) await notifyUser(tx, ctx, user.email, { kind });
}
