import { recordAudit } from "../../audit/record-audit";
import { type Ctx, SCOPES, type Scope } from "../../lib/context";
import { newCheckedSecret, sha256 } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { checkName } from "../../lib/names";
import { type CredentialLimits, parseLimits } from "./credential-limits";
import { type CredentialOwnerInput, ownerOfCredentials } from "./credential-owner";
import { countCredentials, hasActiveNamed, insertCredential, MAX_CREDENTIALS } from "./store";

const CLIENT_SECRET_PREFIX = "csec_";
const MAX_NAME = 80;

export type NewCredential = {
  name: string;
  owner: CredentialOwnerInput;
  scopes?: Scope[];
  testOnly?: boolean;
} & CredentialLimits;

/** The rules of the form alone. @throws AppError VALIDATION_ERROR on the field */
export function checkNewCredential(input: Omit<NewCredential, "owner" | "testOnly">) {
  const name = checkName(input.name, { max: MAX_NAME });
  const scopes = [...new Set(input.scopes ?? [])];
  if (scopes.some((scope) => !SCOPES.includes(scope)))
    throw invalidField("scopes", `must be one or more of ${SCOPES.join(", ")}`);
  return { name, scopes, limits: parseLimits(input) };
}

/**
 * Creates client credentials. The secret is 256 random bits, returned once and stored hashed.
 * @throws AppError VALIDATION_ERROR, FORBIDDEN_CREATE, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function createCredential(
  ctx: Ctx,
  input: NewCredential,
): Promise<{ client_id: string; client_secret: string }> {
  const { name, scopes, limits } = checkNewCredential(input);
  const owner = await ownerOfCredentials(ctx, input.owner, "FORBIDDEN_CREATE");
  const clientId = newId();
  const clientSecret = newCheckedSecret(CLIENT_SECRET_PREFIX);
  const { actor } = ctx.caller;
  await inTransaction(ctx, async (tx) => {
    // Users distinguish credentials by name, so names must be unique there; programs and the command line use ids.
    const isTaken = await hasActiveNamed(tx, owner, name);
    if (isTaken && actor.attended) {
      throw invalidField("name", `There is already an API key called ${name}. Choose another name.`);
    }
    // Under the lock of the names.
    if ((await countCredentials(tx, owner)) >= MAX_CREDENTIALS) {
      const message = `The limit of ${MAX_CREDENTIALS} API keys is reached. Disable one that is no longer used.`;
      throw invalidField("name", message);
    }
    await insertCredential(tx, {
      id: clientId,
      ...owner,
      name,
      scopes,
      testOnly: input.testOnly ?? false,
      ...limits.row,
      secretHash: sha256(clientSecret),
      createdByKind: actor.kind,
      createdById: actor.id,
    });
    await recordAudit(tx, ctx, {
      action: "credential.created",
      merchantId: owner.merchantId,
      partnerId: owner.partnerId,
      subjectId: clientId,
      detail: { name, scopes: scopes.join(" "), test_only: input.testOnly ?? false, ...limits.audit },
    });
  });
  return { client_id: clientId, client_secret: clientSecret };
}
