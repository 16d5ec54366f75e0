import { recordAudit } from "../../audit/record-audit";
import { createSession, type SessionKey } from "../../identity/sessions/sessions";
import { env } from "../../lib/config/env";
import { type Ctx, systemCtx } from "../../lib/context";
import { keyedHashes } from "../../lib/crypto";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { siteOf } from "../../lib/net/networks";
import { createMerchant } from "../../merchants/create-merchant";
import { setRateLimit } from "../../merchants/set-rate-limit";
import { setWebhookUrl } from "../../webhooks/endpoints/set-webhook-url";
import { ensureWebhookSecret } from "../../webhooks/secrets/change-secrets";
import { demoWebhookSecret, demoWebhookUrl } from "../ensure-demo-shop";
import { countOpenVisits, insertVisit, shortenSessions } from "./visitors-store";

const VISIT_S = 60 * 60;
/** At once, over all processes. */
export const MAX_VISITS = 200;
/** At once, of one IPv4 address or IPv6 /48: an office shares one. */
export const MAX_VISITS_PER_ADDRESS = 10;
/** API requests and started payments of one visit: enough for a person; what 600 in an hour store stays. */
export const REQUESTS_PER_MINUTE = 10;

/** `full`: there are as many visits as the demo takes; `here`: as many from this address. */
type BegunVisit = { kind: "begun"; merchantId: string; session: SessionKey } | { kind: "full" | "here" };

/**
 * Begins a visit to a demo: a merchant and a user of the visitor's own for an hour, with webhooks to the demo's receiver.
 * The role `visitor` may look at this merchant and play test payments, and change nothing else
 * (`identity/permissions/permissions.ts`). The address of the user is of a domain without mail.
 * @throws AppError NOT_FOUND outside a demo
 */
export async function beginVisit(ctx: Ctx): Promise<BegunVisit> {
  if (!env().demo) throw new AppError("NOT_FOUND");
  const system = systemCtx(ctx.requestId);
  const hashes = ctx.ip === null ? [] : keyedHashes(siteOf(ctx.ip), "visit");
  const begun = await db().$transaction(async (tx): Promise<BegunVisit> => {
    const open = await countOpenVisits(tx, hashes);
    if (open.all >= MAX_VISITS) return { kind: "full" };
    if (open.here >= MAX_VISITS_PER_ADDRESS) return { kind: "here" };
    const { id: merchantId } = await createMerchant({ ...system, tx }, { brandName: "Your shop" });
    await setRateLimit({ ...system, tx }, { merchantId, perMinute: REQUESTS_PER_MINUTE });
    const userId = newId();
    const email = `visitor-${userId}@visitor.invalid`;
    const addressHash = hashes[0] ?? null;
    await insertVisit(tx, { merchantId, userId, membershipId: newId(), email, addressHash, lastsS: VISIT_S });
    const { sessionToken } = await createSession({ tx }, userId);
    const detail = { role: "visitor" };
    await recordAudit(tx, system, { action: "user.role_given", merchantId, subjectId: userId, detail });
    return { kind: "begun", merchantId, session: { sessionToken, expiresAt: await shortenSessions(tx, userId) } };
  });
  if (begun.kind !== "begun") return begun;
  const { merchantId } = begun;
  await setWebhookUrl(system, { merchant_id: merchantId, webhook_url: demoWebhookUrl() });
  await ensureWebhookSecret(system, { merchantId, secret: demoWebhookSecret() });
  return begun;
}
