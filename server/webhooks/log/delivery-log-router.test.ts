import { beforeAll, describe, expect, it } from "vitest";
import { PUBLIC_CALLER } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { type ConsoleApi, consoleOf } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { createEvent, deliveryOf } from "../../test/rows/webhook-events";
import { createConsoleCaller } from "../../trpc/router";
import { setWebhookUrl } from "../endpoints/set-webhook-url";

const ctx = { caller: PUBLIC_CALLER, requestId: "test", ip: null };
const until = new Date().toISOString();

type Api = ConsoleApi;
type Role = "owner" | "admin" | "developer" | "finance" | "viewer";

let own: string;
let foreign: string;
let delivery: string;

async function signedIn(role: Role): Promise<Api> {
  return consoleOf({ role, merchantId: own });
}

beforeAll(async () => {
  own = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  foreign = (await createMerchant(operator, { brandName: "Someone Else" })).id;
  for (const merchantId of [own, foreign]) {
    await setWebhookUrl(operator, { merchant_id: merchantId, webhook_url: "https://shop.example.com/hook" });
  }
  delivery = (await deliveryOf(await createEvent(foreign), foreign)).delivery.id;
});

/** Every procedure of the log, for one merchant. */
const calls: [string, (api: Api, merchantId: string) => Promise<unknown>][] = [
  ["search", (api, merchantId) => api.webhooks.log.search({ merchantId })],
  ["get", (api, merchantId) => api.webhooks.log.get({ merchantId, id: delivery })],
  ["countResend", (api, merchantId) => api.webhooks.log.countResend({ merchantId })],
  ["resend", (api, merchantId) => api.webhooks.log.resend({ merchantId, id: delivery })],
  ["resendAll", (api, merchantId) => api.webhooks.log.resendAll({ merchantId, until, count: 1 })],
  ["sendTest", (api, merchantId) => api.webhooks.log.sendTest({ merchantId, name: null })],
];

describe.each(calls)("webhooks.log.%s", (name, call) => {
  it("is refused without a session and to roles without access to webhooks", async () => {
    await expect(call(createConsoleCaller({ ctx, session: null }), own)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    for (const role of ["finance", "viewer"] as const) {
      await expect(call(await signedIn(role), own)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it("answers the same for another merchant's and for unknown deliveries", async () => {
    const developer = await signedIn("developer");
    await expect(call(developer, foreign)).rejects.toMatchObject({ cause: { code: "MERCHANT_NOT_FOUND" } });
    if (name === "get" || name === "resend") {
      await expect(call(developer, own)).rejects.toMatchObject({ code: "NOT_FOUND", cause: { code: "NOT_FOUND" } });
    } else {
      await expect(call(developer, own)).resolves.toBeDefined();
    }
  });
});

it("a row of the log has the payment's amount as a decimal number", async () => {
  const metadata = { order_id: "AW-1" };
  const object = { id: "x", amount: "199950", currency: "EUR", metadata };
  await createEvent(own, { object });
  const owner = await signedIn("owner");
  const { items } = await owner.webhooks.log.search({ merchantId: own, types: ["payment_request.succeeded"] });
  expect(items).toMatchObject([{ decimal: "1999.50", about: { kind: "payment", orderId: "AW-1", currency: "EUR" } }]);
  const wrong = owner.webhooks.log.search({ merchantId: own, about: "Order 7" });
  await expect(wrong).rejects.toMatchObject({ code: "BAD_REQUEST", cause: { code: "VALIDATION_ERROR" } });
});
