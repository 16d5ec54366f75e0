// Creates every event and compares its body with the one in docs/integrate/events.md, field by field.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { cancelCheckout } from "../../server/payments/checkout/cancel-checkout";
import { getLinkCheckout } from "../../server/payments/checkout/get-link-checkout";
import { startCheckout } from "../../server/payments/checkout/start-checkout";
import { cancelLink } from "../../server/payments/links/cancel-link";
import { expireLink, linksToExpire } from "../../server/payments/links/mark-link";
import { answer, paymentStories, shopper, workDone } from "../../server/test/banks/payment-stories";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { statementsRead } from "../../server/test/banks/statements";
import { call } from "../../server/test/client";
import { projectRoot } from "../../server/test/code-rules/files";
import { moveClock, query } from "../../server/test/database";
import { ctx } from "../../server/test/rows/fixtures";
import { createEndpoint } from "../../server/webhooks/endpoints/create-endpoint";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../server/webhooks/events/record-event";
import { sendTestEvent } from "../../server/webhooks/tools/send-test-event";

type Event = { type: string; sequence: number };

const guide = readFileSync(path.join(projectRoot, "docs/integrate/events.md"), "utf8");
const shown = [...guide.matchAll(/^```json\n([\s\S]*?)\n```$/gm)].map(([, text = ""]) => JSON.parse(text) as Event);
const HEADING = /^## `([a-z_.]+)`$/gm;

const bank = simbankOfThisFile();

/** Without the values that differ between runs: ids and times. */
function steady(event: unknown): unknown {
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const text = JSON.stringify(event)
    .replace(id, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  return JSON.parse(text.replace(/"created":\d+/, '"created":0'));
}

const told = async () => {
  const { rows } = await query<{ body: string }>("SELECT body FROM webhook_events ORDER BY id");
  return rows.map(({ body }) => JSON.parse(body) as Event);
};

async function everythingHappens(): Promise<void> {
  const { newPayment, press, tenant, banks } = await paymentStories(bank);
  const link = (order: object) =>
    call("createPaymentLink", { order: { amount: 2550, currency: "EUR", ...order } }, { token: tenant.token });
  const rewards = { extra_rewards: 150, total_rewards: 300, description: "Weekend bonus" };
  const paid = await newPayment({ order_id: "1001", rewards });
  await answer((await press(paid.token)).data.redirect_url, "approve");
  const failed = await newPayment({ order_id: "1003", payment_reference: "SIM-NOFUNDS" });
  await answer((await press(failed.token)).data.redirect_url, "approve");
  await cancelCheckout(shopper, { paymentToken: (await newPayment({ order_id: "1004" })).token });
  await newPayment({ order_id: "1005" });
  const returned = await newPayment({ order_id: "1006", payment_reference: "SIM-RETURN" });
  await answer((await press(returned.token)).data.redirect_url, "approve");
  const linkToken = (await link({ order_id: "1007", payment_reference: "Invoice 3451" })).data.payment_link_url.split(
    "/pay/",
  )[1];
  await getLinkCheckout(shopper, linkToken ?? "", { countView: true });
  const psu = { ip: null, userAgent: null, locale: "en" };
  const started = await startCheckout(shopper, {
    linkToken: linkToken ?? "",
    bankId: banks[0] ?? "",
    seenAmount: 2550,
    psu,
  });
  if (started.kind !== "redirect") throw new Error(started.kind);
  await answer(started.url, "approve");
  await link({ order_id: "1008", payment_reference: "Invoice 3452" });
  const withdrawn = await link({ order_id: "1009", payment_reference: "Invoice 3453" });
  await cancelLink(ctx, { merchantId: tenant.merchantId, id: withdrawn.data.link_id });
  await moveClock("1 minute");
  await workDone();
  await moveClock("2 days");
  await workDone();
  await statementsRead();
  await moveClock("6 days");
  for (const id of await linksToExpire(10)) await expireLink(id);
  const url = "https://shop.example.com/webhooks/bankside";
  await createEndpoint(ctx, { merchantId: tenant.merchantId, name: "orders", url });
  await sendTestEvent(ctx, { merchantId: tenant.merchantId, name: "orders" });
}

it("every event type has its own heading, with the body of a real event", async () => {
  expect([...guide.matchAll(HEADING)].map(([, type]) => type)).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
  expect(shown.map(({ type }) => type)).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
  await everythingHappens();
  const happened = await told();
  for (const event of shown) {
    const alike = happened.filter(({ type }) => type === event.type).map(steady);
    expect(alike).toContainEqual(steady(event));
  }
});
