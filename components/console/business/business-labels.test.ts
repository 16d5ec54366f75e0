import { describe, expect, it } from "vitest";
import type { Account } from "../balances/balance-labels";
import { formatAccounts } from "./business-labels";

const account = (currency: string, ...roles: string[]): Account => ({
  id: `${currency} ${roles.join(" ")}`,
  currency,
  roles,
  bankName: "Millennium bcp",
  number: "PT50 •••• 1042",
  simulated: false,
  access: { kind: "not-connected" },
});

describe("the accounts of a role", () => {
  const accounts = [account("GBP", "receiving"), account("EUR", "receiving", "refund"), account("EUR", "receiving")];

  it("are counted, with each currency once, in order", () => {
    expect(formatAccounts(accounts, "receiving")).toBe("3 accounts: EUR, GBP");
    expect(formatAccounts(accounts, "refund")).toBe("1 account: EUR");
  });

  it("that has none, are nothing", () => {
    expect(formatAccounts([account("EUR", "receiving")], "refund")).toBeNull();
  });
});
