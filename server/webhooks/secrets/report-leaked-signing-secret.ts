import { recordAudit } from "../../audit/record-audit";
import { listCredentialContacts } from "../../identity/credentials/credential-contacts";
import { type Ctx, isOperator } from "../../lib/context";
import { equalInConstantTime, open, sha256 } from "../../lib/crypto";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { queueMail } from "../../mail/send-mail";
import { consoleLink, merchantLine } from "../../merchants/mail-lines";
import { readMerchant } from "../../merchants/read-merchant";
import { listSealedSecrets, type SealedSecret } from "./secret-store";

type SigningSecretOwner = Pick<SealedSecret, "merchantId" | "endpointName" | "prepared">;

/**
 * Finds the owner of a leaked webhook signing secret; null: unknown secret. With `notify` it is recorded in the audit
 * log, and the merchant's contacts are mailed how to replace it, or to discard it if it is the next one. It is not
 * rotated automatically: the merchant's server would refuse genuine webhooks and still accept forged ones until its
 * secret is replaced there.
 * @throws AppError FORBIDDEN unless the caller is the operator
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
    // Sealed under a removed key, so this secret can't sign any more either.
    return false;
  }
}

async function notifyOwners(ctx: Ctx, owner: SigningSecretOwner): Promise<void> {
  const { merchantId, endpointName, prepared } = owner;
  await inTransaction(ctx, async (tx) => {
    const detail = { prepared, ...(endpointName === null ? {} : { name: endpointName }) };
    await recordAudit(tx, ctx, { action: "webhook_secret.leak_reported", merchantId, subjectId: merchantId, detail });
    const mail = mailOf(owner, merchantLine(await readMerchant({ tx }, merchantId)));
    for (const recipient of await listCredentialContacts(tx, { merchantId, partnerId: null })) {
      await queueMail(tx, { recipient, ...mail });
    }
  });
}

type Mail = { subject: string; text: string };

function mailOf({ merchantId, endpointName, prepared }: SigningSecretOwner, merchant: string): Mail {
  const where = endpointName === null ? "your default webhook endpoint" : `the webhook endpoint "${endpointName}"`;
  const path = `/console/webhooks/${endpointName === null ? "default" : `endpoints/${endpointName}`}` as const;
  const page = consoleLink(merchantId, path);
  const found = "was found in a place that others can read.";
  const [subject, happened, advice, meanwhile] = prepared
    ? [
        "Leaked next webhook signing secret: discard it",
        `The next signing secret of ${where} ${found} It signs no webhook, but a server that already has it accepts forged webhooks.`,
        `Do not activate it. Remove it from your server, discard it, then create another: ${page}`,
        "Until your server rejects it, check each payment’s status through the API before you ship.",
      ]
    : [
        "Leaked webhook signing secret: replace it",
        `The signing secret of ${where} ${found} It allows others to send your server forged webhooks.`,
        `Replace it now: create the next secret, configure it on your server, then activate it. ${page}`,
        "Until your server rejects the old secret, check each payment’s status through the API before you ship.",
      ];
  const last = "Remove the leaked value from where it was found.";
  return { subject, text: [happened, "", advice, meanwhile, last, "", merchant].join("\n") };
}
