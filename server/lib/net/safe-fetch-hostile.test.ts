import { once } from "node:events";
import type { Socket } from "node:net";
import { createServer } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { onceBodyIsRead } from "../../test/documents/answer-read";
import { onLoopbackInTest } from "../../test/processes/loopback-in-test";
import { until } from "../../test/until";
import { controlTimers } from "../../test/waits";
import { PUBLIC_LOOPBACK } from "../../test/webhooks/loopback-receivers";
import type { Guard } from "./check-url";
import { MAX_BODY_BYTES, type SafeRequest, safeFetch } from "./safe-fetch";

const open: Guard = {
  allow: [PUBLIC_LOOPBACK],
  resolve: async () => ["127.0.0.1"],
};
const POST: SafeRequest = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"a":1}' };
/** For calls that end by time: the 15 s are over once the request has arrived and is being answered. */
async function fetchUntilTimeIsOver({ url, sent }: Awaited<ReturnType<typeof raw>>, isBegun = () => true) {
  const deadlines = controlTimers((ms) => ms > 1_000);
  try {
    const answer = safeFetch(url, POST, open);
    await until(() => sent() !== "" && isBegun());
    deadlines.pass();
    return await answer;
  } finally {
    deadlines.restore();
  }
}
const DRIP_MS = 20;

const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

/** A receiver that runs `say` once a request arrives. Returns its URL and the received bytes. */
async function raw(say: (socket: Socket) => void): Promise<{ url: string; sent: () => string; written: () => number }> {
  let sent = "";
  let written = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      written += socket.bytesWritten;
    });
    socket.on("data", (chunk: Buffer) => {
      if (sent === "") say(socket);
      sent += chunk.toString();
    });
  });
  const url = `${(await onLoopbackInTest(server)).origin}/hook?x=1`;
  return { url, sent: () => sent, written: () => written };
}

/** Writes endlessly, as fast as it is read. */
function pour(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", more);
  more();
}

function drip(socket: Socket, text: string, first = text): void {
  socket.write(first);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), DRIP_MS);
}

const OK = "HTTP/1.1 200 OK\r\n";
const OUT_OF_TIME = "no answer within 15 s";

