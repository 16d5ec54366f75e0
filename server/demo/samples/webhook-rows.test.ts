import { expect, it } from "vitest";
import { newHexSecret } from "../../lib/crypto";
import { webhookRows } from "./webhook-rows";

it("ids of sample events are in the order of their times, in which events of one transaction are listed", () => {
  const shop = { merchantId: "m", url: "http://127.0.0.1:3001/webhooks", secret: newHexSecret("whsec_") };
  const now = new Date("2026-11-20T10:00:00.000Z");
  const events = Array.from({ length: 50 }, (_, n) => ({
    merchantId: "m",
    subjectId: `payment ${n}`,
    sequence: 1,
    type: "payment_request.pending",
    at: new Date(now.getTime() - (50 - n) * 1000),
    object: {},
  }));
  const ids = webhookRows(events, shop, now).events.map((row) => String(row["id"]));
  expect(ids).toEqual([...ids].sort());
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  );
});
