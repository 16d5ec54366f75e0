import { newSecret, sha256 } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
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
 * Keeps an authorisation request. Its handle, of 256 random bits, is the address of the approval page. Null: there were
 * too many for this payment or consent, and browsers may ask for them as often as they like.
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
 * The code of an approved request. It is the same however often it is asked for: whoever looks at the answered page again
 * does not spoil the code that is on its way. Null: it was exchanged already.
 */
export async function issueCode(tx: Tx, { id, handle }: { id: string; handle: string }): Promise<string | null> {
  const code = `code_${Buffer.from(sha256(`code ${handle}`)).toString("base64url")}`;
  const issued = await tx.$executeRaw`
    UPDATE sim_oauth_requests SET code_hash = ${sha256(code)},
      code_expires_at = coalesce(code_expires_at, app_now() + ${CODE_LIFETIME}::interval)
    WHERE id = ${id}::uuid AND code_used_at IS NULL`;
  return issued === 1 ? code : null;
}

/** Uses a code up, whatever comes of it: a second use finds nothing. */
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

/** Whether the token was given for this consent. */
export async function isTokenOf(token: string, consentId: string): Promise<boolean> {
  return (await db().simOauthRequest.count({ where: { tokenHash: sha256(token), consentId } })) === 1;
}
