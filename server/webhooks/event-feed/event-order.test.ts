import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { type Db, Prisma } from "../../lib/db";
import { newId } from "../../lib/ids";
import { nodesOf, readIn } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { until } from "../../test/until";
import { idsOf, testEventsOfEachTest } from "../../test/webhooks/test-events";
import { BEGINNING, findLastEvent, readEventsAfter } from "./event-feed-store";

const { shops, events, record, recorded } = testEventsOfEachTest();

describe("two transactions that commit in reverse order", () => {
  /** The events that a position by id would return: the rejected design. */
  const afterId = async (position: string) => {
    const sql = "SELECT id FROM webhook_events WHERE merchant_id = $1 AND id > $2 ORDER BY id";
    return (await query(sql, [shops.merchantId, position])).rows.map(({ id }) => `evt_${id}`);
  };
  const insert = (client: pg.Client, id: string) =>
    client.query(
      `INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
       VALUES ($1, $2, 'payment_request.succeeded', $3, 1, true, $4)`,
      [id, shops.merchantId, newId(), JSON.stringify({ id: `evt_${id}`, object: "event", data: { object: {} } })],
    );
  const connected = async () => {
    const client = new pg.Client({ connectionString: env().databaseUrl });
    await client.connect();
    return client;
  };

  it("are both listed (control: a position by id loses the later commit)", async () => {
    const { cursor } = (await events()).data;
    const [slow, fast] = [await connected(), await connected()];
    try {
      const [early, late] = [newId(), newId()];
      await slow.query("BEGIN");
      await insert(slow, early);
      await fast.query("BEGIN");
      await insert(fast, late);
      await fast.query("COMMIT");
      // By id the reader gets the first commit and passes the other.
      expect(await afterId("00000000-0000-0000-0000-000000000000")).toEqual([`evt_${late}`]);
      expect(idsOf((await events({ after: cursor })).data)).toEqual([]);
      const now = (await events()).data.cursor;
      await slow.query("COMMIT");
      await until(async () => (await events({ after: cursor })).data.events.length === 2);
      for (const after of [cursor, now])
        expect(idsOf((await events({ after })).data)).toEqual([`evt_${early}`, `evt_${late}`]);
      expect(await afterId(late)).toEqual([]);
    } finally {
      await Promise.all([slow.end(), fast.end()]);
    }
  });

  it("events of ten concurrent writers with rollbacks are each listed once", async () => {
    const committed: string[] = [];
    let { cursor } = (await events()).data;
    const writer = async (number: number) => {
      const client = await connected();
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
    const listed: string[] = [];
    let writing = true;
    const writers = Promise.all(Array.from({ length: 10 }, (_, number) => writer(number))).finally(() => {
      writing = false;
    });
    while (writing || listed.length < committed.length) {
      const page = (await events({ after: cursor, wait: "1", limit: "7" })).data;
      listed.push(...idsOf(page));
      cursor = page.cursor;
    }
    await writers;
    expect(listed.sort()).toEqual(committed.sort());
  });
});

it("events of a database copied from another server come first, and a cursor stays valid", async () => {
  await record();
  await record();
  const [first, second] = await recorded();
  // As in a restored dump: transaction ids that this server has not reached.
  await query("UPDATE webhook_events SET tx = '9000000000'");
  expect(idsOf((await events({ after: String(first) })).data)).toEqual([second]);
  await record();
  expect(idsOf((await events({ after: "start" })).data)).toEqual(await recorded());
  expect(idsOf((await events({ after: String(second) })).data)).toEqual((await recorded()).slice(2));
});

it("a page of many events without a transaction, and the last event, read only their own rows", async () => {
  const fill = `INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body, tx)
    SELECT gen_random_uuid(), '${shops.merchantId}', 'payment_request.succeeded', gen_random_uuid(), 1, true, '{}', NULL
    FROM generate_series(1, 3000)`;
  const rowsOf = async (ask: (db: Db) => Promise<unknown>) => {
    const asked: Prisma.Sql[] = [];
    const $queryRaw = async (strings: TemplateStringsArray, ...values: unknown[]) => {
      asked.push(Prisma.sql(strings, ...values));
      return [];
    };
    await ask({ $queryRaw } as unknown as Db);
    const [sql = Prisma.empty] = asked;
    return readIn(await nodesOf(sql, [fill, "ANALYZE webhook_events"]), /webhook_events/).rows;
  };
  expect(await rowsOf((db) => readEventsAfter(db, shops.merchantId, BEGINNING, 11))).toBe(11);
  expect(await rowsOf((db) => findLastEvent(db, shops.merchantId))).toBe(1);
});
