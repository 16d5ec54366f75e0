import { newSecret, sha256 } from "../../../server/lib/crypto";
import { db, Prisma } from "../../../server/lib/db";
import { newId } from "../../../server/lib/ids";
import { countOf, type Executor, rowsOf } from "../../../server/lib/statements";
import { MAX_AUTHORISATIONS } from "../rules";
import { countRequests } from "../store";

const CODE_LIFETIME = "5 minutes";
export const TOKEN_LIFETIME_S = 3_600;

export type NewOauthRequest = {
  bank: string;
  paymentId: string | null;
  consentId: string | null;
  clientId: string;
  redirectUri: string;
  state: string | null;
  /** S256 (RFC 7636). */
  codeChallenge: string;
};

/**
 * Stores an authorisation request. Its handle, of 256 random bits, is the address of the approval page. Null: this
 * payment or consent has reached its limit of requests; a browser could send any number of them.
 */
export async function insertOauthRequest(request: NewOauthRequest): Promise<string | null> {
  const { paymentId, consentId } = request;
  if ((await countRequests(`authorise ${paymentId ?? consentId}`)) > MAX_AUTHORISATIONS) return null;
  const handle = newSecret("sca_");
  await db().simOauthRequest.create({ data: { id: newId(), handle, ...request } });
  return handle;
}

export function findOauthRequest(bank: string, handle: string) {
  return db().simOauthRequest.findFirst({ where: { bank, handle } });
}

/**
 * The code of an approved request. Repeated calls return the same code, so that opening the answered page again does
 * not invalidate the code already sent. Null: it was exchanged already.
 */
export async function issueCode(on: Executor, { id, handle }: { id: string; handle: string }): Promise<string | null> {
  const code = `code_${Buffer.from(sha256(`code ${handle}`)).toString("base64url")}`;
  const issued = await countOf(
    on,
    Prisma.sql`
    UPDATE sim_oauth_requests SET code_hash = ${sha256(code)},
      code_expires_at = coalesce(code_expires_at, app_now() + ${CODE_LIFETIME}::interval)
    WHERE id = ${id}::uuid AND code_used_at IS NULL`,
  );
  return issued === 1 ? code : null;
}

/** New tokens, which are stored as hashes. */
export type Tokens = { access: string; refresh: string };
/** What tokens were issued for. */
export type Granted = { paymentId: string | null; consentId: string | null };
export type Exchange = Pick<NewOauthRequest, "bank" | "clientId" | "redirectUri" | "codeChallenge"> & { code: string };

const RETURNING = Prisma.sql`
  RETURNING payment_id AS "paymentId", consent_id AS "consentId", token_hash IS NOT NULL AS "isGranted"`;

/**
 * Redeems a code for tokens; the refresh token is for a consent only. The code is used up whether or not the exchange
 * succeeds: a second use finds nothing. One statement, so that no code is used up without its tokens.
 */
export async function exchangeCode(
  tokens: Tokens,
  { bank, code, clientId, redirectUri, codeChallenge }: Exchange,
): Promise<Granted | null> {
  const isRight = Prisma.sql`code_expires_at > app_now() AND client_id = ${clientId}
    AND redirect_uri = ${redirectUri} AND code_challenge = ${codeChallenge}`;
  const [row] = await rowsOf<Granted & { isGranted: boolean }>(
    db(),
    Prisma.sql`
    UPDATE sim_oauth_requests SET code_used_at = app_now(),
      token_hash = CASE WHEN ${isRight} THEN ${sha256(tokens.access)}::bytea END,
      refresh_hash = CASE WHEN ${isRight} AND consent_id IS NOT NULL THEN ${sha256(tokens.refresh)}::bytea END
    WHERE bank = ${bank} AND code_hash = ${sha256(code)} AND code_used_at IS NULL ${RETURNING}`,
  );
  return row?.isGranted ? row : null;
}

/**
 * Replaces both tokens of a refresh token. One that was used already may have been stolen: both tokens end (RFC 9700
 * §4.14.2). Of two concurrent uses the second waits for the first, and then finds its token used.
 */
export async function rotateTokens(
  tokens: Tokens,
  { bank, clientId, refreshToken }: { bank: string; clientId: string; refreshToken: string },
): Promise<Granted | null> {
  const used = sha256(refreshToken);
  const [row] = await rowsOf<Granted & { isGranted: boolean }>(
    db(),
    Prisma.sql`
    UPDATE sim_oauth_requests SET refreshed_at = app_now(), used_refresh_hash = ${used},
      token_hash = CASE WHEN refresh_hash = ${used} THEN ${sha256(tokens.access)}::bytea END,
      refresh_hash = CASE WHEN refresh_hash = ${used} THEN ${sha256(tokens.refresh)}::bytea END
    WHERE bank = ${bank} AND client_id = ${clientId} AND (refresh_hash = ${used} OR used_refresh_hash = ${used})
    ${RETURNING}`,
  );
  return row?.isGranted ? row : null;
}

/** Whether the token was issued for this payment or consent, and has not expired. */
export async function isTokenOf(token: string, id: string): Promise<boolean> {
  const rows = await rowsOf(
    db(),
    Prisma.sql`SELECT 1 FROM sim_oauth_requests WHERE token_hash = ${sha256(token)} AND ${id}::uuid IN (payment_id, consent_id)
      AND coalesce(refreshed_at, code_used_at) > app_now() - ${TOKEN_LIFETIME_S} * interval '1 second'`,
  );
  return rows.length === 1;
}
