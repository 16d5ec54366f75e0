import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { byId, type Endpoint } from "../../lib/endpoint";
import { answer, shopper, workDone } from "../../test/banks/payment-stories";
import { simbankOfThisFile } from "../../test/banks/simbank";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { ctx, newPartner, newTenant, type Tenant } from "../../test/rows/fixtures";
import { createEndpoint, type NewEndpoint } from "../../webhooks/endpoints/create-endpoint";
import { refuseUnknownEndpoints } from "../../webhooks/endpoints/refuse-unknown-endpoints";
import { setWebhookUrl } from "../../webhooks/endpoints/set-webhook-url";
import { switchEndpoint } from "../../webhooks/endpoints/switch-endpoint";
import { startCheckout } from "../checkout/start-checkout";
import { paymentLinkEndpoints } from "../links/rest-endpoints";
import { paymentEndpoints } from "../rest-endpoints";

const ORDER = { amount: 2550, currency: "EUR" };
const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const createPayment = byId(paymentEndpoints, "createPaymentRequest");
const redirect = byId(paymentEndpoints, "createRedirectRequest");
const initiate = byId(paymentEndpoints, "initiatePayment");
const CREATIONS = [
  ["POST /payment-links", createLink, { order: ORDER }],
  ["POST /embedded/payment-requests", createPayment, { order: ORDER }],
  ["POST /payment-requests:redirect", redirect, { ...ORDER, locale: "en" }],
];

simbankOfThisFile();
let tenant: Tenant;

beforeAll(async () => {
  await syncCatalogue();
});
beforeEach(async () => {
  tenant = await newTenant();
});

const endpoint = (name: string, given: Partial<NewEndpoint> = {}) =>
  createEndpoint(ctx, { merchantId: tenant.merchantId, name, url: "https://shop.example.com/hook", ...given });
const run = async (sql: string, values: unknown[] = [tenant.merchantId]) => (await query(sql, values)).rows;
/** The merchant's payments or links, by the endpoint names that they store. */
const created = async () =>
  (
    await run(
      `SELECT webhook_endpoints AS names FROM payment_links WHERE merchant_id = $1
       UNION ALL SELECT webhook_endpoints FROM payment_requests WHERE merchant_id = $1`,
    )
  ).map(({ names }) => names as string[]);

describe.each(CREATIONS as unknown as [string, Endpoint, object][])("%s", (_, create, body) => {
  const post = (webhook_endpoints: unknown, headers: Record<string, string> = {}, token = tenant.token) =>
    call(create, { ...body, webhook_endpoints }, { token, headers });

  it("accepts names of the merchant's endpoints, each once", async () => {
    await endpoint("acme-prod");
    await endpoint("acme-test", { environment: "Test" });
    expect((await post(["acme-prod", "acme-test", "acme-prod"])).status).toBe(create.success);
    expect(await created()).toEqual([["acme-prod", "acme-test"]]);
  });

  it("400 UNKNOWN_WEBHOOK_ENDPOINT names the field of each bad name, with one wording, and creates nothing", async () => {
    await endpoint("good");
    await endpoint("disabled");
    await switchEndpoint(ctx, { merchantId: tenant.merchantId, name: "disabled", to: "disabled" });
    await endpoint("live-only", { environment: "Live" });
    const other = await newTenant();
    await endpoint("foreign", { merchantId: other.merchantId });
    const names = ["good", "good", "unknown", "disabled", "good", "live-only", "foreign", "Not a name!", "", "unknown"];
    const { status, error } = await post(names);
    expect([status, error.code]).toEqual([400, "UNKNOWN_WEBHOOK_ENDPOINT"]);
    const message = "endpoint unknown, disabled or for another mode";
    const places = [2, 3, 5, 6, 7, 8];
    expect(error.metadata).toEqual({
      errors: places.map((at) => ({ field: `webhook_endpoints[${at}]`, message })),
    });
    expect(await created()).toEqual([]);
  });

  it("stores no Idempotency-Key for a refused name: the same request succeeds once the endpoint exists", async () => {
    const key = { "idempotency-key": "order-1" };
    expect((await post(["acme-prod"], key)).error.code).toBe("UNKNOWN_WEBHOOK_ENDPOINT");
    await endpoint("acme-prod");
    const taken = await post(["acme-prod"], key);
    expect([taken.status, taken.headers.get("idempotent-replayed")]).toEqual([create.success, null]);
    expect((await post(["acme-prod"], key)).text).toBe(taken.text);
    expect(await created()).toEqual([["acme-prod"]]);
  });

  it("accepts ten different names and refuses an eleventh", async () => {
    const names = Array.from({ length: 11 }, (_, index) => `shop-${index}`);
    for (const name of names) await endpoint(name);
    const refused = await post(names);
    expect(refused.error).toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field: "webhook_endpoints" }] },
    });
    const ten = names.slice(0, 10);
    expect((await post([...ten, ...ten])).status).toBe(create.success);
    expect(await created()).toEqual([ten]);
  });

  it("treats an empty list as absent", async () => {
    expect((await post([])).status).toBe(create.success);
    expect(await created()).toEqual([[]]);
  });

  it.each<[unknown, string]>([
    ["acme-prod", "webhook_endpoints"],
    [null, "webhook_endpoints"],
    [["acme-prod", 7], "webhook_endpoints[1]"],
  ])("400 VALIDATION_ERROR for %j on %s", async (given, field) => {
    const { error } = await post(given);
    expect([error.code, error.metadata?.errors?.map((one) => one.field)]).toEqual(["VALIDATION_ERROR", [field]]);
  });

  it("accepts only endpoints of the merchant that a partner names", async () => {
    const partner = await newPartner();
    const [one, two] = [
      await newTenant({ partnerId: partner.partnerId }),
      await newTenant({ partnerId: partner.partnerId }),
    ];
    await endpoint("acme-prod", { merchantId: one.merchantId });
    const as = (merchant_id: string) =>
      call(create, { ...body, merchant_id, webhook_endpoints: ["acme-prod"] }, { token: partner.token });
    expect((await as(one.merchantId)).status).toBe(create.success);
    expect((await as(two.merchantId)).error.code).toBe("UNKNOWN_WEBHOOK_ENDPOINT");
  });
});

