import { createServer } from "node:http";
import { expect, it } from "vitest";
import { onLoopbackInTest } from "../../test/processes/loopback-in-test";
import { PUBLIC_LOOPBACK } from "../../test/webhooks/loopback-receivers";
import type { Guard } from "./check-url";
import { safeFetch } from "./safe-fetch";

const guard: Guard = {
  allow: [PUBLIC_LOOPBACK],
  resolve: async () => ["127.0.0.1"],
};

/** A receiver that records the chunks of a body; it answers at the end, or at once. */
async function listen(answerAt: "end" | "head") {
  const seen = { pieces: [] as Buffer[], length: "", url: "" };
  const server = createServer((request, response) => {
    seen.length = request.headers["content-length"] ?? "";
    if (answerAt === "head") response.writeHead(400).end();
    request.on("data", (piece: Buffer) => seen.pieces.push(piece));
    request.on("end", () => response.end());
  });
  seen.url = `${(await onLoopbackInTest(server)).origin}/`;
  return seen;
}

const body = JSON.stringify({ note: "Zażółć gęślą jaźń, 支払い".repeat(4) });
const call = { method: "POST", headers: {}, body } as const;

it("a body sent over time arrives in pieces, complete and with its length", async () => {
  const seen = await listen("end");
  expect(await safeFetch(seen.url, { ...call, bodyOverMs: 300 }, guard)).toMatchObject({ status: 200 });
  expect(seen.pieces.length).toBeGreaterThan(1);
  expect(Buffer.concat(seen.pieces).toString()).toBe(body);
  expect(seen.length).toBe(String(Buffer.byteLength(body)));
});

it("a body shorter than the number of pieces arrives complete", async () => {
  const seen = await listen("end");
  expect(await safeFetch(seen.url, { ...call, body: "{}", bodyOverMs: 50 }, guard)).toMatchObject({ status: 200 });
  expect(Buffer.concat(seen.pieces).toString()).toBe("{}");
});

it("a response before the end of the body is returned, and stops the sending", async () => {
  const seen = await listen("head");
  expect(await safeFetch(seen.url, { ...call, bodyOverMs: 500 }, guard)).toMatchObject({ status: 400 });
  expect(Buffer.concat(seen.pieces).length).toBeLessThan(body.length);
});
