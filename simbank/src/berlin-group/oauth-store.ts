import { newSecret, sha256 } from "../../../server/lib/crypto";
import { db, Prisma } from "../../../server/lib/db";
import { newId } from "../../../server/lib/ids";
import { countOf, type Executor } from "../../../server/lib/statements";
import { MAX_AUTHORISATIONS } from "../rules";

const CODE_LIFETIME = "5 minutes";

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
  if ((await db().simOauthRequest.count({ where: { paymentId, consentId } })) >= MAX_AUTHORISATIONS) return null;
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

/** Redeems a code, whether or not the exchange succeeds: a second use finds nothing. */
export async function redeemCode(bank: string, code: string) {
  const [row] = await db().$queryRaw<{ id: string; alive: boolean }[]>`
    UPDATE sim_oauth_requests SET code_used_at = app_now()
    WHERE bank = ${bank} AND code_hash = ${sha256(code)} AND code_used_at IS NULL
    RETURNING id, code_expires_at > app_now() AS alive`;
  return row?.alive ? db().simOauthRequest.findUnique({ where: { id: row.id } }) : null;
}

export async function setToken(id: string, token: string): Promise<void> {
  await db().simOauthRequest.update({ where: { id }, data: { tokenHash: sha256(token) } });
}

/** Whether the token was issued for this consent. */
export async function isTokenOf(token: string, consentId: string): Promise<boolean> {
  return (await db().simOauthRequest.count({ where: { tokenHash: sha256(token), consentId } })) === 1;
}
