import { recordAudit } from "../../audit/record-audit";
import { env } from "../../lib/config/env";
import { type Ctx, isOperator } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { withoutLinks } from "../../mail/fill-text";
import { queueMail } from "../../mail/send-mail";
import { merchantLine } from "../../merchants/mail-lines";
import { readMerchant } from "../../merchants/read-merchant";
import { revokeFamily } from "../tokens/token-store";
import { listCredentialContacts, whereKeysAre } from "./credential-contacts";
import { findSecretOwner, type SecretOwner } from "./leak-store";
import { disableCredentialRow } from "./store";

export type { SecretOwner };

/**
 * The owner of a leaked client secret, access token or refresh token; null: not one of ours. With `revoke`, one
 * transaction disables the credential, or revokes all tokens of the sign-in, records it in the audit log, and mails the
 * owners.
 * @throws AppError FORBIDDEN for every caller but the operator
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
  else if (credentialId !== null) await disableCredentialRow(tx, credentialId);
  await recordAudit(tx, ctx, {
    action: familyId === null ? "credential.leak_reported" : "token_family.leak_reported",
    merchantId,
    partnerId,
    subjectId: credentialId ?? owner.userId,
    detail: { name, kind },
  });
  const recipients = email === null ? await listCredentialContacts(tx, owner) : [email];
  const merchant = merchantId === null ? [] : [merchantLine(await readMerchant({ tx }, merchantId))];
  for (const recipient of recipients) await queueMail(tx, { recipient, ...mailOf(owner, merchant) });
}

function mailOf(owner: SecretOwner, merchant: readonly string[]): { subject: string; text: string } {
  const { kind, credentialId, familyId, userId } = owner;
  const name = withoutLinks(owner.name);
  const whose = userId === null ? `the API key "${name}" (${credentialId})` : "your account";
  const done =
    familyId === null
      ? "The key was disabled: it gets no more access tokens, and its existing tokens stopped working."
      : "It was revoked, with every token of the same sign-in.";
  const next =
    userId !== null
      ? "Sign in again in the program that used it."
      : familyId === null
        ? "Create a new key and replace the old one."
        : "The API key behind it still works: if its secret may have leaked too, create a new key and disable the old one.";
  const advice = [
    next,
    "Remove the leaked value from where it was found, and check your request log for requests that are not yours.",
  ];
  const page = userId === null ? whereKeysAre(owner) : `Your account: ${env().baseUrl}/account`;
  const lines = [`The ${kind} of ${whose} was found in a public place.`, done, "", ...advice, "", ...merchant, page];
  return { subject: `Leaked ${kind} revoked: ${userId === null ? name : "your account"}`, text: lines.join("\n") };
}
