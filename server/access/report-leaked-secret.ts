import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { inTransaction, type Tx } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { queueMail } from "../mail/send-mail";
import { listCredentialContacts } from "./credential-contacts";
import { findSecretOwner, type SecretOwner } from "./leak-store";
import { disableCredentialRow } from "./store";
import { revokeFamily } from "./token-store";

export type { SecretOwner };

/**
 * Says whose a client secret, an access token or a refresh token is that was found somewhere it should not be; null: it is
 * none of ours. With `revoke`, in one transaction: the credential is disabled, or all tokens of the sign-in are revoked;
 * the audit log says so; and the owners are mailed.
 * @throws AppError FORBIDDEN for anybody but the operator
 */
export async function reportLeakedSecret(
  ctx: Ctx,
  { secret, revoke }: { secret: string; revoke: boolean },
): Promise<SecretOwner | null> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  return inTransaction(ctx, async (tx) => {
    const owner = await findSecretOwner(tx, sha256(secret));
    if (owner && revoke) await revokeSecret(tx, ctx, owner);
    return owner;
  });
}

async function revokeSecret(tx: Tx, ctx: Ctx, owner: SecretOwner): Promise<void> {
  const { kind, credentialId, familyId, name, merchantId, partnerId, email } = owner;
  if (familyId !== null) await revokeFamily(tx, familyId);
  else if (credentialId !== null) await disableCredentialRow(tx, credentialId, {});
  await recordAudit(tx, ctx, {
    action: familyId === null ? "credential.leak_reported" : "token_family.leak_reported",
    merchantId,
    partnerId,
    subjectId: credentialId ?? owner.userId,
    detail: { name, kind },
  });
  const recipients = email === null ? await listCredentialContacts(tx, owner) : [email];
  for (const recipient of recipients) await queueMail(tx, { recipient, ...mailOf(owner) });
}

function mailOf({ kind, credentialId, familyId, name, userId }: SecretOwner): { subject: string; text: string } {
  const whose = userId === null ? `the API key "${name}" (${credentialId})` : "your account";
  const done =
    familyId === null
      ? "The key was disabled: it gets no more access tokens, and those that it got stopped working."
      : "It was revoked, with every token that was got by the same sign-in.";
  const advice = [
    familyId === null
      ? "Create a new key and put it where the old one was used."
      : "The secret that it was got with still works: if that may have leaked too, create a new key and disable the old one.",
    "Remove the leaked value from where it was found, and look through your request log for calls that are not yours.",
  ];
  const page = `API keys: ${env().baseUrl}/console/credentials`;
  const lines = [`The ${kind} of ${whose} was found where others can read it.`, done, "", ...advice, "", page];
  return { subject: `Leaked ${kind} revoked: ${userId === null ? name : "your account"}`, text: lines.join("\n") };
}