it.each([
  ["Test", true, true],
  ["Test", false, false],
  ["Live", true, false],
  ["Live", false, true],
  ["Both", true, true],
  ["Both", false, true],
])("an endpoint for %s payments, named by a payment with test %s: accepted %s", async (environment, test, taken) => {
  await endpoint("acme-prod", { environment });
  const check = refuseUnknownEndpoints({}, { merchantId: tenant.merchantId, test, names: ["acme-prod"] });
  const code = await check.then(
    () => null,
    (error) => error.code,
  );
  expect(code).toBe(taken ? null : "UNKNOWN_WEBHOOK_ENDPOINT");
});

describe("events go to the named endpoints, and not to the default URL", () => {
  /** The type of each event and the name of the endpoint of each of its deliveries; "url" for the default URL. */
  const delivered = async () =>
    (
      await run(
        `SELECT e.type, coalesce(p.name, 'url') AS name FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
         LEFT JOIN webhook_endpoints p ON p.id = d.endpoint_id WHERE d.merchant_id = $1 ORDER BY e.created_at, d.id`,
      )
    ).map(({ type, name }) => `${type} ${name}`);
  const named = (...types: string[]) => types.flatMap((type) => [`${type} acme-crm`, `${type} acme-prod`]);
  const psu = { ip: null, userAgent: null, locale: "en" };

  beforeEach(async () => {
    await setWebhookUrl(ctx, { merchant_id: tenant.merchantId, webhook_url: "https://shop.example.com/default" });
    await endpoint("acme-prod");
    await endpoint("acme-crm");
  });
  const body = { order: ORDER, webhook_endpoints: ["acme-prod", "acme-crm"] };
  const bankId = async () => (await listBanks({}, { currency: "EUR" }))[0]?.id ?? "";

  it("of a payment", async () => {
    const { payment_token } = (await call(createPayment, body, { token: tenant.token })).data;
    const { redirect_url } = (await call(initiate, { payment_token, bankId: await bankId() })).data;
    await answer(redirect_url, "reject");
    await workDone();
    expect((await delivered()).sort()).toEqual(named("payment_request.pending", "payment_request.cancelled").sort());
  });

  it("of a link, and of the payment that it leads to", async () => {
    const { data } = await call(createLink, body, { token: tenant.token });
    const linkToken = data.payment_link_url.split("/pay/")[1] ?? "";
    const started = await startCheckout(shopper, { linkToken, bankId: await bankId(), seenAmount: ORDER.amount, psu });
    await answer(started.kind === "redirect" ? started.url : null, "approve");
    await moveClock("5 seconds");
    await workDone();
    expect((await delivered()).sort()).toEqual(
      named("payment_request.pending", "payment_request.succeeded", "payment_link.used").sort(),
    );
  });
});
