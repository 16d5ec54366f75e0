import { describe, expect, it } from "vitest";
import type { Ctx } from "../lib/context";
import { newId } from "../lib/ids";
import { createMerchant } from "../merchants/create-merchant";
import { newPerson } from "../test/account-access";
import { ctx } from "../test/fixtures";
import { storyOfThisFile } from "../test/payment-stories";
import { attemptOf, newEntry, taken } from "../test/statements";
import { listMovements, sumUnplaced } from "./list-movements";
import { dismissEntry, matchEntry } from "./resolve-entry";

const story = storyOfThisFile();
const PAGE = { limit: 10 };
const NONE = { count: 0, orMore: false };
const NONES = { payment: NONE, returned: NONE, unplaced: NONE, set_aside: NONE, other: NONE };
const ONE = { count: 1, orMore: false };

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
    const { items, counts, older, newer } = await listMovements(attended, { merchantId, ...PAGE });
    expect(counts).toEqual({ ...NONES, payment: ONE, unplaced: ONE, other: ONE });
    expect([older, newer]).toEqual([null, null]);
    expect(items).toMatchObject([
      { state: "matched", paymentId: id, paymentReference: "Order 3451", simulated: true, bankName: "Riverbank" },
      { state: "unmatched", problem: "no_payment", paymentId: null, remittance: "Nobody's" },
      { state: "other", direction: "debit", paymentId: null },
    ]);
    expect(JSON.stringify(items, (_key, value) => (typeof value === "bigint" ? `${value}` : value))).not.toMatch(
      /[A-Z]{2}\d{20}/,
    );
    const first = await listMovements(attended, { merchantId, limit: 2 });
    const second = await listMovements(attended, { merchantId, limit: 2, cursor: first.older ?? "" });
    expect(second.items.map(({ remittance }) => remittance)).toEqual(["Rent"]);
    expect(second.older).toBeNull();
    const back = await listMovements(attended, { merchantId, limit: 2, cursor: second.newer ?? "" });
    expect(back).toEqual(first);
    const unplaced = await listMovements(attended, { merchantId, kind: "unplaced", ...PAGE });
    expect(unplaced.items.map(({ remittance }) => remittance)).toEqual(["Nobody's"]);
    expect(await sumUnplaced(attended, { merchantId })).toEqual([{ currency: "EUR", count: 1, amountMinor: 2550n }]);
    const live = await listMovements(attended, { merchantId, test: false, ...PAGE });
    expect([live.items, live.counts]).toEqual([[], NONES]);
    expect(await sumUnplaced(attended, { merchantId, test: false })).toEqual([]);

    const other = await newPerson((await createMerchant(ctx, { brandName: "Another" })).id);
    expect((await listMovements(other.attended, PAGE)).items).toEqual([]);
    const foreign = listMovements(other.attended, { merchantId, ...PAGE });
    await expect(foreign).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});

describe("whose money a movement is", () => {
  const decider = (attended: boolean, kind: "admin" | "merchant"): Ctx => {
    const actor = { kind: "user", id: newId(), ...(attended ? { attended: true as const } : {}) } as const;
    const common = { actor, scopes: [], testOnly: false };
    const { merchantId } = story.tenant;
    return { ...ctx, caller: kind === "admin" ? { kind, ...common } : { kind, merchantId, ...common } };
  };

  it("a person of the operator's decides in the Console; no merchant does, and no token", async () => {
    const { id, token } = await story.newPayment();
    await story.press(token);
    const { accountId } = await attemptOf(id);
    const entry = await taken(newEntry(accountId, { remittance: "Nobody's either" }));
    const decided = { id: entry.id, note: "The payer called" };
    for (const refused of [decider(true, "merchant"), decider(false, "admin")]) {
      await expect(dismissEntry(refused, decided)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await matchEntry(decider(true, "admin"), { ...decided, payment: id });
    const { merchantId } = story.tenant;
    const { attended } = await newPerson(merchantId);
    const { items } = await listMovements(attended, { merchantId, ...PAGE });
    expect(items.find((movement) => movement.id === entry.id)).toMatchObject({
      state: "matched",
      paymentId: id,
      note: "The payer called",
    });
  });
});