describe("an invalid response", () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ["HTTP/0.9", (s) => s.end("<html>hello</html>"), "the answer is not HTTP"],
    ["the greeting of a mail server", (s) => s.write("220 mail.example.com ESMTP\r\n"), "the answer is not HTTP"],
    ["random bytes", (s) => s.end(Buffer.from("16030100020228", "hex")), "the answer is not HTTP"],
    ["a status of letters", (s) => s.end("HTTP/1.1 OK\r\n\r\n"), "the answer is not HTTP"],
    ["two lengths", (s) => s.end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`), "the answer is not HTTP"],
    ["a length of letters", (s) => s.end(`${OK}Content-Length: ten\r\n\r\n`), "the answer is not HTTP"],
    ["a NUL in a header", (s) => s.end(`${OK}X: a\0b\r\n\r\n`), "the answer is not HTTP"],
    ["a header of a megabyte", (s) => pour(s, `${OK}X: ${"a".repeat(1 << 20)}`), "the answer's headers are too large"],
    ["headers without end", (s) => pour(s, `${OK}${"X: a\r\n".repeat(10_000)}`), "the answer's headers are too large"],
    [
      "informational answers without end",
      (s) => pour(s, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(100)),
      "informational answers, and no other",
    ],
    ["a close", (s) => s.destroy(), "the connection was closed without an answer"],
    ["an end", (s) => s.end(), "the connection was closed without an answer"],
    ["a reset", (s) => s.resetAndDestroy(), "the connection was closed without an answer"],
    ["half a head and a close", (s) => s.end(`${OK}X-Half: `), "the connection was closed without an answer"],
    ["silence", () => undefined, OUT_OF_TIME],
    ["a head that drips", (s) => drip(s, "H"), "the answer is not HTTP"],
    ["headers that drip", (s) => drip(s, "X: a\r\n", OK), OUT_OF_TIME],
    ["informational answers alone", (s) => s.write("HTTP/1.1 100 Continue\r\n\r\n"), OUT_OF_TIME],
  ])("fails with its own reason: %s", async (_, say, reason) => {
    const receiver = await raw(say);
    const isLate = reason === OUT_OF_TIME;
    const answer = await (isLate ? fetchUntilTimeIsOver(receiver) : safeFetch(receiver.url, POST, open));
    expect(answer).toMatchObject({ kind: "failed", reason, address: "127.0.0.1", timings: { waitMs: null } });
  });
});

describe("a response with headers", () => {
  it.each<[string, (socket: Socket) => void, number, unknown]>([
    ["a length that promises too much", (s) => s.end(`${OK}Content-Length: 100\r\n\r\nabc`), 200, "abc"],
    ["a length that promises too little", (s) => s.end(`${OK}Content-Length: 2\r\n\r\nabcdef`), 200, "ab"],
    ["a body that ends with the connection", (s) => s.end(`${OK}\r\nabc`), 200, "abc"],
    [
      "a reset in the body",
      (s) => {
        // Not before: a reset would discard received bytes.
        onceBodyIsRead(() => s.resetAndDestroy());
        s.write(`${OK}\r\nabc`);
      },
      200,
      "abc",
    ],
    ["chunks that break off", (s) => s.end(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\n`), 200, "abc"],
    ["a few informational ones before", (s) => s.end(`HTTP/1.1 103 Hi\r\n\r\n${OK}Content-Length: 0\r\n\r\n`), 200, ""],
    ["a change of protocol", (s) => s.write("HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc"), 101, ""],
    ["a second answer behind the first", (s) => s.end(`${OK}Content-Length: 0\r\n\r\n${OK}\r\nabc`), 200, ""],
    ["no content", (s) => s.end("HTTP/1.1 204 No Content\r\n\r\n"), 204, ""],
  ])("is kept with the received part of the body: %s", async (_, say, status, body) => {
    const receiver = await raw(say);
    const answer = await safeFetch(receiver.url, POST, open);
    expect(answer).toMatchObject({ kind: "answered", status, body, timings: { waitMs: expect.any(Number) } });
  });

  it("is kept with the received part of an endless slow body", async () => {
    let readBytes = 0;
    const receiver = await raw((socket) => {
      onceBodyIsRead((body) => body.on("data", (chunk: Buffer) => (readBytes += chunk.length)));
      drip(socket, "a", `${OK}\r\n`);
    });
    const answer = await fetchUntilTimeIsOver(receiver, () => readBytes >= 2);
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: expect.stringMatching(/^a{2,}$/) });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["plain", (s) => pour(s, "a".repeat(65_536))],
    ["in chunks", (s) => pour(s, `10000\r\n${"a".repeat(65_536)}\r\n`)],
  ])("is closed after 8 KiB of an endless body, %s", async (how, say) => {
    const coding = how === "plain" ? "" : "Transfer-Encoding: chunked\r\n";
    const receiver = await raw((socket) => {
      socket.write(`${OK}${coding}\r\n`);
      say(socket);
    });
    const answer = await safeFetch(receiver.url, POST, open);
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: "a".repeat(MAX_BODY_BYTES) });
    await until(() => receiver.written() > 0);
    // At most the buffers of both sides.
    expect(receiver.written()).toBeLessThan(16 * 1024 * 1024);
  });

  it("closes the connection of a receiver that answers the head and reads no more, also one that would be kept", async () => {
    const receiver = await raw((socket) => socket.pause().write(`${OK}Content-Length: 0\r\n\r\n`));
    // More than the buffers of both sides.
    const call = { ...POST, body: "a".repeat(32 * 1024 * 1024), keepFor: "merchant-1" };
    expect(await safeFetch(receiver.url, call, open)).toMatchObject({ kind: "answered", status: 200, body: "" });
    const socket = [...sockets].at(-1) as Socket;
    await once(socket.resume(), "close");
    expect(receiver.sent().length).toBeLessThan(call.body.length);
  });

  it("ends in time with endless chunk extensions", async () => {
    const receiver = await raw((socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      pour(socket, `1;${"e".repeat(65_536)}`);
    });
    expect(await safeFetch(receiver.url, POST, open)).toMatchObject({ kind: "answered", status: 200, body: "" });
  });

  it("keeps a compressed body unchanged", async () => {
    const packed = gzipSync("a".repeat(100_000));
    const receiver = await raw((socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
      socket.end(packed);
    });
    const answer = await safeFetch(receiver.url, POST, open);
    expect(gunzipSync(packed)).toHaveLength(100_000);
    expect(answer).toMatchObject({
      kind: "answered",
      body: new TextDecoder().decode(packed).replaceAll("\0", "\ufffd"),
    });
  });

  it("keeps every value of a header, and headers with the names of an object's own parts", async () => {
    const names = "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n__proto__: x\r\nConstructor: y\r\nRetry-After: 5\r\n";
    const receiver = await raw((socket) => socket.end(`${OK}${names}Content-Length: 0\r\n\r\n`));
    const answer = await safeFetch(receiver.url, POST, open);
    const headers = answer.kind === "answered" ? Object.entries(answer.headers) : [];
    expect(headers).toEqual([
      ["set-cookie", ["a=1", "b=2"]],
      ["__proto__", "x"],
      ["constructor", "y"],
      ["retry-after", "5"],
      ["content-length", "0"],
    ]);
    expect({}).not.toHaveProperty("length");
  });
});

describe("a sent request", () => {
  const answered = (socket: Socket) => socket.end(`${OK}Content-Length: 0\r\n\r\n`);

  it("has the given headers, the body's length in bytes, and no other headers", async () => {
    const receiver = await raw(answered);
    await safeFetch(receiver.url, { ...POST, headers: { "X-Event-Id": "evt_1" }, body: "£" }, open);
    const host = new URL(receiver.url).host;
    const head = ["POST /hook?x=1 HTTP/1.1", "X-Event-Id: evt_1", `Host: ${host}`, "Connection: close"];
    expect(receiver.sent()).toBe([...head, "Content-Length: 2", "", "£"].join("\r\n"));
  });

  it.each(["GET", "HEAD"] as const)("can be a %s without a body", async (method) => {
    const receiver = await raw((s) => s.end(`${OK}Content-Length: 3\r\n\r\n${method === "GET" ? "abc" : ""}`));
    const answer = await safeFetch(receiver.url, { method, headers: {} }, open);
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: method === "GET" ? "abc" : "" });
    expect(receiver.sent()).toMatch(
      new RegExp(`^${method} /hook\\?x=1 HTTP/1[.]1\r\nHost: [^\r]+\r\nConnection: close\r\n\r\n$`),
    );
  });

  it("is not sent with an invalid header", async () => {
    const receiver = await raw(answered);
    const answer = await safeFetch(receiver.url, { ...POST, headers: { "X-A": "b\r\nX-C: d" } }, open);
    expect(answer).toMatchObject({ kind: "failed", reason: "the call could not be made" });
    expect(receiver.sent()).toBe("");
  });
});
