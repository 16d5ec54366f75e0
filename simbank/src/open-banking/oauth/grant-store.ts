import { newSecret, sha256 } from "../../../../server/lib/crypto";
import { db, Prisma, type Tx } from "../../../../server/lib/db";
import { countOf, type Executor } from "../../../../server/lib/statements";
import { MAX_AUTHORISATIONS } from "../../rules";
import { countRequests } from "../../store";

const CODE_LIFETIME = "5 minutes";

export type ResponseMode = "query.jwt" | "fragment.jwt" | "fragment";
export type Scope = "payments" | "accounts";

export type NewAuthorisation = {
  bank: string;
  clientId: string;
  consentId: string;
  scope: Scope;
  redirectUri: string;
  responseMode: ResponseMode;
  withIdToken: boolean;
  state: string | null;
  nonce: string | null;
  codeChallenge: string | null;
};

export type Authorisation = NewAuthorisation & { id: string; codeUsedAt: Date | null };

export type TokenGrant = {
  bank: string;
  clientId: string;
  scope: string;
  consentId: string | null;
  authorisationId: string | null;
  certificateThumbprint: string | null;
};

/** Whether the assertion is new. Expired ones, which cannot be replayed, are deleted. */
export async function takeAssertion(bank: string, clientId: string, jti: string, expiresAt: Date): Promise<boolean> {
  await db().$executeRaw`DELETE FROM sim_client_assertions WHERE expires_at < app_now()`;
  const taken = await db().$executeRaw`
    INSERT INTO sim_client_assertions (bank, client_id, jti, expires_at) VALUES (${bank}, ${clientId}, ${jti}, ${expiresAt})
    ON CONFLICT DO NOTHING`;
  return taken === 1;
}

/** Stores a request. Null: this consent has reached its limit of requests; a browser could send any number of them. */
export async function insertAuthorisation(authorisation: NewAuthorisation): Promise<string | null> {
  if ((await countRequests(`authorise ${authorisation.consentId}`)) > MAX_AUTHORISATIONS) return null;
  const id = newSecret("auth_");
  await db().simAuthorisation.create({ data: { id, ...authorisation } });
  return id;
}

export async function findAuthorisation(bank: string, id: string): Promise<Authorisation | null> {
  const row = await db().simAuthorisation.findFirst({ where: { id, bank } });
  return row && asAuthorisation(row);
}

// The columns' CHECK constraints guarantee these values.
function asAuthorisation(row: Omit<Authorisation, "scope" | "responseMode"> & { scope: string; responseMode: string }) {
  return { ...row, scope: row.scope as Scope, responseMode: row.responseMode as ResponseMode };
}

/** A new code for an authorisation. */
export async function issueCode(on: Executor, authorisationId: string): Promise<string> {
  const code = newSecret("code_");
  await countOf(
    on,
    Prisma.sql`
    INSERT INTO sim_authorisation_codes (code_hash, authorisation_id, expires_at)
    VALUES (${sha256(code)}, ${authorisationId}, app_now() + ${CODE_LIFETIME}::interval)`,
  );
  return code;
}

/** The authorisation of an unexpired code, locked until the transaction ends. */
export async function lockAuthorisationOfCode(tx: Tx, bank: string, code: string): Promise<Authorisation | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT a.id FROM sim_authorisations a JOIN sim_authorisation_codes c ON c.authorisation_id = a.id
    WHERE c.code_hash = ${sha256(code)} AND a.bank = ${bank} AND c.expires_at > app_now() FOR UPDATE OF a`;
  return row ? asAuthorisation(await tx.simAuthorisation.findUniqueOrThrow({ where: { id: row.id } })) : null;
}

export async function markCodeUsed(tx: Tx, authorisationId: string): Promise<void> {
  await tx.$executeRaw`UPDATE sim_authorisations SET code_used_at = app_now() WHERE id = ${authorisationId}`;
}

/** A code that is used twice may have been stolen: its tokens are revoked (RFC 6749 §4.1.2). */
export async function revokeTokensOf(tx: Tx, authorisationId: string): Promise<void> {
  await tx.simToken.deleteMany({ where: { authorisationId } });
}

/** A new token of 256 random bits; only its hash is stored. Expired ones are deleted. */
export async function issueToken(
  tx: Tx,
  kind: "access" | "refresh",
  grant: TokenGrant,
  lifetimeS: number,
): Promise<string> {
  const token = newSecret(kind === "access" ? "sim_at_" : "sim_rt_");
  const { bank, clientId, scope, consentId, authorisationId, certificateThumbprint } = grant;
  await tx.$executeRaw`DELETE FROM sim_tokens WHERE expires_at < app_now()`;
  await tx.$executeRaw`
    INSERT INTO sim_tokens (token_hash, bank, kind, client_id, scope, consent_id, authorisation_id, certificate_thumbprint, expires_at)
    VALUES (${sha256(token)}, ${bank}, ${kind}, ${clientId}, ${scope}, ${consentId}::uuid, ${authorisationId},
            ${certificateThumbprint}, app_now() + ${lifetimeS} * interval '1 second')`;
  return token;
}

/** An unexpired token of this bank. */
export async function findToken(bank: string, kind: "access" | "refresh", token: string): Promise<TokenGrant | null> {
  const [row] = await db().$queryRaw<TokenGrant[]>`
    SELECT bank, client_id AS "clientId", scope, consent_id AS "consentId", authorisation_id AS "authorisationId",
           certificate_thumbprint AS "certificateThumbprint"
    FROM sim_tokens
    WHERE token_hash = ${sha256(token)} AND bank = ${bank} AND kind = ${kind} AND expires_at > app_now()`;
  return row ?? null;
}
