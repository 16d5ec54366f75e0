import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { env } from "../../lib/env";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { idsOf, listenersOfEachTest } from "../../test/listeners";
import { until } from "../../test/until";
import { ok, shopsOfEachTest } from "../../test/webhook-shops";

const shops = shopsOfEachTest();
const listening = listenersOfEachTest(() => shops.merchantId);

/** Five seconds pass in a quarter of a second. */
function passFaster(): void {
  const realNow = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => realNow() * 20);
}

describe("two transactions that commit in reverse order", () => {
  /** The events that a position by id would return: the rejected design. */
  const afterId = (position: string) =>
    query(async (client) => {
      const sql = "SELECT id FROM webhook_events WHERE merchant_id = $1 AND id > $2 ORDER BY id";
      return (await client.query(sql, [shops.merchantId, position])).rows.map(({ id }) => `evt_${id}`);
    });
  const insert = (client: pg.Client, id: string) =>
    client.query(
      `INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
       VALUES ($1, $2, 'payment_request.succeeded', $3, 1, true, $4)`,
      [id, shops.merchantId, newId(), JSON.stringify({ id: `evt_${id}`, object: "event", data: { object: {} } })],
    );

  it("are both received; control: a position by id loses the later commit", async () => {
    const desk = await shops.receiver(ok);
    const listener = await listening(desk.url, {}, { heldBack: true });
    const [slow, fast] = [0, 1].map(() => new pg.Client({ connectionString: env().databaseUrl })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([slow.connect(), fast.connect()]);
    try {
      const [early, late] = [newId(), newId()];
      await slow.query("BEGIN");
      await insert(slow, early);
      await fast.query("BEGIN");
      await insert(fast, late);
      await fast.query("COMMIT");
      // By id the listener receives the first commit and passes the other.
      expect(await afterId("00000000-0000-0000-0000-000000000000")).toEqual([`evt_${late}`]);
      // This one waits and reports it after a while.
      passFaster();
      await until(() => listener.kinds().includes("held-back"));
      expect([desk.received, listener.kinds()]).toEqual([[], ["opened", "held-back"]]);
      await slow.query("COMMIT");
      await until(() => desk.received.length === 2);
      expect(idsOf(desk.received)).toEqual([`evt_${early}`, `evt_${late}`]);
      expect(await afterId(late)).toEqual([]);
      await listener.stop();
    } finally {
      vi.restoreAllMocks();
      await Promise.all([slow.end(), fast.end()]);
    }
  });

  it("events of ten concurrent writers with rollbacks are each received once", async () => {
    const desk = await shops.receiver(ok);
    await listening(desk.url);
    const committed: string[] = [];
    const writer = async (number: number) => {
      const client = new pg.Client({ connectionString: env().databaseUrl });
      await client.connect();
      for (let index = 0; index < 20; index += 1) {
        const id = newId();
        await client.query("BEGIN");
        await insert(client, id);
        await pause((number * 7 + index * 13) % 31);
        const keeps = (number + index) % 4 !== 0;
        await client.query(keeps ? "COMMIT" : "ROLLBACK");
        if (keeps) committed.push(`evt_${id}`);
      }
      await client.end();
    };
    await Promise.all(Array.from({ length: 10 }, (_, number) => writer(number)));
    await until(() => desk.received.length >= committed.length);
    await pause(300);
    expect(idsOf(desk.received).sort()).toEqual(committed.sort());
  });
});
