import { describe, expect, it } from "vitest";
import { sampleId } from "../demo/samples/dice";
import { callInProcess } from "../http/call-in-process";
import { flushCalls } from "../http/call-log/call-log";
import { createCredential } from "../identity/credentials/create-credential";
import { issueToken } from "../identity/tokens/issue-token";
import { PUBLIC_CALLER } from "../lib/context";
import { byId } from "../lib/endpoint";
import { newId } from "../lib/ids";
import { paymentEndpoints } from "../payments/rest-endpoints";
import { call } from "../test/client";
import { consoleOf } from "../test/person";
import { insertDeliveryRows } from "../test/rows/delivery-rows";
import { ctx } from "../test/rows/fixtures";
import { naiveShop, rightShop, runReceiverTestsOf } from "../test/webhooks/receiver-test-shops";
import { shopsOfEachTest } from "../test/webhooks/webhook-shops";
import { setWebhookUrl } from "../webhooks/endpoints/set-webhook-url";
import type { GoLiveKey } from "./go-live-rules";
import { listEvents } from "./list-events";
import { readGoLive } from "./read-go-live";
import { tester } from "./tester";

const shops = shopsOfEachTest();
const createRequest = byId(paymentEndpoints, "createPaymentRequest");
const order = { amount: 2550, currency: "EUR" };

async function steps() {
  await flushCalls();
  return readGoLive(ctx, { merchantId: shops.merchantId });
}

const provenOf = (all: Awaited<ReturnType<typeof steps>>): GoLiveKey[] =>
  all.filter(({ state }) => state === "proven").map(({ key }) => key);
const step = (all: Awaited<ReturnType<typeof steps>>, key: GoLiveKey) => all.find((one) => one.key === key);

/** A delivery of an event, minutes after the first. */
function row(type: string, status: "delivered" | "failed", minutes: number) {
  const at = new Date(Date.now() - 60_000 + minutes * 60_000);
  return { id: newId(), eventId: newId(), subjectId: newId(), type, status, endpointId: null, test: true, at };
}

