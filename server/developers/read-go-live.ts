import { listCredentialNames } from "../access/list-credential-names";
import { listManagedAccounts } from "../accounts/managed-accounts";
import { hasLiveConnections } from "../connectors/profiles";
import type { Ctx } from "../lib/context";
import { type Db, dbOf } from "../lib/db";
import { readBranding } from "../merchants/read-branding";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { readExams } from "../webhooks/exam/read-exams";
import { lastDeliveries } from "../webhooks/last-deliveries";
import { type Destinations, listDestinations } from "../webhooks/list-destinations";
import { listHealth } from "../webhooks/list-health";
import { type Evidence, findCallOf, findKeyedCall } from "./call-log-store";
import {
  duplicateStep,
  type Examined,
  type GoLiveKey,
  type GoLiveStep,
  missing,
  proven,
  signatureStep,
} from "./go-live-rules";

/** Enough to find one that passed; who has more endpoints has one among them. */
const MAX_EXAMINED = 20;

/**
 * What a merchant has to have shown before live payments, each step ticked by what was recorded and by nothing else. Calls
 * are looked for in the log, which keeps them 30 days; what a person sent from the Console is no program's, and ticks
 * nothing.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readGoLive(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<GoLiveStep[]> {
  const { id: merchantId } = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const destinations = await listDestinations(ctx, { merchantId });
  const examined = await examinedOf(ctx, merchantId, destinations);
  const taken = await lastDeliveries(ctx, { merchantId, delivered: true });
  const deliveryStep = (key: GoLiveKey, type: string): GoLiveStep => {
    const found = taken.find((one) => one.type === type);
    return found ? proven(key, { kind: "delivery", id: found.id, at: found.createdAt }) : missing(key);
  };
  return [
    callStep("created", await firstCreation(db, merchantId)),
    callStep("keyed", await findKeyedCall(db, merchantId)),
    deliveryStep("told", "payment_request.succeeded"),
    signatureStep(examined),
    duplicateStep(examined),
    deliveryStep("cancel", "payment_request.cancelled"),
    callStep("polled", await findCallOf(db, merchantId, "getPaymentStatus")),
    await originsStep(ctx, merchantId),
    await credentialStep(ctx, merchantId),
    await endpointStep(ctx, merchantId, destinations),
    await accountStep(ctx, merchantId),
    (await hasLiveConnections())
      ? proven("bank", { kind: "fact", words: "A bank that moves money is connected." })
      : missing("bank", "No bank that moves money is connected to this installation."),
  ];
}

function callStep(key: GoLiveKey, found: Evidence | null): GoLiveStep {
  return found ? proven(key, { kind: "call", ...found }) : missing(key);
}

async function firstCreation(db: Db, merchantId: string): Promise<Evidence | null> {
  for (const endpoint of ["createPaymentRequest", "createRedirectRequest", "createPaymentLink"]) {
    const found = await findCallOf(db, merchantId, endpoint);
    if (found) return found;
  }
  return null;
}

async function examinedOf(ctx: Ctx, merchantId: string, { defaultUrl, endpoints }: Destinations): Promise<Examined[]> {
  const active = [...(defaultUrl.url === null ? [] : [defaultUrl]), ...endpoints].filter(
    ({ disabledAt }) => disabledAt === null,
  );
  const examined: Examined[] = [];
  for (const { name, url } of active.slice(0, MAX_EXAMINED)) {
    const { exam } = await readExams(ctx, { merchantId, name });
    // Of another address, an exam says nothing about the receiver that there is now.
    examined.push({ name, exam: exam?.url === url ? exam : null });
  }
  return examined;
}

/** Only who embeds the checkout in pages of their own has to name them. */
async function originsStep(ctx: Ctx, merchantId: string): Promise<GoLiveStep> {
  const { origins } = await readBranding(ctx, { merchantId });
  const secure = origins.list.filter(({ testOnly }) => !testOnly);
  const [first] = secure;
  if (first) {
    const others = secure.length === 1 ? "" : ` and ${secure.length - 1} more`;
    return proven("origins", { kind: "fact", words: `${first.origin}${others}` });
  }
  if (await findCallOf(dbOf(ctx), merchantId, "createPaymentRequest")) {
    const why = origins.list.length > 0 ? "The origins that are named are http: good for tests alone." : null;
    return missing("origins", why);
  }
  return { key: "origins", state: "unneeded", proof: null, why: "No payment was made for an embedded checkout." };
}

async function credentialStep(ctx: Ctx, merchantId: string): Promise<GoLiveStep> {
  const active = (await listCredentialNames(ctx, { merchantId })).filter(({ disabledAt }) => disabledAt === null);
  const live = active.find(({ testOnly }) => !testOnly);
  if (live) return proven("credential", { kind: "fact", words: live.name });
  return missing("credential", active.length > 0 ? "Those that there are, are for tests only." : null);
}

/** Where a live payment is told that names no endpoint: there, healthy, and signed for. */
async function endpointStep(ctx: Ctx, merchantId: string, destinations: Destinations): Promise<GoLiveStep> {
  const { live } = destinations.unnamed;
  if (live.to === "none") {
    const why =
      live.because === "several"
        ? "There are several endpoints and none is marked default: a live payment that names none is told to nobody."
        : "A live payment that names no endpoint is told to nobody.";
    return missing("endpoint", why);
  }
  const name = live.to === "default_url" ? null : live.endpoint.name;
  const words = name ?? "The default URL";
  const view = name === null ? destinations.defaultUrl : destinations.endpoints.find((one) => one.name === name);
  if (!view?.signed)
    return missing("endpoint", `${words} is not signed: whoever knows the address can forge an event.`);
  const health = (await listHealth(ctx, { merchantId })).find((one) => one.name === name);
  if (health && health.state !== "healthy") {
    return missing("endpoint", `${words} is ${health.state}${health.lastError ? `: ${health.lastError}` : ""}.`);
  }
  return proven("endpoint", { kind: "fact", words });
}

async function accountStep(ctx: Ctx, merchantId: string): Promise<GoLiveStep> {
  const real = (await listManagedAccounts(ctx, merchantId)).filter(
    ({ simulated, roles }) => !simulated && roles.includes("receiving"),
  );
  if (real.length === 0) return missing("account");
  return proven("account", {
    kind: "fact",
    words: [...new Set(real.map(({ currency }) => currency))].sort().join(", "),
  });
}
