import { expect, it } from "vitest";
import { systemCtx } from "../../lib/context";
import { moveToMiddleOf } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { writePayments } from "../../test/rows/overview-rows";
import { readOverview } from "./read-overview";

type Query = Parameters<typeof readOverview>[1];
const USUAL = { until: null, test: false, currency: null, comparison: "previous", timeZone: "Europe/Lisbon" } as const;
const overview = (merchantId: string, days: number, more: Partial<Query> = {}) =>
  readOverview(systemCtx("test"), { merchantId, days, ...USUAL, ...more });

it("the overview is compared with the same days last year, or with nothing", async () => {
  await moveToMiddleOf("day");
  const { merchantId } = await newTenant();
  await writePayments(merchantId, [
    { age: "0 seconds", amount: 2550 },
    { age: "2 days", amount: 1000 },
  ]);
  const now = (await overview(merchantId, 1)).now;
  const ago = new Date(now);
  ago.setUTCFullYear(ago.getUTCFullYear() - 1);
  const days = Math.round((now.getTime() - ago.getTime()) / 86_400_000);
  await writePayments(merchantId, [
    { age: `${days} days`, amount: 300 },
    // Later on that day: today is not over either.
    { age: `${days} days`, amount: 7, after: "2 hours" },
    { age: `${days + 2} days`, amount: 40 },
    { age: `${days + 5} days`, amount: 5 },
  ]);
  const year = (await overview(merchantId, 3, { comparison: "year" })).figures;
  expect(year?.before.received).toEqual({ count: 2, amount: 340n, returned: 0n });
  expect(year?.spans.map(({ before }) => before.amount)).toEqual([40n, 0n, 307n]);
  expect(year?.received.amount).toBe(3550n);
  const none = (await overview(merchantId, 3, { comparison: "none" })).figures;
  expect(none?.before).toEqual({
    received: { count: 0, amount: 0n, returned: 0n },
    success: { share: null, of: 0 },
  });
  expect(none?.received).toEqual(year?.received);
});
