import { listBanks } from "../../server/banks/list-banks";
import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { issueToken } from "../../server/identity/tokens/issue-token";
import { PUBLIC_CALLER } from "../../server/lib/context";
import { createMerchant } from "../../server/merchants/create-merchant";
import { createPartner } from "../../server/merchants/create-partner";
import { createPaymentLink } from "../../server/payments/links/create-payment-link";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { ctx, newTenant, tokenFor } from "../../server/test/rows/fixtures";
import { createEndpoint } from "../../server/webhooks/endpoints/create-endpoint";
import { HOOK } from "../tenancy/world";

const TOKENS_KEPT = 8;
/** Well before an access token expires. */
const RENEW_AFTER_MS = 5 * 60_000;

/**
 * A merchant for the requests, and its values that change during them: a request contains a placeholder such as
 * `__payment_token_3__`, so that requests can be generated without the answers to earlier ones.
 */
export async function newMoving() {
  await syncCatalogue();
  const banks = await listBanks({}, { currency: "EUR" });
  const partner = await createPartner(ctx, { name: "Ribeira" });
  const merchant = await createMerchant(ctx, { brandName: "Olaria", partnerId: partner.id });
  const owner = { merchantId: merchant.id };
  const client = await createCredential(ctx, { name: "Fuzz", owner });
  const body = { merchant_id: merchant.id, order: { amount: 2550, currency: "EUR" } };
  const links = [await createPaymentLink(ctx, body), await createPaymentLink(ctx, body)].map(({ link_id }) => link_id);
  const requests = [await createPaymentRequest(ctx, body), await createPaymentRequest(ctx, body)];
  const webhooks = ["acme-prod", "acme-test"];
  for (const name of webhooks) await createEndpoint(ctx, { ...owner, name, url: `${HOOK}/${name}` });
  const foreign = await newTenant();
  const signIn = () => issueToken({ ...ctx, caller: PUBLIC_CALLER }, client);
  const refreshable = await signIn();
  const values: Record<string, string> = {
    __token__: (await signIn()).access_token,
    __refresh_token__: refreshable.refresh_token,
    __partner__: await tokenFor({ partnerId: partner.id }),
    __admin__: await tokenFor("admin"),
    __foreign__: foreign.token,
    __read__: await tokenFor(owner, { scopes: ["read"] }),
    __payments__: await tokenFor(owner, { scopes: ["payments"] }),
    __webhooks__: await tokenFor(owner, { scopes: ["webhooks"] }),
    __test_only__: await tokenFor(owner, { testOnly: true }),
  };
  for (let index = 0; index < TOKENS_KEPT; index += 1) {
    values[`__payment_token_${index}__`] = (await createPaymentRequest(ctx, body)).payment_token;
  }
  let renewedAtMs = performance.now();
  let newest = 0;

  return {
    merchantId: merchant.id,
    webhooks,
    client,
    links,
    payments: requests.map(({ payment_request_id }) => payment_request_id),
    bankIds: banks.slice(0, 3).map(({ id }) => id),
    paymentTokenNames: Object.keys(values).filter((name) => name.startsWith("__payment_token_")),
    /** Replaces the placeholders by the current values. */
    resolve: (text: string) =>
      text.replaceAll(/__\w+?__/g, (name) => (Object.hasOwn(values, name) ? (values[name] ?? "") : name)),
    /**
     * Stores the values of an answer. Payments only from unmutated requests: a mutated one may succeed for another
     * merchant, whose payments this one's valid requests cannot find.
     */
    note(endpoint: string, data: unknown, { isRight }: { isRight: boolean }): void {
      const { payment_token, refresh_token } = Object(data) as Record<string, unknown>;
      if (isRight && endpoint === "createPaymentRequest" && typeof payment_token === "string") {
        newest = (newest + 1) % TOKENS_KEPT;
        values[`__payment_token_${newest}__`] = payment_token;
      }
      // From the newest family: older ones cannot be refreshed once there are too many.
      if (/^(?:refresh|issue)Token$/.test(endpoint) && typeof refresh_token === "string")
        values["__refresh_token__"] = refresh_token;
    },
    async renew(): Promise<void> {
      if (performance.now() - renewedAtMs < RENEW_AFTER_MS) return;
      renewedAtMs = performance.now();
      values["__token__"] = (await signIn()).access_token;
    },
  };
}

export type Moving = Awaited<ReturnType<typeof newMoving>>;
