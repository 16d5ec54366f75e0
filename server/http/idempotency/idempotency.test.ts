import { describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { db, inTransaction } from "../../lib/db";
import { blockTable } from "../../test/block-table";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { deleteOldAnswers, findAnswer, putAnswer } from "./store";

const body = { order: { amount: 2550, currency: "EUR" } };
const CONCURRENT = 100;

const linksOf = async (merchantId: string) => {
  const { rows } = await query("SELECT count(*)::int AS n FROM payment_links WHERE merchant_id = $1", [merchantId]);
  return rows[0].n as number;
};

const send = (token: string, key: string, changed: object = {}) =>
  call("createPaymentLink", { ...body, ...changed }, { token, headers: { "idempotency-key": key } });

describe("Idempotency-Key", () => {
  it("replays the first response's bytes for the same request", async () => {
    const { token, merchantId } = await newTenant();
    const first = await send(token, "k1");
    const second = await send(token, '"k1"');
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(await linksOf(merchantId)).toBe(1);
  });

  it("accepts a body with its keys in another order as the same request", async () => {
    const { token } = await newTenant();
    const first = await send(token, "k1");
    const reply = await call(
      "createPaymentLink",
      { order: { currency: "EUR", amount: 2550 } },
      { token, headers: { "idempotency-key": "k1" } },
    );
    expect(reply.text).toBe(first.text);
  });

  it("returns 422 IDEMPOTENCY_KEY_REUSED for another request without executing it", async () => {
    const { token, merchantId } = await newTenant();
    await send(token, "k1");
    const reply = await send(token, "k1", { order: { amount: 2551, currency: "EUR" } });
    expect([reply.status, reply.error.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await linksOf(merchantId)).toBe(1);
  });

  it("returns 409 IDEMPOTENT_REQUEST_IN_PROGRESS while the first request runs", async () => {
    const { token, merchantId } = await newTenant();
    const block = await blockTable(env().migrationUrl, "payment_links", "insert");
    const first = send(token, "k1");
    await block.waiting(1);
    const second = await send(token, "k1");
    await block.release();
    expect([second.status, second.error.code]).toEqual([409, "IDEMPOTENT_REQUEST_IN_PROGRESS"]);
    expect((await send(token, "k1")).text).toBe((await first).text);
    expect(await linksOf(merchantId)).toBe(1);
  });

  it("has one effect for a hundred concurrent requests; every response is the first one's bytes or a 409", async () => {
    const { token, merchantId } = await newTenant();
    const replies = await Promise.all(Array.from({ length: CONCURRENT }, () => send(token, "k1")));
    const done = replies.filter(({ status }) => status === 200);
    const running = replies.filter(({ status }) => status === 409);
    expect(done.length + running.length).toBe(CONCURRENT);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const reply of running)
      expect([reply.error.code, reply.headers.get("retry-after")]).toEqual(["IDEMPOTENT_REQUEST_IN_PROGRESS", "1"]);
    expect(await linksOf(merchantId)).toBe(1);
  });

  it("control: without a key each request has its own effect", async () => {
    const { token, merchantId } = await newTenant();
    await Promise.all(Array.from({ length: 10 }, () => call("createPaymentLink", body, { token })));
    expect(await linksOf(merchantId)).toBe(10);
  });

  it("can be used again after a failure", async () => {
    const { token, merchantId } = await newTenant();
    const refused = await send(token, "k1", { webhook_endpoints: ["unknown"] });
    expect(refused.error.code).toBe("UNKNOWN_WEBHOOK_ENDPOINT");
    expect((await send(token, "k1")).status).toBe(200);
    expect(await linksOf(merchantId)).toBe(1);
  });

  it("belongs to one merchant", async () => {
    const [a, b] = [await newTenant(), await newTenant()];
    expect((await send(a.token, "k1")).text).not.toBe((await send(b.token, "k1")).text);
  });

  it("is forgotten after 24 hours", async () => {
    const { clientId, clientSecret, token, merchantId } = await newTenant();
    await send(token, "k1");
    await moveClock("24 hours 1 second");
    const { issueToken } = await import("../../identity/tokens/issue-token");
    const { ctx } = await import("../../test/rows/fixtures");
    const later = await issueToken(ctx, { client_id: clientId, client_secret: clientSecret });
    const reply = await send(later.access_token, "k1", { order: { amount: 1, currency: "EUR" } });
    expect(reply.status).toBe(200);
    expect(await linksOf(merchantId)).toBe(2);
  });

  it("that is used again after 24 hours keeps its new response while the old ones are erased", async () => {
    const { merchantId } = await newTenant();
    const answer = { merchantId, key: "k1", fingerprint: new Uint8Array(32), bodySealed: new Uint8Array(1) };
    await inTransaction({}, (tx) => putAnswer(tx, { ...answer, status: 200 }));
    await moveClock("24 hours 1 second");
    await inTransaction({}, async (tx) => {
      await putAnswer(tx, { ...answer, status: 201 });
      // Without SKIP LOCKED the deletion waits here for this transaction, and the transaction for it.
      await deleteOldAnswers(db(), 500);
    });
    expect((await findAnswer(db(), merchantId, "k1")).stored?.status).toBe(201);
  });

  it.each(["", "x".repeat(256), "é"])("400 VALIDATION_ERROR on Idempotency-Key for %j", async (key) => {
    const { token } = await newTenant();
    const reply = await send(token, key);
    expect([reply.status, reply.error.metadata?.errors?.[0]?.field]).toEqual([400, "Idempotency-Key"]);
  });
});
