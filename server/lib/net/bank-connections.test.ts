import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { onLoopback } from "../../test/processes/on-loopback";
import { type ClientTls, sendRequest } from "./http-client";

const DEADLINE_MS = 5_000;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Served = { method: string; connection: number; subject: string };
type Bank = { url: string; served: Served[]; open: Set<Socket>; breakNext: boolean | "and-stop" };

/**
 * Records each request with its connection, numbered from 1; with `breakNext` it closes the connection unanswered, and with
 * "and-stop" it refuses every further one.
 */
async function startBank(secure?: https.ServerOptions): Promise<Bank> {
  const bank: Bank = { url: "", served: [], open: new Set(), breakNext: false };
  const numbers = new Map<Socket, number>();
  const listener: http.RequestListener = (request, response) => {
    const { socket, method = "" } = request;
    if (!numbers.has(socket)) numbers.set(socket, numbers.size + 1);
    const peer = "getPeerCertificate" in socket ? (socket as TLSSocket).getPeerCertificate() : null;
    bank.served.push({ method, connection: numbers.get(socket) ?? 0, subject: String(peer?.subject?.CN ?? "") });
    if (bank.breakNext) {
      if (bank.breakNext === "and-stop") server.close();
      bank.breakNext = false;
      return void socket.destroy();
    }
    request.resume().on("end", () => response.end("in"));
  };
  const server = secure ? https.createServer(secure, listener) : http.createServer(listener);
  server.on(secure ? "secureConnection" : "connection", (socket: Socket) => {
    bank.open.add(socket);
    socket.once("close", () => bank.open.delete(socket));
  });
  const { origin, close } = await onLoopback(server);
  closers.push(close);
  bank.url = `${origin}/`;
  return bank;
}

const read = (url: string, tls?: ClientTls) =>
  sendRequest({
    method: "GET",
    url,
    headers: {},
    deadlineMs: DEADLINE_MS,
    isRepeatable: true,
    ...(tls ? { tls } : {}),
  });
const move = (url: string) => sendRequest({ method: "POST", url, headers: {}, body: "order", deadlineMs: DEADLINE_MS });
const connectionsOf = ({ served }: Bank) => served.map(({ connection }) => connection);

it("calls that move nothing share a connection, and each of the others has its own", async () => {
  const bank = await startBank();
  for (const call of [read, read, move, read, move]) expect((await call(bank.url)).kind).toBe("answered");
  expect(connectionsOf(bank)).toEqual([1, 1, 2, 1, 3]);
});

it("a read whose kept connection the bank closes is sent once more, on a new connection", async () => {
  const bank = await startBank();
  await read(bank.url);
  bank.breakNext = true;
  expect((await read(bank.url)).kind).toBe("answered");
  expect(connectionsOf(bank)).toEqual([1, 1, 2]);
});

it("a read whose kept connection the bank closes, and whose new one it refuses, may have arrived: its outcome is unknown", async () => {
  const bank = await startBank();
  await read(bank.url);
  bank.breakNext = "and-stop";
  expect(await read(bank.url)).toEqual({ kind: "unknown", detail: expect.stringContaining("ECONNREFUSED") });
  expect(connectionsOf(bank)).toEqual([1, 1]);
  expect((await read(bank.url)).kind).toBe("not-sent");
});

it("a read whose new connection the bank closes is not sent again", async () => {
  const bank = await startBank();
  bank.breakNext = true;
  expect((await read(bank.url)).kind).toBe("unknown");
  expect(connectionsOf(bank)).toEqual([1]);
});

it("control: a call that moves money is sent once, whatever connections are kept, and its outcome is unknown", async () => {
  const bank = await startBank();
  await read(bank.url);
  bank.breakNext = true;
  expect((await move(bank.url)).kind).toBe("unknown");
  expect(connectionsOf(bank)).toEqual([1, 2]);
});

it("a kept connection that the bank has closed between two calls is replaced, and the read is sent once", async () => {
  const bank = await startBank();
  await read(bank.url);
  for (const socket of bank.open) socket.destroy();
  // Until the close has arrived here.
  while (bank.open.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await read(bank.url)).kind).toBe("answered");
  expect(connectionsOf(bank)).toEqual([1, 2]);
});

it("keeps four connections to a bank at most", async () => {
  const bank = await startBank();
  const answers = await Promise.all(Array.from({ length: 7 }, () => read(bank.url)));
  expect(answers.every(({ kind }) => kind === "answered")).toBe(true);
  expect(new Set(connectionsOf(bank)).size).toBe(7);
  while (bank.open.size > 4) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(bank.open.size).toBe(4);
});

describe.runIf(hasOpenssl())("mutual TLS", () => {
  it("a kept connection serves calls with its own certificate and authority only", async () => {
    const authority = newAuthority("Bank CA");
    const stranger = newAuthority("Stranger CA");
    closers.push(authority.close, stranger.close);
    const [first, second] = [authority.issue("First client"), authority.issue("Second client")];
    const server = { ...authority.issue("bank"), ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    const bank = await startBank(server);
    const ca = authority.cert;
    for (const own of [first, second, first, second])
      expect((await read(bank.url, { ...own, ca })).kind).toBe("answered");
    expect(bank.served.map(({ subject, connection }) => `${connection} ${subject}`)).toEqual([
      "1 First client",
      "2 Second client",
      "1 First client",
      "2 Second client",
    ]);
    // The same certificate, but the bank's is not trusted: the kept connection must not be used.
    expect((await read(bank.url, { ...first, ca: stranger.cert })).kind).toBe("not-sent");
    expect((await read(bank.url)).kind).not.toBe("answered");
    expect(bank.served).toHaveLength(4);
  });
});
