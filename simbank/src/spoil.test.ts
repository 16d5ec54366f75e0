import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, it, vi } from "vitest";
import { sendRequest } from "../../server/lib/net/http-client";
import { onLoopback } from "../../server/test/processes/on-loopback";
import { spoil } from "./spoil";

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function answered(answer: () => Promise<Response>) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const bank = await onLoopback(createServer(getRequestListener(answer)));
  close = bank.close;
  const deadlineMs = 5_000;
  return sendRequest({ method: "POST", url: bank.origin, headers: {}, body: "{}", deadlineMs });
}

it("a lost answer without access to the connection: its body breaks off", async () => {
  expect(await answered(() => spoil(Response.json({ paymentId: "1" }, { status: 201 }), "lost"))).toMatchObject({
    kind: "unknown",
  });
});

it("an unspoilt answer arrives unchanged", async () => {
  const result = await answered(() => spoil(Response.json({ paymentId: "1" }, { status: 201 }), null));
  expect(result).toMatchObject({ kind: "answered", answer: { status: 201, body: '{"paymentId":"1"}' } });
});
