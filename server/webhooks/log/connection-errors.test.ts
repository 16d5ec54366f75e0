import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { runDue } from "../../test/rows/webhook-events";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { sendTestEvent } from "../tools/send-test-event";
import { readDelivery } from "./read-delivery";

openLoopback();
const shops = shopsOfEachTest();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** The errors of an attempt that a merchant and the operator can read. */
async function triedAt(port: number) {
  await shops.pointAt(`https://127.0.0.1:${port}/`);
  const { id } = await sendTestEvent(ctx, { merchantId: shops.merchantId, name: null });
  await runDue();
  const { tries, why } = await readDelivery(ctx, { merchantId: shops.merchantId, id });
  const [one] = tries;
  const { rows } = await query("SELECT detail FROM webhook_delivery_attempts WHERE delivery_id = $1", [id]);
  const merchant = {
    why: why?.replace(String(port), "PORT"),
    error: one?.error,
    timings: one?.timings,
    remoteAddress: one?.remoteAddress,
  };
  return { merchant, operator: String(rows[0]?.detail) };
}

it("a merchant gets the same error for an open and a closed port, the operator the detail", async () => {
  const open = await triedAt(await listening());
  const port = await listening();
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const shut = await triedAt(port);
  expect(open.merchant).toEqual(shut.merchant);
  expect(open.merchant).toMatchObject({ error: "no connection", timings: null, remoteAddress: null });
  expect([open.operator, shut.operator]).toEqual(["ECONNRESET 127.0.0.1", "ECONNREFUSED 127.0.0.1"]);
});
