import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../access/create-user";
import { createSession, readSession } from "../access/sessions";
import { beat, endBeats, PRODUCT_VERSION } from "../jobs/heartbeat";
import { PUBLIC_CALLER } from "../lib/context";
import { closeDb, inTransaction } from "../lib/db";
import { newId } from "../lib/ids";
import { queueMail } from "../mail/send-mail";
import { query } from "../test/database";
import { ctx as operator } from "../test/fixtures";
import { createConsoleCaller } from "../trpc/router";

type Api = ReturnType<typeof createConsoleCaller>["platform"];

let api: Api;
beforeAll(async () => {
  const { id } = await createUser(operator, { email: "helena@operator.example", name: "Helena", role: "owner" });
  const session = await readSession((await createSession({}, id)).sessionToken);
  api = createConsoleCaller({ ctx: { caller: PUBLIC_CALLER, requestId: "test", ip: null }, session }).platform;
});
beforeEach(() => query((client) => client.query("DELETE FROM mails; DELETE FROM worker_heartbeats")));
afterAll(() => closeDb());

const run = (sql: string) => query((client) => client.query(sql));
const mail = (subject: string) =>
  inTransaction({}, (tx) => queueMail(tx, { recipient: "a@x.example", subject, text: "Code" }));
const mails = async () => (await api.system.read()).queues.find(({ name }) => name === "mail.send");

describe("the state of the system", () => {
  it("counts of a queue what is due, in hand and still to come, and how long the oldest has waited", async () => {
    expect(await mails()).toMatchObject({ open: 0, due: 0, inHand: 0, oldestDueForS: null });
    for (const subject of ["old", "new", "taken", "later", "sent"]) await mail(subject);
    await run(`UPDATE mails SET due_at = app_now() - interval '90 seconds' WHERE subject = 'old';
      UPDATE mails SET due_at = app_now() - interval '1 hour', lease_until = app_now() + interval '1 minute'
        WHERE subject = 'taken';
      UPDATE mails SET due_at = app_now() + interval '1 hour' WHERE subject = 'later';
      UPDATE mails SET sent_at = app_now() WHERE subject = 'sent'`);
    // What is in hand is late for nobody.
    expect(await mails()).toMatchObject({ open: 4, due: 2, inHand: 1, oldestDueForS: 90 });
  });

  it("knows who works, in which version, and who has not been heard of", async () => {
    const [alive, silent, ended] = [newId(), newId(), newId()];
    for (const id of [alive, silent, ended]) await beat(id);
    await run(`UPDATE worker_heartbeats SET at = app_now() - interval '1 minute' WHERE id = '${silent}'`);
    await endBeats(ended);
    const { workers, versions } = await api.system.read();
    expect(workers.map(({ id, alive: isAlive }) => [id, isAlive])).toEqual([
      [alive, true],
      [silent, false],
    ]);
    expect(workers[0]).toMatchObject({ host: expect.stringContaining(` ${process.pid}`), version: PRODUCT_VERSION });
    expect(versions).toEqual({ product: PRODUCT_VERSION, node: process.versions.node });
  });

  it("says what the database is, and in step with whom", async () => {
    const { database } = await api.system.read();
    expect(database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeGreaterThan(0);
    expect(database.connections).toBeLessThanOrEqual(database.maxConnections);
    expect(database.version).toMatch(/^\d+/);
  });

  it("counts mails that were given up, and lists them without their texts", async () => {
    for (const subject of ["first", "second", "long ago"]) await mail(subject);
    await run(`UPDATE mails SET failed_at = app_now() - interval '1 hour', error = '550 no such user', tries = 5
        WHERE subject <> 'long ago';
      UPDATE mails SET failed_at = app_now() - interval '1 minute' WHERE subject = 'second';
      UPDATE mails SET failed_at = app_now() - interval '3 days' WHERE subject = 'long ago'`);
    expect((await api.system.read()).failedMails.count).toBe(2);
    const listed = await api.system.mails();
    expect(listed.map(({ subject }) => subject)).toEqual(["second", "first", "long ago"]);
    expect(JSON.stringify(listed)).not.toContain("Code");
  });
});
