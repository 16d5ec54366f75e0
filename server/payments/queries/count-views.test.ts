import { expect, it } from "vitest";
import { systemCtx } from "../../lib/context";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { writePayments } from "../../test/rows/overview-rows";
import { newException } from "../../test/rows/payment-exceptions";
import { countViews } from "./list-payments";

it("the built-in views of the list have the number of their payments, of one merchant and mode", async () => {
  const [{ merchantId }, { merchantId: other }] = [await newTenant(), await newTenant()];
  for (const id of [merchantId, other])
    await writePayments(id, [
      { age: "1 minute", status: "pending" },
      { age: "2 minutes", status: "pending" },
      { age: "1 minute", status: "pending", initiated: false },
      { age: "2 days" },
      { age: "3 days", amount: 500 },
      { age: "4 days", status: "failed", currency: "GBP" },
      { age: "2 days", test: true },
    ]);
  const sql = "UPDATE payment_requests SET reversed_amount = amount WHERE merchant_id = $1 AND amount = 500";
  await query(sql, [merchantId]);
  const failed = "SELECT id FROM payment_requests WHERE status = 'failed' AND merchant_id = $1";
  const ids = (await query<{ id: string }>(failed, [merchantId])).rows.map(({ id }) => id);
  await newException(ids[0] ?? "");
  const counts = async (of: string, test = false) => {
    const found = await countViews(systemCtx("test"), { merchantId: of, test });
    return Object.entries(found).map(([view, { count, orMore }]) => [view, count, orMore]);
  };
  expect(await counts(merchantId)).toEqual([
    ["all", 6, false],
    ["atBank", 2, false],
    ["needsReview", 1, false],
    ["returned", 1, false],
  ]);
  expect((await counts(other)).map(([, count]) => count)).toEqual([6, 2, 0, 0]);
  expect((await counts(merchantId, true)).map(([, count]) => count)).toEqual([1, 0, 0, 0]);
});
