import { recordAudit } from "../../audit/record-audit";
import { type Guard, systemGuard } from "../../lib/check-url";
import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import type { SafeAnswer } from "../../lib/safe-fetch";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { checkRate } from "../check-rate";
import { deliveryHeaders } from "../delivery-headers";
import { RATED } from "../rate-store";
import { eventBody, TEST_EVENT_TYPE } from "../record-event";
import { lockSendable } from "../sendable";
import { collectFacts, type SignedCall } from "./collect-facts";
import type { Finding, ProbeFacts } from "./facts";
import { findingsOf, newsOf } from "./probe-rules";
import { insertProbe, lockProbesOf, saveProbeReport } from "./probe-store";

/** A merchant's probes of all its destinations. More would make us a scanner of ports, and a nuisance to receivers. */
export const PROBES_PER_WINDOW = 10;
const PROBE_WINDOW_S = 600;
const KEPT_PROBES = 20;
/** Of an answer's body: enough to recognise who answered. */
const MAX_BODY_SHOWN = 2_048;
const MESSAGE = "A probe, sent by hand. No payment has changed.";

/** What a probe found, as it is shown and kept. */
export type ProbeReport = {
  /** The result in a sentence. */
  news: string;
  findings: Finding[];
  request: SignedCall | null;
  /** Of the first call; null where none came. `body`: its beginning, as text. Both null: the address is in a private network. */
  answer: { status: number; headers: Record<string, string | string[]> | null; body: string | null } | null;
};

/**
 * Sends a signed event of the type `webhook.test` to one destination, as it is saved, and says what a delivery meets on
 * its way there, within 20 s. `name`: null for the default URL. Nothing of it is a delivery: it is not tried again, and
 * no health changes.
 * @throws AppError FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS (metadata.retry_after_s), VALIDATION_ERROR when nothing can be
 * sent, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function probeDestination(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
  given?: Guard,
): Promise<{ id: string; url: string; createdAt: Date; report: ProbeReport }> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const guard = given ?? systemGuard(merchant.id);
  const id = newId();
  const { url, signed } = await begin(ctx, merchant.id, input.name, id);
  const object = { object: "webhook_endpoint", name: input.name, message: MESSAGE };
  const eventId = newId();
  const event = { id: eventId, body: eventBody({ id: eventId, type: TEST_EVENT_TYPE, sequence: 1, object }) };
  const signCall = () =>
    db().$transaction(async (tx): Promise<SignedCall> => {
      const { secret } = await lockSendable(tx, merchant.id, input.name);
      return { headers: deliveryHeaders(event, secret, now()), body: event.body };
    });
  const { facts, sent } = await collectFacts({ url, signed }, signCall, guard);
  const report = reportOf(facts, sent);
  await saveProbeReport(db(), id, report);
  return { id, url, createdAt: now(), report };
}

/** Counts the probe, and writes down who asked for it, before anything is sent. */
async function begin(
  ctx: Ctx,
  merchantId: string,
  name: string | null,
  id: string,
): Promise<{ url: string; signed: boolean }> {
  return db().$transaction(async (tx) => {
    await lockProbesOf(tx, merchantId);
    const limit = { most: PROBES_PER_WINDOW, windowS: PROBE_WINDOW_S };
    await checkRate(tx, "probes", RATED.probes(merchantId), limit);
    const { id: destinationId, url, secret } = await lockSendable(tx, merchantId, name);
    const kept = { kept: KEPT_PROBES, windowS: PROBE_WINDOW_S };
    await insertProbe(tx, { id, merchantId, destinationId, url }, kept);
    // The host alone: paths and queries of webhook addresses often hold a secret.
    const detail = { name, host: new URL(url).host };
    await recordAudit(tx, ctx, { action: "webhook_endpoint.probed", merchantId, subjectId: destinationId, detail });
    return { url, signed: secret !== null };
  });
}

function reportOf(facts: ProbeFacts, sent: SignedCall | null): ProbeReport {
  const findings = findingsOf(facts, now());
  const first = facts.calls[0]?.answer;
  return { news: newsOf(findings), findings, request: sent, answer: first?.kind === "answered" ? keptOf(first) : null };
}

function keptOf({ status, headers, body, withheld }: Extract<SafeAnswer, { kind: "answered" }>): ProbeReport["answer"] {
  if (withheld) return { status, headers: null, body: null };
  return { status, headers, body: body.slice(0, MAX_BODY_SHOWN).toWellFormed() };
}
