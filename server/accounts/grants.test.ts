import { beforeAll, describe, expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import {
  accountBanksOfThisFile,
  consentsOf,
  grant,
  newAccount,
  newPerson,
  type Person,
} from "../test/banks/account-access";
import { moveClock } from "../test/database";

// Grants of simulated banks: sealed in the consent's row, opened for a call, and refreshed at the bank.

const simbank = accountBanksOfThisFile();
let person: Person;
beforeAll(async () => {
  person = await newPerson();
});

type Account = { merchantId: string; accountId: string };
const read = (account: Account) => getAccountBalance(person.attended, account);
const calls = (method: string, path: RegExp) =>
  simbank.exchanges.filter((exchange) => exchange.method === method && path.test(exchange.path)).length;

const READ = { balance: "0.00", reason: null };
const TOKEN_EXPIRED = "2 hours";

describe("a grant of a Berlin Group bank", () => {
  it("that has expired is refreshed with each rotated refresh token, and its consent stays valid", async () => {
    const account = await newAccount(person, "banco-montepio");
    expect(await grant(person, account)).toBe("granted");
    for (const version of [2, 3]) {
      await moveClock(TOKEN_EXPIRED);
      const before = calls("POST", /\/oauth\/token$/);
      expect(await read(account)).toEqual(READ);
      expect(calls("POST", /\/oauth\/token$/) - before).toBe(1);
      expect((await consentsOf(account))[0]).toMatchObject({ state: "valid", grant_version: version });
    }
  });
});
