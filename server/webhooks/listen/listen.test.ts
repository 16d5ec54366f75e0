import { describe, expect, it, vi } from "vitest";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/fixtures";
import { idsOf, listenersOfEachTest, recordedFor } from "../../test/listeners";
import { until } from "../../test/until";
import { createEvent, runDue } from "../../test/webhook-events";
import { ok, shopsOfEachTest } from "../../test/webhook-shops";
import { generateWebhookSecret } from "../generate-webhook-secret";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
const listening = listenersOfEachTest(() => shops.merchantId);

const positionOf = (merchantId: string) =>
  query(async (client) => {
    const sql = "SELECT position_id FROM webhook_listeners WHERE merchant_id = $1";
    return (await client.query<{ position_id: string }>(sql, [merchantId])).rows[0]?.position_id;
  });

describe("a listener", () => {
  it("receives every event like a delivery: same bytes and headers, signed with its own secret", async () => {
    const [shop, desk] = [await shops.receiver(ok), await shops.receiver(ok)];
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const { listener } = await listening(desk.url);
    expect(listener.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    for (const status of ["completed", "failed", "expired"])
      await createEvent(shops.merchantId, { object: { status } });
    await until(() => desk.received.length === 3);
    while ((await runDue()) > 0);
    expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
    const { verifyWebhook } = await import("../../../client/src/verify-webhook");
    for (const { headers, body } of desk.received) {
      const event = await verifyWebhook({ payload: body, headers, secret: listener.secret });
      const delivered = shop.received.find((one) => one.headers["x-event-id"] === event.id);
      expect(delivered?.body).toEqual(body);
      const changing = ["host", "x-signature", "x-timestamp"];
      const steady = (all: object) =>
        Object.entries(all)
          .filter(([name]) => !changing.includes(name))
          .sort();
      expect(steady(headers)).toEqual(steady(delivered?.headers ?? {}));
      expect(Object.keys(headers).sort()).toEqual(Object.keys(delivered?.headers ?? {}).sort());
    }
  });

  it("resumes at its position with the same secret and receives nothing twice", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    await createEvent(shops.merchantId);
    await until(() => desk.received.length === 1);
    expect(await first.stop()).toEqual({ why: "asked" });
    await createEvent(shops.merchantId);
    await createEvent(shops.merchantId);
    const second = await listening(desk.url);
    await until(() => desk.received.length === 3);
    await second.stop();
    expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
    expect(second.listener).toMatchObject({ began: "went-on", secret: first.listener.secret });
    const other = await listening(desk.url, { name: "another-desk" });
    expect(other.listener.secret).not.toBe(first.listener.secret);
    const sql = "SELECT secret_sealed FROM webhook_listeners WHERE merchant_id = $1";
    const { rows } = await query((client) => client.query(sql, [shops.merchantId]));
    for (const { secret_sealed: sealed } of rows) expect(String(sealed)).not.toContain(first.listener.secret.slice(6));
  });

  it("never receives events of live payments or other merchants", async () => {
    const desk = await shops.receiver(ok);
    await listening(desk.url, { from: "start" });
    const other = await createMerchant(ctx, { brandName: "Other" });
    await createEvent(shops.merchantId, { test: false });
    await createEvent(other.id);
    const subjectId = await createEvent(shops.merchantId);
    await until(() => desk.received.length > 0);
    // The live event is older and would have come first.
    expect(desk.received.map(({ body }) => JSON.parse(String(body)).data.object.id)).toEqual([subjectId]);
  });

  it("receives only the requested types and skips the others permanently", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url, { eventTypes: ["payment_link.used"] });
    for (const type of ["payment_request.pending", "payment_link.used", "payment_request.expired"] as const) {
      await createEvent(shops.merchantId, { type });
    }
    const last = (await recordedFor(shops.merchantId)).at(-1);
    await until(async () => `evt_${await positionOf(shops.merchantId)}` === last);
    await first.stop();
    await listening(desk.url);
    await createEvent(shops.merchantId, { type: "payment_request.failed" });
    await until(() => desk.received.length === 2);
    const types = desk.received.map(({ body }) => JSON.parse(String(body)).type);
    expect(types).toEqual(["payment_link.used", "payment_request.failed"]);
  });

  it("begins now, at the start, or with a given event", async () => {
    const desk = await shops.receiver(ok);
    for (let index = 0; index < 3; index += 1) await createEvent(shops.merchantId);
    const ids = await recordedFor(shops.merchantId);
    const told = async (from: string, count: number) => {
      desk.received.length = 0;
      const { stop } = await listening(desk.url, { from });
      await until(() => desk.received.length >= count);
      await stop();
      return idsOf(desk.received);
    };
    expect(await told("start", 3)).toEqual(ids);
    expect(await told(String(ids[1]), 2)).toEqual(ids.slice(1));
    expect(await told(String(ids[2]).slice(4), 1)).toEqual(ids.slice(2));
    expect(await told(String(ids[0]), 3)).toEqual(ids);
    const { stop } = await listening(desk.url, { from: "now" });
    await createEvent(shops.merchantId);
    await until(() => desk.received.length === 4);
    await stop();
    expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
    for (const from of ["soon", newId()]) {
      await expect(listening(desk.url, { from })).rejects.toMatchObject({
        metadata: { errors: [{ field: "from" }] },
      });
    }
  });

  it("refuses a second one of its name until it has ended", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    await expect(listening(desk.url)).rejects.toThrow('A listener named "desk" is already running.');
    // Refused without moving the position.
    await expect(listening(desk.url, { from: "start" })).rejects.toThrow("--name");
    await first.stop();
    await listening(desk.url);
  });

  it.each(["localhost:4000/hook", "ftp://127.0.0.1/", "http://me:pass@127.0.0.1/", ""])(
    "is refused the address %j, and nothing is kept",
    async (forward) => {
      await expect(listening(forward)).rejects.toMatchObject({ metadata: { errors: [{ field: "forward" }] } });
      const unknown = listening("http://127.0.0.1/", { eventTypes: ["payment_request.paid"] });
      await expect(unknown).rejects.toMatchObject({ metadata: { errors: [{ field: "events" }] } });
      const sql = "SELECT 1 FROM webhook_listeners WHERE merchant_id = $1";
      expect((await query((client) => client.query(sql, [shops.merchantId]))).rowCount).toBe(0);
    },
  );
});

