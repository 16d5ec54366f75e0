import { expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import { settleDue } from "../test/banks/account-access";
import { type CorporateBank, newCorporateBank } from "../test/banks/corporate-bank";
import { moveClock } from "../test/database";
import { connectionOf } from "./connection";
import { createCorporateAccess } from "./corporate-access";
import { getManagedAccount } from "./managed-accounts";

const REFUSED = { status: 401, body: { tppMessages: [{ category: "ERROR", code: "CONSENT_INVALID" }] } };

async function readTimes({ person, account }: CorporateBank, times: number) {
  const reasons = new Set<string | null>();
  for (let reads = 0; reads < times; reads += 1) {
    reasons.add((await getAccountBalance(person.unattended, account)).reason);
  }
  return [...reasons];
}

it("ten reads at a bank that refuses its corporate consent create one; the next, an hour later, replaces and revokes it", async () => {
  const bank = await newCorporateBank();
  bank.balances = () => REFUSED;
  expect(await readTimes(bank, 10)).toEqual(["consent-refused"]);
  expect(bank.created).toBe(1);
  await moveClock("61 minutes");
  expect(await readTimes(bank, 10)).toEqual(["consent-refused"]);
  expect(bank.created).toBe(2);
  await settleDue();
  expect([...bank.consents]).toEqual(["c2"]);
});

it("a consent that was created beside the stored one is revoked at the bank", async () => {
  const bank = await newCorporateBank();
  const account = await getManagedAccount(bank.person.unattended, bank.account);
  const connection = await connectionOf(account);
  if (!connection) throw new Error("The bank is not connected.");
  const session = { ...connection, account, psu: {}, deadline: { remainingMs: () => 10_000 } };
  const results = [await createCorporateAccess(session, null), await createCorporateAccess(session, null)];
  expect(results.map((result) => result.ok && result.value.consentId)).toEqual(["c1", "c1"]);
  expect([bank.created, [...bank.consents]]).toEqual([2, ["c1"]]);
});
