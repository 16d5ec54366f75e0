import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { rememberCaller } from "../../lib/known-callers";
import { exchange } from "../../test/raw-bytes";
import { until } from "../../test/until";
import { type Entry, type EntryOptions, startEntry } from "../entry-server";
import { SLOT_LIMITS } from "./slot-limits";

const MIB = 1024 * 1024;
const TOKEN_PATH = "/api/v1/oauth2/token";
const EXPORT_PATH = "/console/payments/export.csv";
const entries: Entry[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const entry of entries.splice(0)) await entry.drain(0);
});

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An entry on which each request that reaches its handler is noted in `begun`. */
async function serve(handle: Handle, more: Partial<EntryOptions> = {}) {
  const begun: string[] = [];
  const rules = { hosts: null, simbankHost: null };
  const options = { port: 0, hosts: ["127.0.0.1"], rules, ...more };
  const noted: Handle = (request, response) => {
    begun.push(request.url ?? "");
    return handle(request, response);
  };
  const entry = await startEntry(options, { api: noted, page: noted, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  return { port: entry.port, begun, counts: entry.counts };
}

/** Sends bytes on a connection of its own, of whose answer nothing is read. */
async function send(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  socket.pause();
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

const get = (path: string, fields = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const post = (path: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`;

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A body that was read from cannot become a Request's.
  if (Readable.isDisturbed(request)) return void response.end("disturbed");
  let body = "";
  for await (const part of request) body += String(part);
  response.end(`${body.length} ${body.slice(-5)}`);
}

describe("callers that send slowly", () => {
  it.each([8, 64])(
    "%s bodies that never end hold no slot: another request of the address is answered",
    async (count) => {
      const { port, begun } = await serve(echo);
      for (let n = 0; n < count; n++) await send(port, post(TOKEN_PATH, 100, "{"));
      expect(await exchange(port, post(TOKEN_PATH, 2, "{}"))).toMatch(/2 \{\}$/);
      expect(begun).toEqual([TOKEN_PATH]);
    },
  );

  it.each([
    ["in one part", 1],
    ["in parts", 7],
    ["byte by byte", 200],
  ])("a body that comes %s reaches the handler whole", async (_how, parts) => {
    const { port } = await serve(echo);
    const body = `${"x".repeat(195)}12345`;
    const answer = exchange(port, async (socket) => {
      socket.write(post(TOKEN_PATH, body.length, ""));
      const size = Math.ceil(body.length / parts);
      for (let at = 0; at < body.length; at += size) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        socket.write(body.slice(at, at + size));
      }
    });
    expect(await answer).toMatch(/200 12345$/);
  });

  it("chunked, empty and 256 KiB bodies reach their handlers complete on one connection", async () => {
    const { port } = await serve(echo);
    const chunked = (chunks: string) =>
      `POST /api/v1/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    const long = post("/api/trpc/branding.set", 262_144, `${"x".repeat(262_139)}12345`);
    const said = await exchange(port, chunked("5\r\nabcde\r\n") + chunked("") + long);
    expect(said.match(/\b\d+ (?:abcde|12345|(?=\r\n|HTTP))/g)).toEqual(["5 abcde", "0 ", "262144 12345"]);
  });

  it("a body over an address's byte limit gets 503; another caller's body is accepted", async () => {
    const { port, begun } = await serve(echo, { bodies: { own: 40_000, all: 60_000 } });
    rememberCaller("atok_slow", { owner: "merchant:slow", credential: "credential:slow" });
    for (let n = 0; n < 2; n++) await send(port, post(TOKEN_PATH, 100, "{"));
    await until(async () =>
      /^HTTP\/1\.1 503 .*Retry-After: 1/is.test(await exchange(port, post(TOKEN_PATH, 100, "{"))),
    );
    const known = post(TOKEN_PATH, 9, "").replace("\r\n\r\n", "\r\nAuthorization: Bearer atok_slow\r\n\r\n");
    const said = exchange(port, (socket) => {
      socket.write(known);
      setTimeout(() => socket.write("123456789"), 20);
    });
    expect(await said).toMatch(/9 56789$/);
    expect(begun).toEqual([TOKEN_PATH]);
  });
});

describe("callers that do not read the response", () => {
  it("release their slot once the response is complete", async () => {
    const answer = Buffer.alloc(32 * MIB);
    const { port, begun } = await serve((request, response) => response.end(request.url === "/large" ? answer : "ok"));
    for (let n = 0; n < 8; n++) await send(port, get("/large"));
    await until(() => begun.length === 8);
    expect(await exchange(port, get("/small", "Connection: close\r\n"))).toMatch(/ok$/);
  });

  it("hold neither a slot nor an export slot while their response is blocked, and get all of it when they read again", async () => {
    let whole = 0;
    const { port, begun } = await serve(async (_, response) => {
      for (let n = 0; n < 32; n++) if (!response.write(Buffer.alloc(MIB))) await once(response, "drain");
      response.end("end");
      whole += 1;
    });
    const readers = [];
    for (let n = 0; n < 9; n++) readers.push(await send(port, get(EXPORT_PATH, "Connection: close\r\n")));
    await until(() => begun.length === 9);
    expect(whole).toBe(0);
    for (const reader of readers) reader.resume();
    await until(() => whole === 9);
  });

  it("lose their connection after stalledMs; a connection that waits for a slow handler stays open", async () => {
    let finish: () => void = () => undefined;
    const closed: unknown[] = [];
    const { port } = await serve(
      (request, response) => {
        response.once("close", () => closed.push(request.url));
        if (request.url === "/large") return response.end(Buffer.alloc(32 * MIB));
        finish = () => response.end("made");
        return undefined;
      },
      { patience: { stalledMs: 500 } },
    );
    const waiting = exchange(port, get("/waits", "Connection: close\r\n"));
    await send(port, get("/large"));
    await until(() => closed.length === 1);
    expect(closed).toEqual(["/large"]);
    finish();
    expect(await waiting).toMatch(/made$/);
  });
});

describe("callers that disconnect", () => {
  const slots = { ...SLOT_LIMITS, address: 1 };

  it("hold their slot until their work has ended", async () => {
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let closed = 0;
    const { port, begun } = await serve(
      (request, response) => {
        response.once("close", () => (closed += 1));
        return request.url === "/long" ? work : response.end("ok");
      },
      { slots },
    );
    const caller = await send(port, get("/long"));
    await until(() => begun.length === 1);
    caller.destroy();
    await until(() => closed === 1);
    const next = exchange(port, get("/next", "Connection: close\r\n"));
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(begun).toEqual(["/long"]);
    finish();
    expect(await next).toMatch(/ok$/);
  });

  it("hold it at most abandonedMs if their work does not end", async () => {
    const { port, begun } = await serve(
      (request, response) => (request.url === "/long" ? new Promise(() => undefined) : response.end("ok")),
      { slots, patience: { abandonedMs: 50 } },
    );
    const caller = await send(port, get("/long"));
    await until(() => begun.length === 1);
    caller.destroy();
    expect(await exchange(port, get("/next", "Connection: close\r\n"))).toMatch(/ok$/);
  });

  const afterwards: Handle = async (request, response) => {
    await until(() => request.socket.destroyed);
    response.end("late");
  };
  const untilClosed: Handle = (_, response) => once(response, "close");
  const never: Handle = () => new Promise(() => undefined);
  const unarrived = post(TOKEN_PATH, 100, "{");

  it.each<[string, Handle, string]>([
    ["whose answers come later", afterwards, ""],
    ["whose handlers wait for the close", untilClosed, ""],
    ["whose handlers never end", never, ""],
    ["whose last body has not arrived", untilClosed, unarrived],
    ["whose last bytes are no HTTP", untilClosed, "no HTTP\r\n\r\n"],
  ])("on 5 pipelines of 20 requests %s hold nothing afterwards", async (_what, handle, last) => {
    const first: Handle = (request, response) =>
      request.url === "/next" ? response.end("ok") : handle(request, response);
    const { port, begun, counts } = await serve(first, { patience: { abandonedMs: 50 } });
    const callers = [];
    for (let n = 0; n < 5; n++) callers.push(await send(port, get("/docs?x=1").repeat(20) + last));
    await until(() => counts().open >= 100 && begun.length >= 8);
    expect(counts().bodyBytes > 0).toBe(last === unarrived);
    for (const caller of callers) caller.destroy();
    await until(() => Object.values(counts()).every((count) => count === 0));
    expect(await exchange(port, get("/next", "Connection: close\r\n"))).toMatch(/ok$/);
    expect(counts()).toEqual({ held: 0, queued: 0, open: 0, bodyBytes: 0 });
  });
});