it("a listener on a database copied from another server begins with new events", async () => {
  const desk = await shops.receiver(ok);
  const first = await listening(desk.url);
  await createEvent(shops.merchantId);
  await until(() => desk.received.length === 1);
  await first.stop();
  // As in a restored dump: transaction ids that this server has not reached, of another server.
  await query(async (client) => {
    await client.query("UPDATE webhook_events SET tx = '9000000000'");
    await client.query("UPDATE webhook_listeners SET cluster = '1', position_tx = '8000000000'");
  });
  const { listener } = await listening(desk.url);
  expect(listener.began).toBe("moved");
  await createEvent(shops.merchantId);
  await until(() => desk.received.length > 1);
  expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
  const { rows } = await query((client) => client.query("SELECT tx FROM webhook_events WHERE tx > '8000000000'"));
  expect(rows).toEqual([]);
});

it("a listener waits for an unavailable database, reports it once and loses nothing", async () => {
  const desk = await shops.receiver(ok);
  const listener = await listening(desk.url);
  await createEvent(shops.merchantId);
  await until(() => desk.received.length === 1);
  // Terminates all connections of this process, including the listener's lock.
  const sql = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await query((client) => client.query(sql));
  await until(() => listener.said.filter(({ kind }) => kind === "database").length === 2);
  await createEvent(shops.merchantId);
  await until(() => desk.received.length === 2);
  expect(listener.said.filter(({ kind }) => kind === "database")).toEqual([
    { kind: "database", isBack: false },
    { kind: "database", isBack: true },
  ]);
  expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
  await expect(listening(desk.url)).rejects.toThrow("is already running");
});
