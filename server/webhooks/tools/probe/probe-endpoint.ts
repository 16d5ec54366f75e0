import { recordAudit } from "../../../audit/record-audit";
import { now } from "../../../lib/clock";
import type { Ctx } from "../../../lib/context";
import { db } from "../../../lib/db";
import { refuseTestOnly } from "../../../lib/errors";
import { newId } from "../../../lib/ids";
import { type Guard, systemGuard } from "../../../lib/net/check-url";
import type { SafeAnswer } from "../../../lib/net/safe-fetch";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import { deliveryHeaders } from "../../delivery/delivery-headers";
import type { WhichEndpoint } from "../../endpoints/endpoint-rules";
import { eventBody, TEST_EVENT_TYPE } from "../../events/record-event";
import { checkRate } from "../check-rate";
import { lockDeliverableEndpoint } from "../deliverable-endpoint";
import { RATED } from "../rate-store";
import { collectFacts, type SignedCall } from "./collect-facts";
import type { Finding, ProbeFacts } from "./facts";
import { findingsOf, summarise } from "./probe-rules";
import { insertProbe, lockProbesOf, saveProbeReport } from "./probe-store";

/** Of one merchant, over all endpoints. A higher limit would allow port scans. */
export const PROBES_PER_WINDOW = 10;
const PROBE_WINDOW_S = 600;
const KEPT_PROBES = 20;
/** Bytes of the response body that are stored and shown. */
const MAX_BODY_SHOWN = 2_048;
const MESSAGE = "A connection test. No payment has changed.";

/** The result of a probe, as shown and stored. */
export type ProbeReport = {
  /** The result in a sentence. */
  summary: string;
  findings: Finding[];
  request: SignedCall | null;
  /** Of the first call; null: no response. `body`: its first 2 KiB as text. Both null: the address is in a private network. */
  answer: { status: number; headers: Record<string, string | string[]> | null; body: string | null } | null;
};

/**
 * Connection test: sends a signed `webhook.test` event to one endpoint and reports what a delivery meets on its way,
 * within 20 s. `name`: null for the default URL. It is not a delivery: no retries, and the endpoint's health is unchanged.
 * @throws AppError FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS (metadata.retry_after_s), VALIDATION_ERROR when nothing can be
 * sent, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function probeEndpoint(
  ctx: Ctx,
  input: WhichEndpoint,
  given?: Guard,
): Promise<{ id: string; url: string; createdAt: Date; report: ProbeReport }> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const guard = given ?? systemGuard(merchant.id);
  const id = newId();
  const { url, signed } = await begin(ctx, merchant.id, input.name, id);
  const object = { object: "webhook_endpoint", name: input.name, message: MESSAGE };
  const eventId = newId();
  const event = { id: eventId, body: eventBody({ id: eventId, type: TEST_EVENT_TYPE, sequence: 1, object }) };
  const signCall = () =>
    db().$transaction(async (tx): Promise<SignedCall | null> => {
      const { url: current, secret } = await lockDeliverableEndpoint(tx, merchant.id, input.name);
      // The secret may belong to the new receiver.
      if (current !== url) return null;
      return { headers: deliveryHeaders(event, secret, now()), body: event.body };
    });
  const { facts, sent } = await collectFacts({ url, signed }, signCall, guard);
  const report = reportOf(facts, sent);
  await saveProbeReport(db(), id, report);
  return { id, url, createdAt: now(), report };
}

/** Checks the limit and writes the probe and its audit entry, before anything is sent. */
async function begin(
  ctx: Ctx,
  merchantId: string,
  name: string | null,
  id: string,
): Promise<{ url: string; signed: boolean }> {
  return db().$transaction(async (tx) => {
    await lockProbesOf(tx, merchantId);
    const limit = { most: PROBES_PER_WINDOW, windowS: PROBE_WINDOW_S };
    await checkRate(tx, "connection tests", RATED.probes(merchantId), limit);
    const { id: endpointKey, url, secret } = await lockDeliverableEndpoint(tx, merchantId, name);
    const kept = { kept: KEPT_PROBES, windowS: PROBE_WINDOW_S };
    await insertProbe(tx, { id, merchantId, endpointKey, url }, kept);
    // Only the host: paths and queries of webhook URLs often contain a secret.
    const detail = { name, host: new URL(url).host };
    await recordAudit(tx, ctx, { action: "webhook_endpoint.probed", merchantId, subjectId: endpointKey, detail });
    return { url, signed: secret !== null };
  });
}

function reportOf(facts: ProbeFacts, sent: SignedCall | null): ProbeReport {
  const findings = findingsOf(facts, now());
  const first = facts.calls[0]?.answer;
  return {
    summary: summarise(findings),
    findings,
    request: sent,
    answer: first?.kind === "answered" ? keptOf(first) : null,
  };
}

function keptOf({ status, headers, body, withheld }: Extract<SafeAnswer, { kind: "answered" }>): ProbeReport["answer"] {
  if (withheld) return { status, headers: null, body: null };
  return { status, headers, body: body.slice(0, MAX_BODY_SHOWN).toWellFormed() };
}
