import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { query } from "../test/database";
import { listen } from "./notify-listener";

const listening = () =>
  query(async (client) => {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()";
    return (await client.query(sql)).rowCount ?? 0;
  });

it("the listener stops before, while and after connecting", async () => {
  for (let delayMs = 0; delayMs < 30; delayMs += 1) {
    const listener = listen("test", () => undefined);
    if (delayMs > 0) await pause(delayMs);
    await listener.stop();
    await listener.attempted;
  }
  while ((await listening()) > 0) await pause(20);
  expect(await listening()).toBe(0);
});
