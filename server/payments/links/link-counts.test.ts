import { beforeAll, expect, it } from "vitest";
import { db } from "../../lib/db";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { fillLinks } from "../../test/rows/link-rows";
import { expireLink, linksToExpire } from "./mark-link";
import { foldCounts } from "./queries/list-store";

type CountRow = { merchant_id: string; test: boolean; list_status: string; links: number };

let token: string;
let merchantId: string;

beforeAll(async () => {
  ({ token, merchantId } = await newTenant());
});

const countRows = async (sql: string) => (await query<CountRow>(`${sql} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)).rows;
const kept = () =>
  countRows("SELECT merchant_id, test, list_status, sum(links)::int AS links FROM payment_link_counts");
const counted = () => countRows("SELECT merchant_id, test, list_status, count(*)::int AS links FROM payment_links");
const nonEmpty = (rows: CountRow[]) => rows.filter(({ links }) => links !== 0);
const length = async () => (await query("SELECT 1 FROM payment_link_counts")).rowCount ?? 0;

it("stored counts equal the table while links are created, paid and ended and the counts are folded", async () => {
  const order = { amount: 100, currency: "EUR" };
  const story = async (number: number) => {
    const { data } = await call("createPaymentLink", { order }, { token });
    const stamp = ["used_at", "cancelled_at", "views_count"][number % 3];
    const value = stamp === "views_count" ? "views_count + 1" : "app_now()";
    const paid = "UPDATE payment_links SET used_at = app_now() WHERE id = $1 AND cancelled_at IS NOT NULL";
    await query(`UPDATE payment_links SET ${stamp} = ${value} WHERE id = $1`, [data.link_id]);
    if (number % 2 === 0) await query(paid, [data.link_id]);
    await foldCounts(db());
  };
  await Promise.all(Array.from({ length: 30 }, (_, number) => story(number)));
  expect(nonEmpty(await kept())).toEqual(await counted());
  expect(await counted()).toMatchObject([
    { list_status: "active", links: 10 },
    { list_status: "cancelled", links: 5 },
    { list_status: "used", links: 15 },
  ]);
});

it("a link that the worker has expired is counted as expired, once", async () => {
  const { data } = await call("createPaymentLink", { order: { amount: 100, currency: "EUR" } }, { token });
  await moveClock("8 days");
  expect(await linksToExpire(100)).toContain(data.link_id);
  await Promise.all([expireLink(data.link_id), expireLink(data.link_id)]);
  expect(nonEmpty(await kept())).toEqual(await counted());
  expect(await counted()).toContainEqual({ merchant_id: merchantId, test: true, list_status: "expired", links: 1 });
});

it("stored counts stay right after bulk inserts, rollbacks and deletions by hand", async () => {
  await query(async (client) => {
    await fillLinks(client, [merchantId, (await newTenant()).merchantId], 500);
    await client.query("BEGIN");
    await client.query("UPDATE payment_links SET used_at = NULL");
    await client.query("ROLLBACK");
    await client.query("DELETE FROM payment_links WHERE amount % 3 = 0");
  });
  expect(nonEmpty(await kept())).toEqual(await counted());
});

it("folding eight times at once leaves one row per count and loses none", async () => {
  const before = nonEmpty(await kept());
  await Promise.all(Array.from({ length: 8 }, () => foldCounts(db())));
  await foldCounts(db());
  expect(nonEmpty(await kept())).toEqual(before);
  expect(await length()).toBe((await kept()).length);
});

it("control: stored counts are wrong without the trigger", async () => {
  await query("ALTER TABLE payment_links DISABLE TRIGGER payment_links_recount");
  await query("UPDATE payment_links SET cancelled_at = app_now() WHERE used_at IS NULL");
  expect(nonEmpty(await kept())).not.toEqual(await counted());
});
