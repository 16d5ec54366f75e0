import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePorts } from "./free-ports";

it("gives different ports below those that systems give by themselves", async () => {
  const ports = await freePorts(100);
  expect(new Set(ports).size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

// Of few ports, because another run may take one of them in between.
it("gives ports that can be bound", async () => {
  const servers = (await freePorts(2)).map((port) => createServer().listen(port, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  for (const server of servers) server.close();
});
