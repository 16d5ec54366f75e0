import { describe, expect, it, vi } from "vitest";
import { createCredential } from "../access/create-credential";
import { createUser } from "../access/create-user";
import { issueToken } from "../access/issue-token";
import { createSession, readSession } from "../access/sessions";
import { callInProcess } from "../http/call-in-process";
import { flushCalls } from "../http/call-log";
import { PUBLIC_CALLER } from "../lib/context";
import { byId } from "../lib/endpoint";
import { newId } from "../lib/ids";
import { paymentEndpoints } from "../payments/endpoints";
import { call } from "../test/client";
import { insertDeliveryRows } from "../test/delivery-rows";
import { naiveShop, rightShop, sitExams } from "../test/examined-shops";
import { ctx } from "../test/fixtures";
import { shopsOfEachTest } from "../test/webhook-shops";
import { createConsoleCaller } from "../trpc/router";
import { setWebhookUrl } from "../webhooks/set-webhook-url";
import type { GoLiveKey } from "./go-live-rules";
import { listEvents } from "./list-events";
import { readGoLive } from "./read-go-live";
import { tester } from "./tester";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
const createRequest = byId(paymentEndpoints, "createPaymentRequest");
const getStatus = byId(paymentEndpoints, "getPaymentStatus");
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

describe("the way to live payments", () => {
  it("begins with nothing proven, and does not ask for what is not needed", async () => {
    const all = await steps();
    expect(provenOf(all)).toEqual([]);
    expect(step(all, "origins")?.state).toBe("unneeded");
    expect(step(all, "endpoint")?.why).toContain("told to nobody");
  });

  it("is ticked by a program's calls, and not by a person's in the Console", async () => {
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
    await call(getStatus, undefined, { token, params: { paymentRequestId: merchantId } });
    await call(createRequest, { order: { ...order, amount: 0 } }, { token, headers: { "idempotency-key": "a" } });
    expect(provenOf(await steps())).toEqual([]);
    await call(createRequest, { order }, { token, headers: { "idempotency-key": "a" } });
    await call(getStatus, undefined, { token, params: { paymentRequestId: id } });
    const all = await steps();
    expect(provenOf(all)).toEqual(["created", "keyed", "polled"]);
    expect(step(all, "origins")?.state).toBe("missing");
    expect(step(all, "credential")?.why).toContain("tests only");
    await createCredential(ctx, { name: "Live", owner: { merchantId } });
    expect(step(await steps(), "credential")?.proof).toEqual({ kind: "fact", words: "Live" });
  });

  it("believes a receiver that refused what was forged, in its last exam at the address that it has", async () => {
    const { merchantId } = shops;
    const [right, naive] = [rightShop(), naiveShop()];
    const taker = await shops.receiver(right.answer);
    right.secret = await shops.endpoint({ name: "right", url: taker.url });
    await shops.endpoint({ name: "naive", url: (await shops.receiver(naive.answer)).url });
    await sitExams(merchantId, ["naive"]);
    const believed = await steps();
    expect(step(believed, "signature")).toMatchObject({
      state: "missing",
      why: expect.stringContaining("It took what it must refuse"),
    });
    expect(step(believed, "duplicate")?.state).toBe("proven");
    await sitExams(merchantId, ["right"]);
    expect(step(await steps(), "signature")).toMatchObject({ state: "proven", proof: { kind: "exam", name: "right" } });
  });

  it("knows what was taken from what was only sent, in any mode", async () => {
    const { merchantId } = shops;
    const taken = row("payment_request.succeeded", "delivered", 0);
    const later = row("payment_request.succeeded", "failed", 1);
    await insertDeliveryRows(merchantId, [taken, later, row("payment_request.cancelled", "failed", 0)]);
    const all = await steps();
    expect(step(all, "told")?.proof).toMatchObject({ kind: "delivery", id: taken.id });
    expect(step(all, "cancel")?.state).toBe("missing");
    const { events } = await listEvents(ctx, { merchantId });
    expect(events.find(({ type }) => type === "payment_request.succeeded")?.last?.id).toBe(later.id);
  });

  it("believes no exam of another address", async () => {
    const { merchantId } = shops;
    const naive = naiveShop();
    await shops.pointAt((await shops.receiver(naive.answer)).url);
    await sitExams(merchantId, [null]);
    expect(step(await steps(), "duplicate")?.state).toBe("proven");
    await setWebhookUrl(ctx, { webhook_url: "https://93.184.215.14/hook", merchant_id: merchantId });
    expect(step(await steps(), "duplicate")?.state).toBe("missing");
  });
});

describe("the catalogue of events", () => {
  it("says who takes each, and shows the last that was sent", async () => {
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

  it("keeps what was told from those who may not open the log of it", async () => {
    const { merchantId } = shops;
    await shops.endpoint({ name: "all" });
    await insertDeliveryRows(merchantId, [row("payment_request.succeeded", "delivered", 0)]);
    const bodies: Record<string, boolean> = {};
    for (const role of ["developer", "viewer", "finance"] as const) {
      const { id } = await createUser(ctx, { email: `${newId()}@x.example`, name: "Somebody", role, merchantId });
      const session = await readSession((await createSession({}, id)).sessionToken);
      const api = createConsoleCaller({ ctx: { ...ctx, caller: PUBLIC_CALLER }, session }).developers.events;
      const { events } = await api.list({ merchantId });
      bodies[role] = events.some(({ last }) => last !== null && last.body !== null);
    }
    expect(bodies).toEqual({ developer: true, viewer: false, finance: false });
  });
});
