import { listManagedAccounts } from "../accounts/managed-accounts";
import { payableCurrencies } from "../connectors/payable-currencies";
import { listCredentialNames } from "../identity/credentials/list-credentials";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { isSampleId } from "../lib/ids";
import { readBranding } from "../merchants/branding/read-branding";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type AllEndpoints, listAllEndpoints } from "../webhooks/endpoints/list-endpoints";
import { listHealth } from "../webhooks/health/list-health";
import { lastDeliveries } from "../webhooks/log/last-deliveries";
import { readReceiverTests } from "../webhooks/tools/receiver-test/read-receiver-tests";
import { type Evidence, findCallsOf, findKeyedCall } from "./call-log-store";
import {
  duplicateStep,
  type GoLiveKey,
  type GoLiveStep,
  missing,
  proven,
  signatureStep,
  type TestedEndpoint,
} from "./go-live-rules";

/** The most endpoints whose receiver tests are read, which are enough to find one that passed. */
const MAX_TESTED_ENDPOINTS = 20;

/**
 * The steps that a merchant completes before live payments, each proved by a recorded event. Requests come from the
 * request log, which keeps them for 30 days; requests from the Console don't count.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readGoLive(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<GoLiveStep[]> {
  const { id: merchantId } = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const [endpoints, calls, keyed, taken, credential, currencies, payable] = await Promise.all([
    listAllEndpoints(ctx, { merchantId }),
    findCallsOf(db, merchantId, [...CREATIONS, "getPaymentStatus"]),
    findKeyedCall(db, merchantId),
    lastDeliveries(ctx, { merchantId, delivered: true }),
    credentialStep(ctx, merchantId),
    realCurrencies(ctx, merchantId),
    payableCurrencies("live"),
  ]);
  const hasEndpoint = endpoints.defaultEndpoint.test.to !== "none";
  const tested = await testedEndpointsOf(ctx, merchantId, endpoints);
  const created = CREATIONS.find((name) => calls.has(name));
  const deliveryStep = (key: GoLiveKey, type: string, why: string | null = null): GoLiveStep => {
    // A demo's samples were not sent. They are older than what was.
    const found = taken.find((one) => one.type === type && !isSampleId(one.id));
    return found ? proven(key, { kind: "delivery", id: found.id, at: found.createdAt }) : missing(key, why);
  };
  return [
    callStep("created", created && calls.get(created)),
    callStep("keyed", keyed),
    deliveryStep("webhook", "payment_request.succeeded", hasEndpoint ? "Your endpoint has not received it yet." : null),
    signatureStep(tested),
    duplicateStep(tested),
    deliveryStep("cancel", "payment_request.cancelled"),
    callStep("polled", calls.get("getPaymentStatus")),
    await originsStep(ctx, merchantId, calls.has("createPaymentRequest")),
    credential,
    await endpointStep(ctx, merchantId, endpoints),
    currencies.length === 0 ? missing("account") : proven("account", { kind: "fact", words: currencies.join(", ") }),
    bankStep(currencies, payable),
  ];
}

/** The endpoints that create a payment, in the order in which one of them counts. */
const CREATIONS = ["createPaymentRequest", "createRedirectRequest", "createPaymentLink"] as const;

function callStep(key: GoLiveKey, found: Evidence | null | undefined): GoLiveStep {
  return found ? proven(key, { kind: "call", ...found }) : missing(key);
}

async function testedEndpointsOf(
  ctx: Ctx,
  merchantId: string,
  { defaultUrl, endpoints }: AllEndpoints,
): Promise<TestedEndpoint[]> {
  const active = [...(defaultUrl.url === null ? [] : [defaultUrl]), ...endpoints].filter(
    ({ disabledAt }) => disabledAt === null,
  );
  const tested: TestedEndpoint[] = [];
  for (const { name, url } of active.slice(0, MAX_TESTED_ENDPOINTS)) {
    const { receiverTest } = await readReceiverTests(ctx, { merchantId, name });
    // A receiver test of another URL does not count for the current one.
    tested.push({ name, receiverTest: receiverTest?.url === url ? receiverTest : null });
  }
  return tested;
}

/** Needed only by merchants that embed the checkout. */
async function originsStep(ctx: Ctx, merchantId: string, isEmbedded: boolean): Promise<GoLiveStep> {
  const { origins } = await readBranding(ctx, { merchantId });
  const secure = origins.list.filter(({ testOnly }) => !testOnly);
  const [first] = secure;
  if (first) {
    const others = secure.length === 1 ? "" : ` and ${secure.length - 1} more`;
    return proven("origins", { kind: "fact", words: `${first.origin}${others}` });
  }
  if (isEmbedded) {
    const why = origins.list.length > 0 ? "Only http domains are added; they work for test payments only." : null;
    return missing("origins", why);
  }
  return {
    key: "origins",
    state: "unneeded",
    proof: null,
    why: "Your server has not created an embedded payment yet.",
  };
}

async function credentialStep(ctx: Ctx, merchantId: string): Promise<GoLiveStep> {
  const active = (await listCredentialNames(ctx, { merchantId })).filter(({ disabledAt }) => disabledAt === null);
  const live = active.find(({ testOnly }) => !testOnly);
  if (live) return proven("credential", { kind: "fact", words: live.name });
  return missing("credential", active.length > 0 ? "Your API keys are limited to test payments." : null);
}

/** The default endpoint of live payments must exist, be signed and be healthy. */
async function endpointStep(ctx: Ctx, merchantId: string, endpoints: AllEndpoints): Promise<GoLiveStep> {
  const { live } = endpoints.defaultEndpoint;
  if (live.to === "none") {
    const why =
      live.because === "several"
        ? "Several endpoints accept live payments and none is the default."
        : "No endpoint accepts live payments.";
    return missing("endpoint", why);
  }
  const name = live.to === "default_url" ? null : live.endpoint.name;
  const words = name ?? "Default URL";
  const view = name === null ? endpoints.defaultUrl : endpoints.endpoints.find((one) => one.name === name);
  if (!view?.signed) return missing("endpoint", `${words} is not signed: anyone who knows the URL can forge events.`);
  const health = (await listHealth(ctx, { merchantId })).find((one) => one.name === name);
  if (health && health.state !== "healthy") {
    const state = health.state === "paused" ? "paused" : "failing";
    return missing("endpoint", `${words} is ${state}${health.lastError ? `: ${health.lastError}` : ""}.`);
  }
  return proven("endpoint", { kind: "fact", words });
}

/** The currencies of the merchant's real receiving accounts. */
async function realCurrencies(ctx: Ctx, merchantId: string): Promise<string[]> {
  const real = (await listManagedAccounts(ctx, merchantId)).filter(
    ({ simulated, roles }) => !simulated && roles.includes("receiving"),
  );
  return [...new Set(real.map(({ currency }) => currency))].sort();
}

/** A bank takes payments while its connection is enabled. Without an account its own step is missing. */
function bankStep(currencies: readonly string[], payable: readonly string[]): GoLiveStep {
  if (payable.length === 0) return missing("bank", "No live bank is connected.");
  if (currencies.length > 0 && !currencies.some((currency) => payable.includes(currency))) {
    return missing("bank", "No live bank takes the currency of your accounts.");
  }
  return proven("bank", { kind: "fact", words: "A live bank is connected." });
}
