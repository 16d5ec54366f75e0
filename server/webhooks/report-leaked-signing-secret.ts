import { listCredentialContacts } from "../access/credential-contacts";
import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { equalInConstantTime, open, sha256 } from "../lib/crypto";
import { dbOf, inTransaction } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { queueMail } from "../mail/send-mail";
import { listSealedSecrets, type SealedSecret } from "./leak-store";

export type SigningSecretOwner = Pick<SealedSecret, "merchantId" | "endpointName" | "prepared">;

/**
 * Says whose a webhook signing secret is that was found somewhere it should not be; null: no endpoint's. With `notify` the
 * audit log says so and the merchant's people are mailed how to renew it. It is not renewed from here: what somebody can
 * forge with it ends when the merchant's server stops believing it, and a new secret that only we know would have the
 * merchant's server refuse the genuine webhooks and go on believing the forged ones.
 * @throws AppError FORBIDDEN for anybody but the operator
 */
export async function reportLeakedSigningSecret(
  ctx: Ctx,
  { secret, notify }: { secret: string; notify: boolean },
): Promise<SigningSecretOwner | null> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const wanted = sha256(secret);
  const found = (await listSealedSecrets(dbOf(ctx))).find((one) => isSame(one, wanted));
  if (!found) return null;
  const { merchantId, endpointName, prepared } = found;
  if (notify) await notifyOwners(ctx, { merchantId, endpointName, prepared });
  return { merchantId, endpointName, prepared };
}

function isSame({ sealed, sealedFor }: SealedSecret, wanted: Uint8Array): boolean {
  try {
    return equalInConstantTime(sha256(open(sealed, sealedFor)), wanted);
  } catch {
    // Sealed under a key that is gone: it signs nothing any more either.
    return false;
  }
}

async function notifyOwners(ctx: Ctx, { merchantId, endpointName }: SigningSecretOwner): Promise<void> {
  const where = endpointName === null ? "your default webhook endpoint" : `the webhook endpoint "${endpointName}"`;
  const page = `${env().baseUrl}/console/webhooks/${endpointName === null ? "default" : `endpoints/${endpointName}`}`;
  const text = [
    `The signing secret of ${where} was found where others can read it. With it others can send your server webhooks that look genuine.`,
    "",
    `Replace it now: prepare the next secret, put it into your server, and activate it. ${page}`,
    "Until your server stops accepting the old secret, confirm what a webhook says through the API before you ship.",
    "Remove the leaked value from where it was found.",
  ].join("\n");
  await inTransaction(ctx, async (tx) => {
    const detail = endpointName === null ? {} : { name: endpointName };
    await recordAudit(tx, ctx, { action: "webhook_secret.leak_reported", merchantId, subjectId: merchantId, detail });
    for (const recipient of await listCredentialContacts(tx, { merchantId, partnerId: null })) {
      await queueMail(tx, { recipient, subject: "Leaked webhook signing secret: replace it", text });
    }
  });
}
