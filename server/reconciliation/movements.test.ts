import { describe, expect, it } from "vitest";
import { createMerchant } from "../merchants/create-merchant";
import { newPerson } from "../test/account-access";
import { ctx } from "../test/fixtures";
import { storyOfThisFile } from "../test/payment-stories";
import { attemptOf, newEntry, taken } from "../test/statements";
import { listMovements } from "./list-movements";

const story = storyOfThisFile();
const page = (number: number, limit = 10) => ({ page: number, limit });

describe("a merchant's movements", () => {
  it("are its own alone, newest first, in pages, with the payment or the reason", async () => {
    const { merchantId } = story.tenant;
    const { attended } = await newPerson(merchantId);
    const { id, token } = await story.newPayment();
    await story.press(token);
    const { accountId, endToEndId } = await attemptOf(id);
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    await taken(newEntry(accountId, { remittance: "Nobody's", bookedAt: at(5) }));
    await taken(newEntry(accountId, { endToEndId, bookedAt: at(6) }));
    await taken(newEntry(accountId, { direction: "debit", remittance: "Rent", bookedAt: at(4) }));
    const { items, total } = await listMovements(attended, { merchantId, ...page(1) });
    expect(total).toBe(3);
    expect(items).toMatchObject([
      { state: "matched", paymentId: id, paymentReference: "Order 3451", simulated: true },
      { state: "unmatched", problem: "no_payment", paymentId: null, remittance: "Nobody's" },
      { state: "other", direction: "debit", paymentId: null },
    ]);
    expect(JSON.stringify(items, (_key, value) => (typeof value === "bigint" ? `${value}` : value))).not.toMatch(
      /[A-Z]{2}\d{20}/,
    );
    const second = await listMovements(attended, { merchantId, ...page(2, 2) });
    expect([second.total, second.items.map(({ remittance }) => remittance)]).toEqual([3, ["Rent"]]);

    const other = await newPerson((await createMerchant(ctx, { brandName: "Another" })).id);
    expect(await listMovements(other.attended, page(1))).toEqual({ items: [], total: 0 });
    const foreign = listMovements(other.attended, { merchantId, ...page(1) });
    await expect(foreign).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});
