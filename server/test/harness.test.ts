import { expect, it } from "vitest";
import { now } from "../lib/clock";
import { moveClock, query } from "./database";

const drift = (seconds: string) =>
  query(async (client) => {
    const sql = "SELECT extract(epoch FROM app_now() - now()) = $1::numeric AS same, current_database() AS name";
    return (await client.query<{ same: boolean; name: string }>(sql, [seconds])).rows[0];
  });

it("gives each test file a migrated database of its own", async () => {
  expect((await drift("0"))?.name).toMatch(/^test_\d+$/);
  const { rowCount } = await query((client) => client.query("SELECT 1 FROM payment_requests"));
  expect(rowCount).toBe(0);
});

it("moves the clock of the database and of the process together", async () => {
  const before = now().getTime();
  await moveClock("15 minutes");
  await moveClock("1 second");
  expect(await drift("901")).toMatchObject({ same: true });
  expect(now().getTime() - before).toBeGreaterThanOrEqual(901_000);
});

it("is back at the present in the next test", async () => {
  expect(await drift("0")).toMatchObject({ same: true });
});
