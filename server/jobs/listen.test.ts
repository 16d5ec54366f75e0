import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { query } from "../test/database";
import { listen } from "./listen";

const listening = () =>
  query(async (client) => {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()";
    return (await client.query(sql)).rowCount ?? 0;
  });

it("stops at whatever moment it is asked to: before it connects, while it does, and after", async () => {
  for (let delayMs = 0; delayMs < 30; delayMs += 1) {
    const ears = listen("test", () => undefined);
    if (delayMs > 0) await pause(delayMs);
    await ears.stop();
    await ears.tried;
  }
  while ((await listening()) > 0) await pause(20);
  expect(await listening()).toBe(0);
});
