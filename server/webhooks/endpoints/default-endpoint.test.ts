import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDb } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveriesOf } from "../../test/rows/webhook-events";
import { createEndpoint } from "./create-endpoint";
import { chooseDefaultEndpoint } from "./default-endpoint";
import { listAllEndpoints } from "./list-endpoints";
import { setWebhookUrl } from "./set-webhook-url";
import { switchEndpoint } from "./switch-endpoint";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:3001");
const url = "http://127.0.0.1:3001/hook";
afterAll(closeDb);

const marked = { isDefault: true };
const plain = { isDefault: false };

it.each([
  ["is the default URL, whatever endpoints exist", url, [marked, plain], { to: "default_url" }],
  [
    "is the endpoint marked default, without a default URL",
    null,
    [marked, plain],
    { to: "endpoint", endpoint: marked, marked: true },
  ],
  ["is the only endpoint, without a marked one", null, [plain], { to: "endpoint", endpoint: plain, marked: false }],
  ["is none of several unmarked ones", null, [plain, plain], { to: "none", because: "several" }],
  ["is none without endpoints", null, [], { to: "none", because: "no_endpoint" }],
] as const)("what names no endpoint goes to: %s", (_what, defaultUrl, candidates, wanted) => {
  expect(chooseDefaultEndpoint(defaultUrl, candidates)).toEqual(wanted);
});

describe("the default endpoint that the Console shows", () => {
  let merchantId = "";
  beforeEach(async () => {
    merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  });
  const said = async () => (await listAllEndpoints(ctx, { merchantId })).defaultEndpoint;
  const create = (name: string, given: { environment?: string; isDefault?: boolean } = {}) =>
    createEndpoint(ctx, { merchantId, name, url, ...given });

  /** The endpoint that gets an event. */
  async function told(test: boolean): Promise<string> {
    const [delivery] = await deliveriesOf(await createEvent(merchantId, { test }), merchantId);
    return delivery?.endpoint?.name ?? delivery?.status ?? "unknown";
  }

  it("receives the events, at each step of a set-up, live and test", async () => {
    const none = { to: "none", because: "no_endpoint" };
    expect(await said()).toEqual({ live: none, test: none });
    expect([await told(false), await told(true)]).toEqual(["no_destination", "no_destination"]);

    await create("staging", { environment: "Test" });
    const staging = { to: "endpoint", endpoint: { name: "staging" }, marked: false };
    expect(await said()).toEqual({ live: none, test: staging });
    expect([await told(false), await told(true)]).toEqual(["no_destination", "staging"]);

    await create("orders", { environment: "Live", isDefault: true });
    const orders = { to: "endpoint", endpoint: { name: "orders" }, marked: true };
    expect(await said()).toEqual({ live: orders, test: staging });
    expect([await told(false), await told(true)]).toEqual(["orders", "staging"]);

    await create("ledger");
    const several = { to: "none", because: "several" };
    expect(await said()).toEqual({ live: orders, test: several });
    expect([await told(false), await told(true)]).toEqual(["orders", "no_destination"]);

    await switchEndpoint(ctx, { merchantId, name: "orders", to: "disabled" });
    const ledger = { to: "endpoint", endpoint: { name: "ledger" }, marked: false };
    expect(await said()).toEqual({ live: ledger, test: several });
    expect(await told(false)).toBe("ledger");

    await setWebhookUrl(ctx, { merchant_id: merchantId, webhook_url: url });
    expect(await said()).toEqual({ live: { to: "default_url" }, test: { to: "default_url" } });
    expect([await told(false), await told(true)]).toEqual(["waiting", "waiting"]);
  });
});