describe("the steps of go live", () => {
  it("are open for a new merchant, without the steps it does not need", async () => {
    const all = await steps();
    expect(provenOf(all)).toEqual([]);
    expect(step(all, "origins")?.state).toBe("unneeded");
    expect(step(all, "endpoint")?.why).toContain("No endpoint accepts live payments");
  });

  it("say of the first webhook that an endpoint is there, once one gets the events of test payments", async () => {
    const why = async () => step(await steps(), "webhook")?.why;
    expect(await why()).toBeNull();
    await shops.endpoint({ name: "orders", url: (await shops.receiver(rightShop().answer)).url });
    expect(await why()).toBe("Your endpoint has not received it yet.");
  });

  it("are completed by requests of an API key, not by requests from the Console", async () => {
    const { merchantId } = shops;
    const caller = tester({ ...ctx.caller, actor: { kind: "user", id: "x", attended: true } }, merchantId);
    const common = { caller, ip: null } as const;
    const made = await callInProcess({
      ...common,
      ...{ method: "POST", address: createRequest.path, body: { order }, idempotencyKey: "k" },
    });
    const { payment_request_id: id } = JSON.parse(made.body).data;
    const address = `/api/v1/payment-requests/${id}/status`;
    expect((await callInProcess({ ...common, method: "GET", address })).status).toBe(200);
    expect(provenOf(await steps())).toEqual([]);

    const credential = await createCredential(ctx, { name: "Shop", owner: { merchantId }, testOnly: true });
    const { access_token: token } = await issueToken({ ...ctx, caller: PUBLIC_CALLER }, credential);
    await call("getPaymentStatus", undefined, { token, params: { paymentRequestId: merchantId } });
    await call(createRequest, { order: { ...order, amount: 0 } }, { token, headers: { "idempotency-key": "a" } });
    expect(provenOf(await steps())).toEqual([]);
    await call(createRequest, { order }, { token, headers: { "idempotency-key": "a" } });
    await call("getPaymentStatus", undefined, { token, params: { paymentRequestId: id } });
    const all = await steps();
    expect(provenOf(all)).toEqual(["created", "keyed", "polled"]);
    expect(step(all, "origins")?.state).toBe("missing");
    expect(step(all, "credential")?.why).toContain("limited to test payments");
    await createCredential(ctx, { name: "Live", owner: { merchantId } });
    expect(step(await steps(), "credential")?.proof).toEqual({ kind: "fact", words: "Live" });
  });

  it("are completed by the last receiver test at the current URL if it rejected forged events", async () => {
    const { merchantId } = shops;
    const [right, naive] = [rightShop(), naiveShop()];
    const taker = await shops.receiver(right.answer);
    right.secret = await shops.endpoint({ name: "right", url: taker.url });
    await shops.endpoint({ name: "naive", url: (await shops.receiver(naive.answer)).url });
    await runReceiverTestsOf(merchantId, ["naive"]);
    const believed = await steps();
    expect(step(believed, "signature")).toMatchObject({
      state: "missing",
      why: expect.stringContaining("It accepted an event that it must refuse"),
    });
    expect(step(believed, "duplicate")?.state).toBe("proven");
    await runReceiverTestsOf(merchantId, ["right"]);
    expect(step(await steps(), "signature")).toMatchObject({
      state: "proven",
      proof: { kind: "receiver_test", name: "right" },
    });
  });

  it("count delivered events, not events that were only sent", async () => {
    const { merchantId } = shops;
    const taken = row("payment_request.succeeded", "delivered", 0);
    const later = row("payment_request.succeeded", "failed", 1);
    await insertDeliveryRows(merchantId, [taken, later, row("payment_request.cancelled", "failed", 0)]);
    const all = await steps();
    expect(step(all, "webhook")?.proof).toMatchObject({ kind: "delivery", id: taken.id });
    expect(step(all, "cancel")?.state).toBe("missing");
    const { events } = await listEvents(ctx, { merchantId });
    expect(events.find(({ type }) => type === "payment_request.succeeded")?.last?.id).toBe(later.id);
  });

  it("don't count a demo's sample deliveries, which were not sent", async () => {
    const { merchantId } = shops;
    const sample = { ...row("payment_request.succeeded", "delivered", -1), id: sampleId("delivery", merchantId) };
    await insertDeliveryRows(merchantId, [sample]);
    expect(step(await steps(), "webhook")?.state).toBe("missing");
    const { events } = await listEvents(ctx, { merchantId });
    expect(events.find(({ type }) => type === "payment_request.succeeded")?.last?.id).toBe(sample.id);
    const taken = row("payment_request.succeeded", "delivered", 0);
    await insertDeliveryRows(merchantId, [taken]);
    expect(step(await steps(), "webhook")?.proof).toMatchObject({ kind: "delivery", id: taken.id });
  });

  it("ignore a receiver test of another URL", async () => {
    const { merchantId } = shops;
    const naive = naiveShop();
    await shops.pointAt((await shops.receiver(naive.answer)).url);
    await runReceiverTestsOf(merchantId, [null]);
    expect(step(await steps(), "duplicate")?.state).toBe("proven");
    await setWebhookUrl(ctx, { webhook_url: "https://93.184.215.14/hook", merchant_id: merchantId });
    expect(step(await steps(), "duplicate")?.state).toBe("missing");
  });
});

describe("the list of event types", () => {
  it("names the subscribers of each type, and its last delivery", async () => {
    const { merchantId } = shops;
    await shops.endpoint({ name: "all" });
    await shops.endpoint({ name: "links", eventTypes: ["payment_link.used"] });
    const { events } = await listEvents(ctx, { merchantId });
    const takersOf = (type: string) => events.find((one) => one.type === type)?.takers.map(({ name }) => name);
    expect(takersOf("payment_request.succeeded")).toEqual(["all"]);
    expect(takersOf("payment_link.used")).toEqual(["all", "links"]);
    expect(takersOf("webhook.test")).toEqual(["all", "links"]);
    expect(events.every(({ last }) => last === null)).toBe(true);
  });

  it("hides the payload from roles that can't open the delivery log", async () => {
    const { merchantId } = shops;
    await shops.endpoint({ name: "all" });
    await insertDeliveryRows(merchantId, [row("payment_request.succeeded", "delivered", 0)]);
    const bodies: Record<string, boolean> = {};
    for (const role of ["developer", "viewer", "finance"] as const) {
      const api = (await consoleOf({ role, merchantId })).developers.events;
      const { events } = await api.list({ merchantId });
      bodies[role] = events.some(({ last }) => last !== null && last.body !== null);
    }
    expect(bodies).toEqual({ developer: true, viewer: false, finance: false });
  });
});
