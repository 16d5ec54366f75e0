import { createServer, get } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Loopback, onLoopback } from "../../test/processes/on-loopback";
import { type ReceiverArgs, ReceiverConnections } from "./receiver-connections";

const open: Loopback[] = [];
afterEach(() => Promise.all(open.splice(0).map((receiver) => receiver.close())));

/** A receiver, and how many connections and requests it got. */
async function listen() {
  const seen = { connections: 0, requests: 0, port: 0 };
  const server = createServer((_, response) => {
    seen.requests += 1;
    response.end("ok");
  });
  server.on("connection", () => (seen.connections += 1));
  const receiver = await onLoopback(server);
  open.push(receiver);
  seen.port = receiver.port;
  return seen;
}

/** One call through these connections, read to its end. False: no connection. */
function call(agent: ReceiverConnections, { port }: { port: number }): Promise<boolean> {
  const args: ReceiverArgs = {
    agent,
    keptFor: String(port),
    createConnection: (_, callback) => {
      const socket = connect(port, "127.0.0.1", () => callback(null, socket));
      socket.once("error", (error) => callback(error, socket));
      return undefined;
    },
  };
  return new Promise((resolve) => {
    const sent = get(args, (response) => response.resume().once("close", () => setImmediate(resolve, true)));
    sent.once("error", () => resolve(false));
  });
}

describe("idle connections of all receivers together", () => {
  it.each([
    [1, 3],
    [2, 2],
  ])("are at most %i: two receivers, called twice, get %i connections", async (maxIdle, connections) => {
    const [first, second] = [await listen(), await listen()];
    const agent = new ReceiverConnections({ maxIdle });
    for (let round = 0; round < 2; round += 1) {
      await call(agent, first);
      await call(agent, second);
    }
    expect([first.requests, second.requests]).toEqual([2, 2]);
    expect(first.connections + second.connections).toBe(connections);
    agent.destroy();
  });
});

it("a receiver without a connection has no entry in the table of connections", async () => {
  const agent = new ReceiverConnections();
  const gone = await onLoopback(createServer());
  await gone.close();
  expect(await Promise.all([1, 2, 3].map(() => call(agent, gone)))).toEqual([false, false, false]);
  expect(Object.keys(agent.sockets)).toEqual([]);
  const receiver = await listen();
  expect(await Promise.all([call(agent, receiver), call(agent, gone)])).toEqual([true, false]);
  expect([Object.keys(agent.sockets), Object.keys(agent.freeSockets)]).toEqual([[], [`${receiver.port}`]]);
  agent.destroy();
});
