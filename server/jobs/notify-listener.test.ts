import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { query } from "../test/database";
import { type DatabaseProxy, startDatabaseProxy } from "../test/processes/database-proxy";
import { until } from "../test/until";
import { listen } from "./notify-listener";

let proxy: DatabaseProxy;
beforeAll(async () => {
  proxy = await startDatabaseProxy(process.env["DATABASE_URL"] ?? "");
  vi.stubEnv("DATABASE_URL", proxy.url);
});
afterAll(() => {
  vi.unstubAllEnvs();
  proxy.close();
});

const listening = async () => {
  const sql = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()";
  return (await query(sql)).rowCount ?? 0;
};

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

it("the listener on a half-open connection connects again, and is called for what it missed", async () => {
  const heard: (string | undefined)[] = [];
  const listener = listen("test", (payload) => heard.push(payload), { pingMs: 500 });
  await listener.attempted;
  proxy.fail("half-open");
  await until(() => heard.length === 2);
  expect(heard).toEqual([undefined, undefined]);
  proxy.fail("half-open");
  // It does not wait for an answer that never comes.
  await listener.stop();
  expect(listener.isListening()).toBe(false);
});
