import { expect, it } from "vitest";
import { systemCtx } from "../../lib/context";
import { newTenant } from "../../test/rows/fixtures";
import { writePayments } from "../../test/rows/overview-rows";
import { readOverview } from "./read-overview";

type More = { currency?: string; test?: boolean };
const overview = (merchantId: string, days: number, more: More = {}) =>
  readOverview(systemCtx("test"), {
    merchantId,
    days,
    until: null,
    comparison: "previous",
    test: false,
    currency: null,
    timeZone: "Europe/Lisbon",
    ...more,
  });

it("the overview has each bank's payments, conversion and time to approval, the bank with most payments first", async () => {
  const { merchantId: shop } = await newTenant();
  await writePayments(shop, [
    { age: "1 day", bank: "ING", seconds: 20 },
    { age: "2 days", bank: "ING", seconds: 60 },
    { age: "2 days", bank: "ING", status: "failed" },
    { age: "2 days", bank: "ING", status: "pending" },
    { age: "3 days", bank: "N26", status: "failed" },
    // No bank had it, and others are of another period, currency or mode.
    { age: "3 days", bank: "N26", status: "expired", initiated: false },
    { age: "20 days", bank: "N26" },
    { age: "2 days", bank: "N26", currency: "GBP" },
    { age: "2 days", bank: "N26", test: true },
  ]);
  const banksOf = async (more: More) =>
    (await overview(shop, 14, more)).figures?.banks.map(({ bankId: _, ...bank }) => bank);
  expect(await banksOf({})).toEqual([
    { bankName: "ING", initiated: 4, medianS: 20, share: 2 / 3 },
    { bankName: "N26", initiated: 1, medianS: null, share: 0 },
  ]);
  expect(await banksOf({ currency: "GBP" })).toEqual([{ bankName: "N26", initiated: 1, medianS: null, share: 1 }]);
  expect(await banksOf({ test: true })).toEqual([{ bankName: "N26", initiated: 1, medianS: null, share: 1 }]);
  const { merchantId: other } = await newTenant();
  await writePayments(other, [{ age: "2 days", initiated: false, status: "expired" }]);
  expect((await overview(other, 14)).figures?.banks).toEqual([]);
});
