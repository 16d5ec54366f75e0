import { expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import { settleDue } from "../test/banks/account-access";
import { type CorporateBank, newCorporateBank } from "../test/banks/corporate-bank";
import { moveClock, query } from "../test/database";
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

it("a corporate consent is recorded in the audit log once, as granted to the product, also where two reads create it", async () => {
  const { person, account } = await newCorporateBank();
  await Promise.all([1, 2].map(() => getAccountBalance(person.unattended, account)));
  const { rows } = await query(
    `SELECT e.action, e.actor_kind, e.detail FROM audit_entries e JOIN account_consents c ON c.id::text = e.subject_id
     WHERE e.chain_id = $1 AND c.account_id = $2`,
    [account.merchantId, account.accountId],
  );
  const detail = { account_id: account.accountId, valid_until: null };
  expect(rows).toEqual([{ action: "account_consent.granted", actor_kind: "system", detail }]);
});

it("a corporate consent whose account cannot be found at first is stored, and used by the next read", async () => {
  const bank = await newCorporateBank();
  const { answer } = bank.bank;
  bank.bank.answer = (request, response, body) =>
    request.url?.endsWith("/accounts") ? void response.writeHead(503).end() : answer(request, response, body);
  expect(await readTimes(bank, 1)).toEqual(["unavailable"]);
  bank.bank.answer = answer;
  await readTimes(bank, 1);
  expect([bank.created, [...bank.consents]]).toEqual([1, ["c1"]]);
});

it("a corporate consent that a person would have to grant is deleted at the bank, and none is stored", async () => {
  const bank = await newCorporateBank();
  bank.consentStatus = "received";
  expect(await readTimes(bank, 2)).toEqual(["consent-refused"]);
  expect([bank.created, [...bank.consents]]).toEqual([2, []]);
});
