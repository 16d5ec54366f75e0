import { createServer } from "node:net";
import { expect, it } from "vitest";
import { query } from "../../test/database";
import { onLoopbackInTest } from "../../test/processes/loopback-in-test";
import { ctx } from "../../test/rows/fixtures";
import { runDue } from "../../test/rows/webhook-events";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { sendTestEvent } from "../tools/send-test-event";
import { readDelivery } from "./read-delivery";

openLoopback();
const shops = shopsOfEachTest();
const listening = () => onLoopbackInTest(createServer((socket) => socket.destroy()));

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
  const open = await triedAt((await listening()).port);
  const closed = await listening();
  await closed.close();
  const shut = await triedAt(closed.port);
  expect(open.merchant).toEqual(shut.merchant);
  expect(open.merchant).toMatchObject({ error: "no connection", timings: null, remoteAddress: null });
  expect([open.operator, shut.operator]).toEqual(["ECONNRESET 127.0.0.1", "ECONNREFUSED 127.0.0.1"]);
});
