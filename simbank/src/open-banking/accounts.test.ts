import { beforeAll, describe, expect, it } from "vitest";
import { now } from "../../../server/lib/clock";
import { dataOf, errorsOf, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { answerAtBank, simbankOfThisFile } from "../../../server/test/banks/simbank";
import { type Json, keySetOf, newTpp } from "../../../server/test/banks/tpp";
import { moveClock, moveToMiddleOf, query } from "../../../server/test/database";

const tpp = newTpp();
simbankOfThisFile(async () => Response.json(keySetOf(tpp)));
let bank: ReturnType<typeof ukBank>;
beforeAll(async () => {
  bank = ukBank(tpp, "halifax");
});

const ALL = [
  ...["ReadAccountsDetail", "ReadBalances", "ReadTransactionsDetail"],
  ...["ReadTransactionsCredits", "ReadTransactionsDebits"],
];

const askForAccess = async (Permissions = ALL, more: Json = {}) =>
  bank.call("POST", `${bank.accountInformation}/account-access-consents`, await bank.clientToken("accounts"), {
    body: { Data: { Permissions, ...more }, Risk: {} },
  });

const consentOf = async (id: string, method = "GET") =>
  bank.call(method, `${bank.accountInformation}/account-access-consents/${id}`, await bank.clientToken("accounts"));

/** An access that the account holder has granted, with its tokens. */
async function access(permissions = ALL, more: Json = {}, label = "Everyday account") {
  const id = String(dataOf(await askForAccess(permissions, more))["ConsentId"]);
  const page = (await bank.start(id, { scope: "openid accounts" })).headers.get("location") ?? "";
  const answer = await answerAtBank(new URL(page, bank.issuer).toString(), "approve", label);
  const { code } = await bank.response(answer.headers.get("location") ?? "");
  const { json } = await bank.exchange(code);
  const token = String(json["access_token"]);
  const get = (path: string, signal?: AbortSignal) =>
    bank.call("GET", `${bank.accountInformation}/${path}`, token, signal ? { signal } : {});
  const accounts = () => get("accounts").then((found) => dataOf(found)["Account"] as Json[]);
  return { id, token, refreshToken: String(json["refresh_token"]), get, accounts };
}

describe("an access to accounts", () => {
  it("is requested, approved, used and revoked", async () => {
    const asked = await askForAccess();
    expect([asked.status, dataOf(asked)["Status"]]).toEqual([201, "AwaitingAuthorisation"]);
    const { id, get, accounts } = await access();
    expect(dataOf(await consentOf(id))["Status"]).toBe("Authorised");
    const [account, ...others] = await accounts();
    expect(others).toEqual([]);
    expect(account).toMatchObject({ Currency: "GBP", Nickname: "Everyday account", AccountType: "Personal" });
    const balances = `accounts/${String(account?.["AccountId"])}/balances`;
    expect(dataOf(await get(balances))["Balance"]).toMatchObject([
      { CreditDebitIndicator: "Credit", Type: "InterimAvailable", Amount: { Amount: "1240.10", Currency: "GBP" } },
      { CreditDebitIndicator: "Credit", Type: "InterimBooked", Amount: { Amount: "1240.10", Currency: "GBP" } },
    ]);
    expect((await consentOf(id, "DELETE")).status).toBe(204);
    expect(dataOf(await consentOf(id))["Status"]).toBe("Revoked");
    const after = await get(balances);
    expect([after.status, errorsOf(after)]).toEqual([403, ["UK.OBIE.Resource.InvalidConsentStatus"]]);
    expect((await consentOf(id, "DELETE")).status).toBe(204);
  });

  it("refused by the account holder is rejected", async () => {
    const id = String(dataOf(await askForAccess())["ConsentId"]);
    const { url } = await bank.authorise(id, "reject", { scope: "openid accounts" });
    expect(await bank.response(url)).toMatchObject({ error: "access_denied" });
    expect(dataOf(await consentOf(id))["Status"]).toBe("Rejected");
  });

  it("is renewed by the refresh token without the account holder, until it is revoked", async () => {
    const { id, refreshToken } = await access();
    const refresh = () => bank.token({ grant_type: "refresh_token", refresh_token: refreshToken });
    await moveClock("2 hours");
    const { json, status } = await refresh();
    expect([status, json["scope"]]).toEqual([200, "accounts"]);
    const fresh = await bank.call("GET", `${bank.accountInformation}/accounts`, String(json["access_token"]));
    expect(fresh.status).toBe(200);
    await consentOf(id, "DELETE");
    expect((await refresh()).json["error"]).toBe("invalid_grant");
  });

  it("expires, and needs the account holder again", async () => {
    const ExpirationDateTime = new Date(Date.now() + 1_800_000).toISOString();
    const { id, get } = await access(ALL, { ExpirationDateTime });
    expect(dataOf(await consentOf(id))["ExpirationDateTime"]).toBe(ExpirationDateTime);
    await moveClock("31 minutes");
    expect(errorsOf(await get("accounts"))).toEqual(["UK.OBIE.Reauthenticate"]);
  });

  it("shows what was granted, and nothing else", async () => {
    const { get, accounts } = await access(["ReadAccountsBasic"]);
    const [account] = await accounts();
    expect(account?.["Account"]).toBeUndefined();
    const id = String(account?.["AccountId"]);
    expect((await get(`accounts/${id}/balances`)).status).toBe(403);
    expect((await get(`accounts/${id}/transactions`)).status).toBe(403);
    const other = await access(["ReadAccountsDetail", "ReadBalances"]);
    expect((await other.accounts())[0]?.["Account"]).toHaveLength(1);
    expect(errorsOf(await other.get("accounts/00000000-0000-7000-8000-000000000000/balances"))).toEqual([
      "UK.OBIE.Resource.NotFound",
    ]);
    expect(
      (await bank.call("GET", `${bank.accountInformation}/accounts`, await bank.clientToken("accounts"))).status,
    ).toBe(403);
  });

  it.each<[string, string[], Json]>([
    ["without accounts", ["ReadBalances"], {}],
    ["to half of the transactions", ["ReadAccountsDetail", "ReadTransactionsDetail"], {}],
    ["to what this bank does not have", ["ReadAccountsDetail", "ReadStatementsDetail"], {}],
    ["to nothing", [], {}],
    ["that is over", ALL, { ExpirationDateTime: "2020-01-01T00:00:00Z" }],
  ])("%s is refused", async (_what, permissions, more) => {
    const answer = await askForAccess(permissions, more);
    expect([answer.status, errorsOf(answer)]).toEqual([400, ["UK.OBIE.Field.Invalid"]]);
  });
});

describe("the transactions", () => {
  it("show a payment with its reference and its end-to-end identification, newest first", async () => {
    await moveToMiddleOf("day");
    const from = await bank.approved({ reference: "Order 99" });
    await bank.submit(from);
    const { get, accounts } = await access();
    const path = `accounts/${String((await accounts())[0]?.["AccountId"])}/transactions`;
    const [last, ...earlier] = dataOf(await get(path))["Transaction"] as Json[];
    const { EndToEndIdentification } = JSON.parse(from.body).Data.Initiation;
    expect(last).toMatchObject({
      CreditDebitIndicator: "Debit",
      Status: "Booked",
      Amount: { Amount: "25.50", Currency: "GBP" },
      TransactionReference: EndToEndIdentification,
      TransactionInformation: "Order 99",
      CreditorAccount: { Identification: "00000012345678", Name: "Fig & Fern Ltd" },
      SupplementaryData: { EndToEndIdentification },
    });
    expect(earlier.at(-1)).toMatchObject({ CreditDebitIndicator: "Credit", Amount: { Amount: "1240.10" } });
    const tomorrow = new Date(now().getTime() + 86_400_000).toISOString().slice(0, 10);
    expect(dataOf(await get(`${path}?fromBookingDateTime=${tomorrow}`))["Transaction"]).toEqual([]);
    // The offset is ignored: otherwise noon would be 10:00, which is earlier, or 14:00, which is later.
    const upTo = async (time: string) =>
      dataOf(await get(`${path}?toBookingDateTime=${encodeURIComponent(time)}`))["Transaction"];
    expect(await upTo(`${tomorrow}T00:00:00+14:00`)).toContainEqual(last);
    expect(await upTo(`${now().toISOString().slice(0, 10)}T00:00:00-14:00`)).not.toContainEqual(last);
    expect(errorsOf(await get(`${path}?fromBookingDateTime=yesterday`))).toEqual(["UK.OBIE.Field.Invalid"]);
  });

  it("show a return as one, with its reason", async () => {
    await bank.submit(await bank.approved({ reference: "SIM-RETURN" }));
    await moveClock("2 minutes");
    const { get, accounts } = await access();
    const path = `accounts/${String((await accounts())[0]?.["AccountId"])}/transactions`;
    // Not by its place: other tests of this file booked into the account while the clock was ahead.
    expect(dataOf(await get(path))["Transaction"]).toContainEqual(
      expect.objectContaining({
        CreditDebitIndicator: "Credit",
        SupplementaryData: expect.objectContaining({ ReturnReason: "AC04" }),
      }),
    );
  });

  it("are of the window and of the direction that was granted", async () => {
    const credits = await access(["ReadAccountsDetail", "ReadTransactionsBasic", "ReadTransactionsCredits"]);
    const path = `accounts/${String((await credits.accounts())[0]?.["AccountId"])}/transactions`;
    const shown = dataOf(await credits.get(path))["Transaction"] as Json[];
    expect(new Set(shown.map((entry) => entry["CreditDebitIndicator"]))).toEqual(new Set(["Credit"]));
    expect(shown[0]?.["TransactionInformation"]).toBeUndefined();
    const TransactionToDateTime = "2020-01-01T00:00:00Z";
    const past = await access(ALL, { TransactionToDateTime });
    expect(dataOf(await past.get(path))["Transaction"]).toEqual([]);
  });

  it("are paged, each entry once", async () => {
    const { get, accounts } = await access();
    const id = String((await accounts())[0]?.["AccountId"]);
    await query(
      `INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
         SELECT gen_random_uuid(), from_account_id, $1, 1, 'GBP', 'salary', app_now(), app_now()
         FROM sim_entries, generate_series(1, 120) WHERE purpose = 'opening' AND to_account_id = $1`,
      [id],
    );
    const first = await get(`accounts/${id}/transactions`);
    const { Next: next } = first.json["Links"] as { Next: string };
    const second = await get(next.slice(next.indexOf("accounts/")));
    const ids = [first, second].flatMap((page) =>
      (dataOf(page)["Transaction"] as Json[]).map((entry) => entry["TransactionId"]),
    );
    expect([ids.length > 120, new Set(ids).size]).toEqual([true, ids.length]);
    expect((second.json["Links"] as { Next?: string }).Next).toBeUndefined();
  });
});

describe("an account with a trouble, chosen on the approval page", () => {
  it.each([
    ["consent expired", 403, "UK.OBIE.Reauthenticate"],
    ["throttled", 429, undefined],
  ] as const)("%s answers %i, and nothing of its balance", async (trouble, status, code) => {
    const { get, accounts } = await access(ALL, {}, `For tests: ${trouble}`);
    const id = String((await accounts())[0]?.["AccountId"]);
    for (const part of ["balances", "transactions"]) {
      const answer = await get(`accounts/${id}/${part}`);
      expect([answer.status, errorsOf(answer)[0], dataOf(answer)]).toEqual([status, code, {}]);
    }
  });

  it("slow responds after every caller's time-out", async () => {
    const { get, accounts } = await access(ALL, {}, "For tests: slow");
    const id = String((await accounts())[0]?.["AccountId"]);
    await expect(get(`accounts/${id}/balances`, AbortSignal.timeout(1_000))).rejects.toThrow();
  });
});
