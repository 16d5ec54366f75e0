import type { Server } from "node:net";
import { onTestFinished } from "vitest";
import { type Loopback, onLoopback } from "./on-loopback";

/** A server that listens on a free port of 127.0.0.1 until the test ends. */
export async function onLoopbackInTest(server: Server): Promise<Loopback> {
  const loopback = await onLoopback(server);
  // Not awaited: a connection may outlive it.
  onTestFinished(() => void loopback.close());
  return loopback;
}
