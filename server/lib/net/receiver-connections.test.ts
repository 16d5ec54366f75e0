import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { onLoopbackInTest } from "../../test/processes/loopback-in-test";
import { until } from "../../test/until";
import { PUBLIC_LOOPBACK } from "../../test/webhooks/loopback-receivers";
import type { Guard } from "./check-url";
import { MAX_BODY_BYTES, type SafeRequest, safeFetch } from "./safe-fetch";

const POST: SafeRequest = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
const KEPT: SafeRequest = { ...POST, keepFor: "merchant-1" };
const open: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => ["127.0.0.1"] };
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

const sockets: { destroy(): void }[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.restoreAllMocks();
});

/** A receiver, and how many connections and requests it got. */
async function listen(answer = (_: IncomingMessage, response: ServerResponse): void => void response.end("ok")) {
  const seen = { connections: 0, requests: 0, url: "", port: 0 };
  const server = createServer((request, response) => {
    seen.requests += 1;
    answer(request, response);
  });
  server.on("connection", (socket) => {
    seen.connections += 1;
    sockets.push(socket);
  });
  const { port, origin } = await onLoopbackInTest(server);
  Object.assign(seen, { port, url: `${origin}/hook` });
  return seen;
}

/** Stops the clock, and returns what moves it. */
function stopClock(): (ms: number) => void {
  // Whole milliseconds: `a + 15_000 - (a + 1_000)` of a fraction is not always 14,000.
  let nowMs = Math.round(performance.now());
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  return (ms) => {
    nowMs += ms;
  };
}

/** A receiver of bare bytes. `say` gets the number of the request, from 1, and the means to send and to close. */
async function raw(say: (nth: number, send: (text: string) => void, close: () => void) => void) {
  const seen = { connections: 0, open: 0, requests: 0, url: "" };
  const server = createTcpServer((socket) => {
    seen.connections += 1;
    seen.open += 1;
    socket.on("close", () => (seen.open -= 1));
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => {
      seen.requests += 1;
      say(
        seen.requests,
        (text) => socket.write(text),
        () => socket.destroy(),
      );
    });
  });
  seen.url = `${(await onLoopbackInTest(server)).origin}/hook`;
  return seen;
}

const answered = { kind: "answered", status: 200, body: "ok" };

describe("calls of one merchant to one origin", () => {
  it("one after the other share a connection, whose parts are not measured again", async () => {
    const receiver = await listen();
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({
      ...answered,
      timings: { connectMs: expect.any(Number) },
    });
    for (let call = 0; call < 3; call += 1) {
      expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({
        ...answered,
        address: "127.0.0.1",
        timings: { nameMs: null, connectMs: null, tlsMs: null, waitMs: expect.any(Number) },
      });
    }
    expect(receiver).toMatchObject({ connections: 1, requests: 4 });
  });

  it("control: without keepFor each has a connection of its own", async () => {
    const receiver = await listen();
    for (let call = 0; call < 3; call += 1) await safeFetch(receiver.url, POST, open);
    expect(receiver).toMatchObject({ connections: 3, requests: 3 });
  });

  it("at once have a connection each, and the next ones use these", async () => {
    const receiver = await listen();
    for (let round = 0; round < 3; round += 1) {
      const calls = await Promise.all([1, 2, 3].map(() => safeFetch(receiver.url, KEPT, open)));
      expect(calls).toEqual([1, 2, 3].map(() => expect.objectContaining(answered)));
    }
    expect(receiver).toMatchObject({ connections: 3, requests: 9 });
  });

  it("of which another merchant's use none: it may be permitted other networks", async () => {
    const receiver = await listen();
    await safeFetch(receiver.url, KEPT, open);
    await safeFetch(receiver.url, { ...KEPT, keepFor: "merchant-2" }, open);
    expect(receiver).toMatchObject({ connections: 2, requests: 2 });
    const refused = await safeFetch(receiver.url, { ...KEPT, keepFor: "merchant-3" }, { ...open, allow: [] });
    expect(refused).toMatchObject({ kind: "refused" });
    expect(receiver.requests).toBe(2);
  });

  it("resolve the name again after 30 s, and a forbidden address is refused then", async () => {
    const receiver = await listen();
    const url = `http://hooks.example.com:${receiver.port}/`;
    const asked: string[] = [];
    const guard: Guard = {
      ...open,
      resolve: async (name) => {
        asked.push(name);
        return asked.length > 1 ? ["10.0.0.1"] : ["127.0.0.1"];
      },
    };
    const pass = stopClock();
    for (const ms of [0, 15_000, 16_000]) {
      pass(ms);
      expect(await safeFetch(url, KEPT, guard)).toMatchObject(answered);
    }
    expect(asked).toHaveLength(1);
    expect(await safeFetch(url, KEPT, guard)).toMatchObject({ kind: "refused" });
    expect(receiver).toMatchObject({ connections: 1, requests: 3 });
  });

  it("of 60 KiB, which the receiver reads, share a connection", async () => {
    const receiver = await listen((request, response) => void request.resume().once("end", () => response.end("ok")));
    const large = { ...KEPT, body: "a".repeat(60 * 1024) };
    for (let call = 0; call < 3; call += 1) expect(await safeFetch(receiver.url, large, open)).toMatchObject(answered);
    expect(receiver).toMatchObject({ connections: 1, requests: 3 });
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ["closes it", (_, response) => response.setHeader("Connection", "close").end("ok")],
    ["keeps it for a second", (_, response) => response.setHeader("Keep-Alive", "timeout=1").end("ok")],
    ["sends more than is read", (_, response) => response.end("a".repeat(4 * MAX_BODY_BYTES))],
  ])("have a new connection when the receiver %s", async (_, answer) => {
    const receiver = await listen(answer);
    for (let call = 0; call < 2; call += 1)
      expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "answered", status: 200 });
    expect(receiver).toMatchObject({ connections: 2, requests: 2 });
  });
});

