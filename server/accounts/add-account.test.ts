import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SIMULATED_ACCOUNT_BANK } from "../connectors/profiles";
import { simulatedProfile } from "../connectors/simulated-profile";
import { createUser } from "../identity/users/create-user";
import { newId } from "../lib/ids";
import { fictitiousIban, maskIban } from "../lib/money/iban";
import {
  accountBanksOfThisFile,
  connectBank,
  grant,
  newAccount,
  newPerson,
  type Person,
} from "../test/banks/account-access";
import { query } from "../test/database";
import { ctx as operator } from "../test/rows/fixtures";
import { addAccount } from "./add-account";
import { closeAccount, setAccountRoles } from "./operate-accounts";

accountBanksOfThisFile();

const [FIRST, SECOND, LIVE] = ["bpi-first", "bpi-second", "bpi-live"];
let person: Person;
let iban: string;

const profileOf = (id: string) => ({ ...simulatedProfile({ slug: "bpi", schemes: [] }), id });
const setEnabled = (id: string, enabled: boolean) =>
  query("UPDATE bank_profiles SET enabled = $2 WHERE id = $1", [id, enabled]);

beforeAll(async () => {
  for (const id of [FIRST, SECOND]) await connectBank(profileOf(id));
  const profile = JSON.stringify({ ...profileOf(LIVE), environment: "live" });
  const sql = `INSERT INTO bank_profiles (id, environment, profile, enabled, first_enabled_at)
    VALUES ($1, 'live', $2, true, app_now())`;
  await query(sql, [LIVE, profile]);
});

beforeEach(async () => {
  person = await newPerson();
  iban = fictitiousIban("EUR", person.merchantId);
  for (const id of [FIRST, SECOND, LIVE]) await setEnabled(id, true);
});

const add = (connectionId: string, simulated = true, roles = ["receiving"]) =>
  addAccount(operator, { merchantId: person.merchantId, connectionId, iban, currency: "EUR", roles, simulated });
const refused = (field: string, message: string) => ({ metadata: { errors: [{ field, message }] } });

describe("the connection of a new account", () => {
  it("is refused while it is disabled, by that reason, and is accepted as soon as it is enabled", async () => {
    await setEnabled(LIVE, false);
    const disabled = refused("connection", `The connection ${LIVE} is disabled: enable it first.`);
    await expect(add(LIVE, false)).rejects.toMatchObject(disabled);
    await setEnabled(LIVE, true);
    await expect(add(LIVE, false)).resolves.toHaveProperty("id");
  });

  it("is refused if it does not exist or is of the other environment", async () => {
    const unknown = refused("connection", "No connection has this ID.");
    await expect(add("millenium", false)).rejects.toMatchObject(unknown);
    await expect(add("millenium")).rejects.toMatchObject(unknown);
    const test = refused("connection", `The connection ${FIRST} is for test accounts.`);
    await expect(add(FIRST, false)).rejects.toMatchObject(test);
    const live = refused("connection", `The connection ${LIVE} is for live accounts.`);
    await expect(add(LIVE)).rejects.toMatchObject(live);
  });

  it.each([FIRST, SIMULATED_ACCOUNT_BANK, "bpi"])("of a test account may be %s", async (id) => {
    await expect(add(id)).resolves.toHaveProperty("id");
  });
});

describe("an account whose connection is replaced", () => {
  const again = () => newAccount(person, SECOND, { iban });

  it("is refused while the old connection is enabled", async () => {
    await newAccount(person, FIRST, { iban });
    await expect(again()).rejects.toMatchObject(refused("iban", "This account is already managed."));
  });

  it("keeps its id, and is read by a new consent over the new connection", async () => {
    const account = await newAccount(person, FIRST, { iban });
    expect(await grant(person, account)).toBe("granted");
    await setEnabled(FIRST, false);
    expect(await again()).toEqual(account);
    expect(await grant(person, account)).toBe("granted");
    const sql = "SELECT connection_id, state, reason FROM account_consents WHERE account_id = $1 ORDER BY id";
    expect((await query(sql, [account.accountId])).rows).toEqual([
      { connection_id: FIRST, state: "revoked", reason: "connection_replaced" },
      { connection_id: SECOND, state: "valid", reason: null },
    ]);
    const entries = "SELECT before, after FROM audit_entries WHERE subject_id = $1 AND action = $2";
    const { rows } = await query(entries, [account.accountId, "account.connection_replaced"]);
    expect(rows).toEqual([{ before: { connection: FIRST }, after: { connection: SECOND } }]);
  });

  it("keeps its roles: with other ones it is refused", async () => {
    await newAccount(person, FIRST, { iban });
    await setEnabled(FIRST, false);
    const message = "This account has the roles settlement. To replace its connection, give the same.";
    await expect(add(SECOND)).rejects.toMatchObject(refused("roles", message));
  });
});

describe("an account that was closed in one environment", () => {
  it("can be added in the other one, as another account", async () => {
    const { id: test } = await add(FIRST);
    await closeAccount(operator, { id: test });
    const { id: live } = await add(LIVE, false);
    const sql = "SELECT id, simulated, closed_at IS NULL AS open FROM managed_accounts WHERE iban = $1 ORDER BY id";
    expect((await query(sql, [iban])).rows).toEqual([
      { id: test, simulated: true, open: false },
      { id: live, simulated: false, open: true },
    ]);
    await expect(add(FIRST)).rejects.toMatchObject(refused("iban", "This account is already managed."));
  });
});

describe("the owners", () => {
  let email: string;
  const mails = async () => {
    const sql = "SELECT subject, text FROM mails WHERE recipient = $1 ORDER BY id";
    return (await query<{ subject: string; text: string }>(sql, [email])).rows;
  };

  beforeEach(async () => {
    email = `${newId()}@olaria.example`;
    const { merchantId } = person;
    await createUser(operator, { email, name: "Inês", role: "owner", merchantId });
  });

  async function changeAll(simulated: boolean): Promise<void> {
    const { id } = await add(simulated ? FIRST : LIVE, simulated, ["receiving", "refund"]);
    await setAccountRoles(operator, { id, roles: ["refund"] });
    await setAccountRoles(operator, { id, roles: ["refund"] });
    await closeAccount(operator, { id });
    await closeAccount(operator, { id });
  }

  it("are mailed about each change of a real account, with the account, the change and the actor", async () => {
    await changeAll(false);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual([
      "A bank account was added",
      "The roles of a bank account were changed",
      "A bank account was closed",
    ]);
    expect(sent.map(({ text }) => text.split("\n")[1])).toEqual([
      "Its roles: receiving, refund.",
      "Its roles: refund. Before: receiving, refund.",
      "It receives no new payments.",
    ]);
    for (const { text } of sent) {
      expect(text).toContain(`${maskIban(iban)} (EUR)`);
      expect(text).toMatch(/\nBy: the operator\nWhen: /);
      expect(text).not.toContain(iban);
    }
  });

  it("are not mailed about a test account", async () => {
    await changeAll(true);
    expect(await mails()).toEqual([]);
  });
});
