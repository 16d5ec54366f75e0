import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { beat, endBeats, PRODUCT_VERSION } from "../jobs/heartbeat";
import { closeDb, db, inTransaction } from "../lib/db";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { queueMail } from "../mail/send-mail";
import { createMerchant } from "../merchants/create-merchant";
import { query, stopClock } from "../test/database";
import { type ConsoleApi, consoleOf } from "../test/person";
import { deliveryRow, insertDeliveryRows } from "../test/rows/delivery-rows";
import { ctx as operator } from "../test/rows/fixtures";
import { until } from "../test/until";
import { alertOnLongTransaction } from "./jobs";
import { COUNTED_ROWS, findOldestTransaction } from "./system-store";

let api: ConsoleApi["platform"];
beforeAll(async () => {
  api = (await consoleOf({ role: "owner" })).platform;
});
beforeEach(() => query("DELETE FROM mails; DELETE FROM worker_heartbeats"));
afterAll(() => closeDb());
const mail = (subject: string) =>
  inTransaction({}, (tx) => queueMail(tx, { recipient: "a@x.example", subject, text: "Code" }));
const mails = async () => (await api.system.read()).queues.find(({ name }) => name === "mail.send");

const deliveries = async () => (await api.system.read()).queues.find(({ name }) => name === "webhooks.deliver");

const HEALTH = { paused: "paused_at", open: "failures, failing_since, circuit_opened_at, trial_at" };

/** A merchant with `count` deliveries to its default endpoint, due for 15 minutes. */
async function merchantWithDueDeliveries(count: number, health?: keyof typeof HEALTH): Promise<string> {
  const { id } = await createMerchant(operator, { brandName: "Olaria do Norte" });
  const { rows } = await query<{ now: Date }>("SELECT app_now() AS now");
  const at = new Date((rows[0]?.now ?? new Date()).getTime() - (24 * 60 + 15) * 60_000);
  const made = Array.from({ length: count }, () => ({ ...deliveryRow([], [null], at), status: "waiting" as const }));
  await insertDeliveryRows(id, made);
  if (health !== undefined) {
    const values = { paused: "app_now()", open: "20, app_now(), app_now(), app_now() + interval '1 minute'" }[health];
    await query(
      `INSERT INTO webhook_health (endpoint_key, merchant_id, ${HEALTH[health]}) VALUES ('${id}', '${id}', ${values})`,
    );
  }
  return id;
}