describe("a kept connection", () => {
  it("that is closed without a response is replaced, and the call is made once more", async () => {
    const receiver = await raw((nth, send, close) => (nth === 2 ? close() : send(OK)));
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject(answered);
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({
      ...answered,
      timings: { connectMs: expect.any(Number) },
    });
    expect(receiver).toMatchObject({ connections: 2, requests: 3 });
  });

  it("that is replaced and closed again is a failure", async () => {
    const receiver = await raw((nth, send, close) => (nth > 1 ? close() : send(OK)));
    await safeFetch(receiver.url, KEPT, open);
    const reason = "the connection was closed without an answer";
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "failed", reason });
    expect(receiver).toMatchObject({ connections: 2, requests: 3 });
  });

  it("control: a new connection that is closed without a response is a failure at once", async () => {
    const receiver = await raw((_nth, _send, close) => close());
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "failed" });
    expect(receiver).toMatchObject({ connections: 1, requests: 1 });
  });

  it("that is closed in a response is a failure, and the call is not made again", async () => {
    const receiver = await raw((nth, send, close) => {
      send(nth === 2 ? "HTTP/1.1 200" : OK);
      if (nth === 2) close();
    });
    await safeFetch(receiver.url, KEPT, open);
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "failed" });
    expect(receiver).toMatchObject({ connections: 1, requests: 2 });
  });

  it("that is closed later than 2 s after sending is a failure, and the call is not made again", async () => {
    const pass = stopClock();
    const receiver = await raw((nth, send, close) => {
      if (nth === 1) return send(OK);
      pass(2_000);
      close();
    });
    await safeFetch(receiver.url, KEPT, open);
    const reason = "the connection was closed without an answer";
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "failed", reason });
    expect(receiver).toMatchObject({ connections: 1, requests: 2 });
  });

  it("that is replaced leaves the new one the rest of the call's time", async () => {
    const pass = stopClock();
    const limits = vi.spyOn(globalThis, "setTimeout");
    const receiver = await raw((nth, send, close) => {
      if (nth === 1) return send(OK);
      if (nth === 2) {
        limits.mockClear();
        pass(1_000);
      }
      close();
    });
    const patient: SafeRequest = { ...KEPT, connectTimeoutMs: 15_000 };
    await safeFetch(receiver.url, patient, open);
    expect(await safeFetch(receiver.url, patient, open)).toMatchObject({ kind: "failed" });
    expect(Math.max(...limits.mock.calls.map(([, ms]) => ms ?? 0))).toBe(14_000);
  });

  it("that sends a response without a request is closed, and no call takes it", async () => {
    let sendMore = () => {};
    const receiver = await raw((nth, send) => {
      send(nth === 1 ? OK : OK.replace("200", "503"));
      sendMore = () => send(OK);
    });
    await safeFetch(receiver.url, KEPT, open);
    sendMore();
    await until(() => receiver.open === 0);
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "answered", status: 503 });
    expect(receiver).toMatchObject({ connections: 2, requests: 2 });
  });

  it("that sends two responses at once is closed, and no call takes the second", async () => {
    const receiver = await raw((nth, send) => send(nth === 1 ? OK + OK : OK.replace("200", "503")));
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject(answered);
    expect(await safeFetch(receiver.url, KEPT, open)).toMatchObject({ kind: "answered", status: 503 });
  });
});
