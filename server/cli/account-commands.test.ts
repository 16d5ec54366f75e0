import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listAccountAccess } from "../accounts/list-account-access";
import { receivingAccountFor } from "../accounts/receiving-account";
import { hasLiveConnections } from "../connectors/profiles";
import { setClockOffset } from "../lib/clock";
import { closeDb } from "../lib/db";
import { newId } from "../lib/ids";
import { fictitiousIban, maskIban } from "../lib/money/iban";
import { createMerchant } from "../merchants/create-merchant";
import { hasOpenssl, newAuthority } from "../test/banks/certificates";
import { liveConnection, setDemo } from "../test/banks/connections";
import { simbankOfThisFile } from "../test/banks/simbank";
import { bankside } from "../test/command-line";
import { query } from "../test/database";
import { ctx } from "../test/rows/fixtures";
import { temporaryFolder } from "../test/temporary-folder";

simbankOfThisFile();
let merchantId: string;
beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Olaria do Norte" })).id;
});
afterAll(closeDb);

const ibanOf = (name: string) => fictitiousIban("EUR", `${merchantId} ${name}`);
const add = (iban: string, more = "--currency EUR --roles receiving,refund --test") =>
  bankside(`account add --merchant ${merchantId} --connection bpi --iban ${iban} ${more}`);
const idOf = (output: { json: object }) => (output.json as { id: string }).id;
const list = async () => (await bankside(`account list --merchant ${merchantId}`)).text;

describe("account commands", () => {
  it("add, list with a masked IBAN, set roles and close an account, each with an audit entry", async () => {
    const iban = ibanOf("one");
    const id = idOf(await add(iban, "--currency eur --roles refund,receiving,payroll --test"));
    expect(await list()).toContain(`${id}  EUR  receiving,refund,payroll  bpi`);
    expect(await list()).not.toContain(iban);
    await bankside(`account set-roles --id ${id} --roles settlement`);
    expect(await list()).toContain("  settlement  ");
    await bankside(`account close --id ${id}`);
    await bankside(`account close --id ${id}`);
    expect(await list()).toMatch(/ {2}closed 20/);
    const sql = "SELECT action, detail FROM audit_entries WHERE subject_id = $1 ORDER BY id";
    const { rows } = await query(sql, [id]);
    expect(rows.map(({ action }) => action)).toEqual(["account.added", "account.roles_set", "account.closed"]);
    expect(rows.map(({ detail }) => detail)).toMatchObject(Array(3).fill({ account: maskIban(iban), currency: "EUR" }));
    expect(JSON.stringify(rows)).not.toContain(iban);
  });

  it("list the access that the merchant sees: none, by agreement, and of a bank that is not connected", async () => {
    const id = idOf(await add(ibanOf("one")));
    const seen: string[] = [];
    for (const change of ["bank_slug = 'bpi'", "bank_slug = 'riverbank'", "simulated = false"]) {
      await query(`UPDATE managed_accounts SET ${change} WHERE id = $1`, [id]);
      const [shown] = await listAccountAccess(ctx, { merchantId });
      const { json, text } = await bankside(`account list --merchant ${merchantId}`);
      expect(json).toMatchObject({ accounts: [{ access: shown?.access.kind }] });
      seen.push(/(access [a-z ]+?|not connected)(?= {2}|$)/.exec(text)?.[0] ?? text);
    }
    expect(seen).toEqual(["access none", "access by agreement", "not connected"]);
  });

  it("make an account the receiving account until it is closed or has other roles", async () => {
    const wanted = { merchantId, currency: "EUR", test: true };
    const id = idOf(await add(ibanOf("one")));
    expect((await receivingAccountFor(ctx, wanted))?.id).toBe(id);
    await bankside(`account set-roles --id ${id} --roles refund`);
    const opened = await receivingAccountFor(ctx, wanted);
    expect(opened?.id).not.toBe(id);
    await bankside(`account close --id ${opened?.id}`);
    expect((await receivingAccountFor(ctx, wanted))?.id).toBe(opened?.id);
  });

  it("reopen a closed account with the same id", async () => {
    const id = idOf(await add(ibanOf("one")));
    await bankside(`account close --id ${id}`);
    expect(idOf(await add(ibanOf("one"), "--currency EUR --roles settlement --test"))).toBe(id);
    expect(await list()).not.toContain("closed");
  });

  it("refuse an IBAN that another merchant has", async () => {
    const iban = ibanOf("one");
    await add(iban);
    await expect(add(iban)).rejects.toMatchObject({ metadata: { errors: [{ field: "iban" }] } });
    merchantId = (await createMerchant(ctx, { brandName: "Another" })).id;
    const taken = { field: "iban", message: "Another merchant manages this account." };
    await expect(add(iban)).rejects.toMatchObject({ metadata: { errors: [taken] } });
  });
});

describe("account add is refused and changes nothing for", () => {
  it.each([
    ["an IBAN with wrong check digits", "DE00000000001234567890", "--currency EUR --roles receiving --test", "iban"],
    ["a text that is not an IBAN", "hello", "--currency EUR --roles receiving --test", "iban"],
    ["an unknown currency", "", "--currency XXX --roles receiving --test", "currency"],
    ["an empty list of roles", "", "--currency EUR --roles , --test", "roles"],
    ["a role with other characters", "", "--currency EUR --roles Receiving! --test", "roles"],
    ["a real account at a bank without a live connection", "", "--currency EUR --roles receiving", "connection"],
  ])("%s", async (_what, iban, more, field) => {
    await expect(add(iban || ibanOf("one"), more)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field }] },
    });
    expect(await list()).toBe("No accounts.");
  });

  it("an unknown account, and a caller with a token", async () => {
    await expect(bankside(`account close --id ${newId()}`)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(bankside("account set-roles --id 7 --roles refund")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const admin = { kind: "admin", actor: { kind: "credential", id: null }, scopes: [], testOnly: false } as const;
    const byToken = bankside(`account list --merchant ${merchantId}`, admin);
    await expect(byToken).rejects.toMatchObject({ code: "FORBIDDEN_VIEW" });
  });
});

describe.runIf(hasOpenssl())("before the installation is live", () => {
  const folder = temporaryFolder("account-commands");
  afterAll(() => {
    setDemo(true);
    setClockOffset(0);
  });

  // Look-ups are cached for 500 ms: the clock moves on before each command.
  let offsetMs = 0;
  function later(line: string) {
    offsetMs += 1_000;
    setClockOffset(offsetMs);
    return bankside(line);
  }

  it("a real account is added over a connection without banks, which makes it live once it is put with them", async () => {
    setDemo(false);
    const authority = newAuthority("Test CA");
    const { banks, profile } = liveConnection(folder, authority.issue("PSP"));
    authority.close();
    const file = path.join(folder, "connection.json");
    const put = (served: readonly string[]) => {
      writeFileSync(file, JSON.stringify({ banks: served, profile }));
      return later(`connection put --file ${file}`);
    };
    const account = `--connection ${profile.id} --iban ${ibanOf("one")} --currency EUR --roles receiving`;
    const addReal = () => later(`account add --merchant ${merchantId} ${account}`);
    await put([]);
    await expect(addReal()).rejects.toMatchObject({ metadata: { errors: [{ field: "connection" }] } });
    await later(`connection enable --id ${profile.id}`);
    const id = idOf(await addReal());
    expect(await hasLiveConnections()).toBe(false);
    await put(banks);
    expect(await hasLiveConnections()).toBe(true);
    expect((await receivingAccountFor(ctx, { merchantId, currency: "EUR", test: false }))?.id).toBe(id);
  });
});
