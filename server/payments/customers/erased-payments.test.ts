import { describe, expect, it } from "vitest";
import { answer, workDone } from "../../test/banks/payment-stories";
import { approveAtBank, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock, query } from "../../test/database";
import { eraseCustomer } from "./erase-customer";

// What banks report of payments whose customer has been erased.

const uk = ukStoryOfThisFile();
const { story } = uk;

const of = (id: string) => ({ customer: { id, name: "Jane Doe", email: "jane@shop.example" } });

function erase(customerId: string) {
  const { merchantId } = story.tenant;
  const actor = { kind: "user", id: null } as const;
  const ctx = {
    caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false },
    requestId: "test",
    ip: null,
  } as const;
  return eraseCustomer(ctx, { merchantId, test: true, key: `id:${customerId}` });
}

type Kept = { state: string; payer: boolean; bytes: boolean; browser: boolean };

/** What is kept of a payment's attempts, oldest first. */
const keptOf = (id: string) =>
  query(async (client) => {
    const sql = `SELECT state, debtor_sealed IS NOT NULL AS payer,
        COALESCE(initiation_body, submission_body) IS NOT NULL AS bytes, psu_context->>'ip' IS NOT NULL AS browser
      FROM payment_attempts WHERE payment_request_id = $1 ORDER BY created_at, id`;
    return (await client.query<Kept>(sql, [id])).rows;
  });

describe("the payer of an erased customer", () => {
  it("is not stored again by a later status of the paid attempt", async () => {
    const { token, id } = await story.newPayment({}, of("C-1"));
    await answer((await story.press(token)).data.redirect_url, "approve");
    await moveClock("1 minute");
    await workDone();
    expect(await keptOf(id)).toEqual([{ state: "EXECUTED", payer: true, bytes: true, browser: true }]);
    expect(await erase("C-1")).toEqual({ erased: 1 });
    const before = story.bank.exchanges.length;
    await moveClock("2 hours");
    await workDone();
    expect(story.bank.exchanges.length).toBeGreaterThan(before);
    expect(await keptOf(id)).toEqual([{ state: "EXECUTED", payer: false, bytes: false, browser: false }]);
  });

  it("is erased with the bytes of a submitted payment", async () => {
    const { token, id } = await uk.newPayment({}, of("C-2"));
    await comeBack(await approveAtBank((await uk.press(token)).data.redirect_url));
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await erase("C-2")).toEqual({ erased: 1 });
    await moveClock("2 hours");
    await workDone();
    expect(await keptOf(id)).toMatchObject([{ payer: false, bytes: false, browser: false }]);
  });
});
