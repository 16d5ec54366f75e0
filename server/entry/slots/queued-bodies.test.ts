import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { rememberCaller } from "../../lib/known-callers";
import { exchange } from "../../test/raw-bytes";
import { until } from "../../test/until";
import { type Entry, type EntryOptions, startEntry } from "../entry-server";
import { SLOT_LIMITS } from "./slot-limits";

const KIB = 1024;
const TOKEN_PATH = "/api/v1/oauth2/token";
const ONE_SLOT = { ...SLOT_LIMITS, all: 1 };
const OK = /^HTTP\/1\.1 200 .*\d$/s;
const BUSY = /^HTTP\/1\.1 503 .*Retry-After: 1/is;

const entries: Entry[] = [];
afterEach(() => Promise.all(entries.splice(0).map((entry) => entry.drain(0))));

/** An entry whose requests are answered from `open` on, with the length of their bodies. */
async function serve(more: Partial<EntryOptions> = {}) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    await opened;
    let length = 0;
    for await (const part of request) length += (part as Buffer).length;
    response.end(String(length));
  };
  const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null }, ...more };
  const entry = await startEntry(options, { api: handle, page: handle, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  const queued = (count: number) => until(() => entry.counts().queued === count);
  return { ...entry, open, queued };
}

/** The last address counts as the caller's: the test's own is a proxy's. */
const request = (fields: string, length: number, method = "POST", path = TOKEN_PATH) =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${fields}\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
const from = (address: string) => `X-Forwarded-For: ${address}`;

it("bodies of an owner's queued requests over its limit get 503, and a body with a slot counts no more", async () => {
  const entry = await serve({ slots: ONE_SLOT, bodies: { own: 32 * KIB, all: 64 * KIB } });
  const send = () => exchange(entry.port, request(from("192.0.2.1"), 15 * KIB));
  const answers = [send()];
  await until(() => entry.counts().held === 1);
  for (const count of [1, 2]) {
    answers.push(send());
    await entry.queued(count);
  }
  expect(entry.counts()).toEqual({ held: 1, queued: 2, open: 3, bodyBytes: 30 * KIB });
  expect(await send()).toMatch(BUSY);
  entry.open();
  for (const answer of answers) expect(await answer).toMatch(OK);
  expect(entry.counts()).toMatchObject({ held: 0, queued: 0, bodyBytes: 0 });
});

it("over the limit of all, the owner with the most bytes loses its newest queued requests, and another is queued", async () => {
  const entry = await serve({ slots: ONE_SLOT, bodies: { own: 64 * KIB, all: 50 * KIB } });
  const first = exchange(entry.port, request(from("192.0.2.9"), 1));
  await until(() => entry.counts().held === 1);
  const flood = [];
  for (const [index, length] of [15 * KIB, 15 * KIB, 15 * KIB, 1].entries()) {
    flood.push(exchange(entry.port, request(from("192.0.2.1"), length)));
    await entry.queued(index + 1);
  }
  const other = exchange(entry.port, request(from("192.0.2.2"), 15 * KIB));
  // The last one, of one byte, makes no room.
  for (const answer of [flood[3], flood[2]]) expect(await answer).toMatch(BUSY);
  await entry.queued(3);
  entry.open();
  for (const answer of [first, flood[0], flood[1], other]) expect(await answer).toMatch(OK);
});

it("a queued body that no handler reads counts, and none counts once its caller has closed the connection", async () => {
  const entry = await serve({ slots: ONE_SLOT });
  const callers = [TOKEN_PATH, "/api/v1/banks/top"].map((path, nth) => {
    const socket = connect(entry.port, "127.0.0.1").on("error", () => undefined);
    socket.write(request(from("192.0.2.1"), 40 * KIB, nth === 0 ? "POST" : "GET", path));
    return socket;
  });
  await until(() => entry.counts().held + entry.counts().queued === 2);
  expect(entry.counts().bodyBytes).toBe(40 * KIB);
  for (const socket of callers) socket.destroy();
  await until(() => entry.counts().queued === 0);
  expect(entry.counts().bodyBytes).toBe(0);
});

it("a merchant's burst that fills its slots and its queue with bodies of 16 KiB is answered", async () => {
  const entry = await serve();
  rememberCaller("atok_burst", { owner: "merchant:burst", credential: "credential:burst" });
  const count = SLOT_LIMITS.credential + SLOT_LIMITS.queue.own;
  const call = request("Authorization: Bearer atok_burst", 16 * KIB);
  const answers = Array.from({ length: count }, () => exchange(entry.port, call));
  await entry.queued(SLOT_LIMITS.queue.own);
  entry.open();
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(OK);
});