describe("the state of the system", () => {
  it("counts due, running and open rows of a queue, and the delay of the oldest due row", async () => {
    expect(await mails()).toMatchObject({ open: 0, due: 0, inHand: 0, oldestDueForS: null });
    await stopClock();
    for (const subject of ["old", "new", "taken", "later", "sent"]) await mail(subject);
    await query(`UPDATE mails SET due_at = app_now() - interval '90 seconds' WHERE subject = 'old';
      UPDATE mails SET due_at = app_now() - interval '1 hour', lease_until = app_now() + interval '1 minute'
        WHERE subject = 'taken';
      UPDATE mails SET due_at = app_now() + interval '1 hour' WHERE subject = 'later';
      UPDATE mails SET sent_at = app_now() WHERE subject = 'sent'`);
    // Leased rows do not count as late.
    expect(await mails()).toMatchObject({ open: 4, due: 2, inHand: 1, oldestDueForS: 90 });
  });

  it("counts the rows of a queue that are due first, when it has more than are counted", async () => {
    await stopClock();
    // Without their accounts: foreign keys are triggers, which a replica does not run.
    await query(`BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM statement_fetches; INSERT INTO statement_fetches (id, due_at)
      SELECT gen_random_uuid(), app_now() + CASE n WHEN ${COUNTED_ROWS + 2} THEN '-90 seconds' ELSE '1 hour' END::interval
      FROM generate_series(1, ${COUNTED_ROWS + 2}) AS n ORDER BY n; COMMIT`);
    const { queues } = await api.system.read();
    const statements = queues.find(({ name }) => name === "reconciliation.fetch_statements");
    expect(statements).toMatchObject({ open: COUNTED_ROWS + 1, due: 1, oldestDueForS: 90 });
  });

  it("does not count deliveries behind a paused endpoint or an open circuit as due", async () => {
    await query("UPDATE webhook_deliveries SET status = 'failed', done_at = app_now() WHERE status = 'waiting'");
    const healthy = await merchantWithDueDeliveries(1);
    const paused = await merchantWithDueDeliveries(3, "paused");
    await merchantWithDueDeliveries(2, "open");
    expect(await deliveries()).toMatchObject({ open: 6, due: 1, inHand: 0, blocked: 5 });
    await query(`UPDATE webhook_deliveries SET status = 'delivered' WHERE merchant_id = '${healthy}'`);
    expect(await deliveries()).toMatchObject({ open: 5, due: 0, oldestDueForS: null, blocked: 5 });
    // Workers do send these two: a resend that a person asked for, and the rejections of a disabled endpoint.
    await query(`UPDATE webhook_deliveries SET priority = true WHERE id = (
      SELECT id FROM webhook_deliveries WHERE merchant_id = '${paused}' LIMIT 1)`);
    expect(await deliveries()).toMatchObject({ open: 5, due: 1, oldestDueForS: expect.any(Number), blocked: 4 });
    const endpoint = newId();
    await query(`INSERT INTO webhook_endpoints (id, merchant_id, name, url, secret_sealed, disabled_at)
        VALUES ('${endpoint}', '${paused}', 'books', 'https://books.example', '', app_now());
      UPDATE webhook_health SET endpoint_key = '${endpoint}' WHERE merchant_id = '${paused}';
      UPDATE webhook_deliveries SET endpoint_id = '${endpoint}', priority = false WHERE merchant_id = '${paused}'`);
    expect(await deliveries()).toMatchObject({ open: 5, due: 3, blocked: 2 });
  });

  it("lists workers with their version, and those without a heartbeat", async () => {
    const [alive, silent, ended] = [newId(), newId(), newId()];
    for (const id of [alive, silent, ended]) await beat(id);
    await beat(newId(), "web");
    await query(`UPDATE worker_heartbeats SET at = app_now() - interval '1 minute' WHERE id = '${silent}'`);
    await endBeats(ended);
    const { workers, versions } = await api.system.read();
    expect(workers.map(({ id, alive: isAlive }) => [id, isAlive])).toEqual([
      [alive, true],
      [silent, false],
    ]);
    expect(workers[0]).toMatchObject({ host: expect.stringContaining(` ${process.pid}`), version: PRODUCT_VERSION });
    expect(versions).toEqual({ product: PRODUCT_VERSION, node: process.versions.node });
  });

  it("reports the database's version, size and connections", async () => {
    const { database } = await api.system.read();
    expect(database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeGreaterThan(0);
    expect(database.connections).toBeLessThanOrEqual(database.maxConnections);
    expect(database.version).toMatch(/^\d+/);
  });

  it("names the holder of the oldest transaction, and alerts once when it stays open", async () => {
    const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
    await inTransaction({}, async (tx) => {
      const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      const holder = `bankside, process ${row?.pid}, idle in transaction`;
      expect((await api.system.read()).database.oldestTransaction).toMatchObject({ forS: expect.any(Number), holder });
      await alertOnLongTransaction();
      expect(logged).not.toHaveBeenCalled();
      for (let minute = 0; minute < 2; minute += 1) await alertOnLongTransaction(0);
      await query(async (client) => {
        await client.query("SELECT pg_advisory_lock(77)");
        const busy = Promise.resolve(tx.$executeRaw`SELECT pg_advisory_xact_lock(77)`);
        await until(async () => (await findOldestTransaction(db()))?.holder.endsWith("active") ?? false);
        await alertOnLongTransaction(0);
        await client.query("SELECT pg_advisory_unlock(77)");
        await busy;
      });
      expect(logged.mock.calls).toEqual([
        [{ holder, open_for_s: expect.any(Number), alert: true }, "a database transaction stays open"],
      ]);
    });
  });

  it("counts failed e-mails and lists them without their texts", async () => {
    for (const subject of ["first", "second", "long ago"]) await mail(subject);
    await query(`UPDATE mails SET failed_at = app_now() - interval '1 hour', error = '550 no such user', tries = 5
        WHERE subject <> 'long ago';
      UPDATE mails SET failed_at = app_now() - interval '1 minute' WHERE subject = 'second';
      UPDATE mails SET failed_at = app_now() - interval '3 days', tries = 5 WHERE subject = 'long ago'`);
    expect((await api.system.read()).failedMails.count).toBe(2);
    const listed = await api.system.mails();
    expect(listed.map(({ subject }) => subject)).toEqual(["second", "first", "long ago"]);
    expect(JSON.stringify(listed)).not.toContain("Code");
  });

  it("neither counts nor lists an e-mail to .invalid, which failed without an attempt", async () => {
    await inTransaction({}, (tx) => queueMail(tx, { recipient: "visitor@x.invalid", subject: "none", text: "Code" }));
    expect((await api.system.read()).failedMails.count).toBe(0);
    expect(await api.system.mails()).toEqual([]);
  });
});
