import { expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import {
  type Account,
  accountBanksOfThisFile,
  consentsOf,
  newAccount,
  newGrantedAccount,
  personOfThisFile,
  settleDue,
  startRenewalAt,
} from "../test/banks/account-access";
import { newCorporateBank } from "../test/banks/corporate-bank";
import { moveClock, query } from "../test/database";

accountBanksOfThisFile();
const person = personOfThisFile();

const read = (account: Account) => getAccountBalance(person.attended, account);

/** The ends of an account's consents in the merchant's audit log, oldest first. */
async function endsOf({ merchantId, accountId }: Account) {
  const sql = `SELECT subject_id, action, actor_kind, detail ->> 'reason' AS reason FROM audit_entries
    WHERE chain_id = $1 AND detail ->> 'account_id' = $2 AND action IN ('account_consent.ended', 'account_consent.failed')
    ORDER BY at, id`;
  return (await query(sql, [merchantId, accountId])).rows;
}

const granted = () => newGrantedAccount(person, "banco-montepio");

it.each([
  ["by time", "ended", "time", granted, () => moveClock("182 days")],
  [
    "at the bank",
    "ended",
    "bank",
    granted,
    async (account: Account) => {
      const [consent] = await consentsOf(account);
      await query("UPDATE sim_consents SET terminated_at = app_now() WHERE id = $1", [consent?.consent_id]);
      // Concurrent reads find it several times.
      await Promise.all([read(account), read(account), read(account)]);
    },
  ],
  [
    "because its grant cannot be refreshed",
    "ended",
    "grant",
    granted,
    async (account: Account) => {
      await query("UPDATE sim_oauth_requests SET refresh_hash = NULL");
      await moveClock("2 hours");
      await read(account);
    },
  ],
  [
    "because the person did not return",
    "failed",
    "unanswered",
    async () => {
      const account = await newAccount(person, "bpi");
      await startRenewalAt(person, account);
      return account;
    },
    () => moveClock("31 minutes"),
  ],
])("the end of a consent %s is recorded once, as an action of the product", async (_, action, reason, begin, end) => {
  const account = await begin();
  await end(account);
  await settleDue();
  await read(account);
  const [consent] = await consentsOf(account);
  expect(consent).toMatchObject({ reason });
  const entry = { subject_id: consent?.id, action: `account_consent.${action}`, actor_kind: "system", reason };
  expect(await endsOf(account)).toEqual([entry]);
});

it("the end of a corporate consent that is replaced is recorded once", async () => {
  const bank = await newCorporateBank();
  const body = { tppMessages: [{ category: "ERROR", code: "CONSENT_INVALID" }] };
  bank.balances = () => ({ status: 401, body });
  const readTwice = async () => {
    for (let time = 0; time < 2; time++) await getAccountBalance(bank.person.unattended, bank.account);
  };
  await readTwice();
  expect(await endsOf(bank.account)).toEqual([]);
  await moveClock("61 minutes");
  await readTwice();
  const [first] = await consentsOf(bank.account);
  const entry = { subject_id: first?.id, action: "account_consent.ended", actor_kind: "system", reason: "bank" };
  expect(await endsOf(bank.account)).toEqual([entry]);
});
