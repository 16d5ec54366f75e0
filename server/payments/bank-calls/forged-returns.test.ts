import { describe, expect, it } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { workDone } from "../../test/banks/payment-stories";
import { approveAtBank, attemptsOf, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock, query } from "../../test/database";
import { MAX_RETURNS } from "./complete-return";

const EXCHANGES = /\/token$/;
const uk = ukStoryOfThisFile();
const { story } = uk;

const header = Buffer.from('{"alg":"none"}').toString("base64url");
const unsigned = (jwt = "") => `${header}.${jwt.split(".")[1]}.`;

async function approved(bank: number) {
  const { id, token } = await uk.newPayment({ payment_reference: "Order 9" });
  const { data } = await uk.press(token, uk.banks[bank]);
  return { id, params: await approveAtBank(data.redirect_url) };
}

const recordedReturns = async (id: string) => {
  const sql = `SELECT 1 FROM bank_calls c JOIN payment_attempts a ON a.id = c.attempt_id
      WHERE a.payment_request_id = $1 AND c.operation = 'complete-return'`;
  return (await query(sql, [id])).rowCount;
};

describe("a forged return, with the payment's own state, from a UK bank", () => {
  it.each<[string, number, (params: Record<string, string>, of: Record<string, string>) => Record<string, string>]>([
    ["an unsigned response", 0, (params) => ({ response: unsigned(params["response"]) })],
    ["an unsigned id_token", 1, (params) => ({ ...params, id_token: unsigned(params["id_token"]) })],
    ["the answer to another payment", 1, (params, of) => ({ ...of, state: params["state"] ?? "" })],
    ["an error that the bank did not send", 1, (params) => ({ state: params["state"] ?? "", error: "invalid_scope" })],
  ])("(%s) is exchanged nowhere, and the bank's own return after it still pays", async (_what, bank, forge) => {
    const [{ id, params }, other] = [await approved(bank), await approved(bank)];
    const before = uk.sent(EXCHANGES);
    await comeBack(forge(params, other.params));
    expect([uk.sent(EXCHANGES) - before, await recordedReturns(id)]).toEqual([0, 0]);
    expect((await attemptsOf(id))[0]).toMatchObject({ state: "AWAITING_AUTH", submissionBlocked: false });
    await comeBack(params);
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
  });
});

describe("returns with invented codes, at a bank whose returns are not signed", () => {
  it(`are exchanged at the bank ${MAX_RETURNS} times at most, and then no more`, async () => {
    const bank = (await listBanks({}, { currency: "EUR" })).find(({ displayName }) => displayName === "Banco Montepio");
    const { id, token } = await story.newPayment();
    const { data } = await story.press(token, bank?.id);
    const state = new URL(data.redirect_url ?? "").searchParams.get("state") ?? "";
    const before = uk.sent(EXCHANGES);
    for (let n = 0; n < MAX_RETURNS + 5; n += 1) await comeBack({ state, code: `invented-${n}` });
    expect([uk.sent(EXCHANGES) - before, await recordedReturns(id)]).toEqual([MAX_RETURNS, MAX_RETURNS]);
  });
});
