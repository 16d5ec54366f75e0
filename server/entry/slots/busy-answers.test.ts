import { afterEach, expect, it } from "vitest";
import { exchange } from "../../test/raw-bytes";
import { type Entry, startEntry } from "../entry-server";
import { SLOT_LIMITS } from "./slot-limits";

const entries: Entry[] = [];
afterEach(async () => {
  for (const entry of entries.splice(0)) await entry.drain(0);
});

/** The raw answer of an entry that has `address` slots for an address, and no queue. */
async function answerTo(target: string, address: number): Promise<string> {
  const slots = { ...SLOT_LIMITS, address, queue: { own: 0, all: 0 } };
  const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null }, slots };
  const serve = (_: unknown, response: { end(text: string): void }) => response.end("served");
  const entry = await startEntry(options, { api: serve, page: serve, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  return exchange(entry.port, `GET ${target} HTTP/1.1\r\nHost: pay.example.com\r\nConnection: close\r\n\r\n`);
}

it.each([
  "/api/v1/banks/top",
  "http://pay.example.com/api/v1/banks/top",
  "/api%2Fv1/banks/top",
  "/api",
  "/openapi.json",
  "/v1/banks/top",
])("a busy caller gets the API's envelope with a request id at %s", async (target) => {
  const answer = await answerTo(target, 0);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/\r\nX-Request-Id: [^\r]+\r\n/i);
  expect(answer).toContain('"code":"SERVICE_UNAVAILABLE"');
});

it.each(["/console", "/api/trpc/webhooks.list", "/simbank/authorise"])(
  "a busy caller gets plain text at %s",
  async (target) => {
    const answer = await answerTo(target, 0);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nContent-Type: text\/plain/i);
    expect(answer).not.toMatch(/X-Request-Id|SERVICE_UNAVAILABLE/i);
  },
);

it("control: with a slot the same request is served", async () => {
  expect(await answerTo("/api%2Fv1/banks/top", 1)).toMatch(/^HTTP\/1\.1 200 .*served/s);
});
