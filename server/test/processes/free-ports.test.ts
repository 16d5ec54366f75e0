import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePorts } from "./free-ports";

it("gives different ports that can be bound, below those that systems give by themselves", async () => {
  const ports = await freePorts(100);
  const servers = ports.map((port) => createServer().listen(port, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  expect(new Set(ports).size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  for (const server of servers) server.close();
});
