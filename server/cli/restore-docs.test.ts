// The SQL of the restore guide, run as an operator does.
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import { connectorFor } from "../connectors/connector-for";
import { NO_MERCHANT } from "../connectors/guard/guard";
import { findProfileById } from "../connectors/profiles";
import { simulatedUkProfile } from "../connectors/simulated-profile";
import { disableCredential } from "../identity/credentials/disable-credential";
import { newId } from "../lib/ids";
import {
  accountBanksOfThisFile,
  connectBank,
  controlDeadlinesOfThisFile,
  everydayIban,
  grant,
  newAccount,
  newPerson as newPersonAtBank,
} from "../test/banks/account-access";
import { projectRoot } from "../test/code-rules/files";
import { moveClock, query } from "../test/database";
import { newPerson } from "../test/person";
import { newTenant, ctx as operator } from "../test/rows/fixtures";
import { comeByCode, newUser, postTokenRequest, whoIs } from "../test/rows/users";
import { until } from "../test/until";

const guide = readFileSync(path.join(projectRoot, "docs/operate/backup-and-upgrade.md"), "utf8");
const statements = [...guide.matchAll(/<<'SQL'\n([\s\S]*?)\nSQL\n/g)].map(([, sql = ""]) => sql);

/** The guide's only SQL with this text. */
function sqlWith(text: string): string {
  const [sql, more] = statements.filter((each) => each.includes(text));
  if (sql === undefined || more !== undefined) throw new Error(`The guide has not exactly one SQL with ${text}.`);
  return sql;
}

const simbank = accountBanksOfThisFile();
controlDeadlinesOfThisFile();

describe("after the SQL that ends what a restore switches back on", () => {
  it("no session and no token is accepted", async () => {
    const person = await newPerson();
    const { data } = await comeByCode(await newUser());
    expect([(await person.session()) !== null, await whoIs(data.access_token)]).toEqual([true, "user admin all"]);
    await query(sqlWith("DELETE FROM user_sessions"));
    await moveClock("1 second");
    expect([await person.session(), await whoIs(data.access_token)]).toEqual([null, "INVALID_TOKEN"]);
    const refreshed = await postTokenRequest({ grant_type: "refresh_token", refresh_token: data.refresh_token });
    expect(refreshed.error.code).toBe("INVALID_GRANT");
  });
});

const changes = sqlWith("FROM audit_entries").replace(/'\d{4}-[^']*'/, "'-infinity'");

it.each([
  ["payment.cancelled", true],
  ["payment_link.cancelled", true],
  ["payment.note_deleted", true],
  ["customer.note_deleted", true],
  ["payment_anomaly.resolved", true],
  ["statement_entry.matched", true],
  ["webhook_endpoint.edited", true],
  ["payment.note_added", false],
  ["payment_link.created", false],
  ["payment_link.mailed", false],
  ["session.ended", false],
  ["acting.begun", false],
  ["webhook_delivery.resent", false],
  ["webhook_deliveries.resent", false],
  ["webhook_endpoint.probed", false],
  ["movements.exported", false],
])("the SQL that lists changes since the dump lists %s: %s", async (action, isListed) => {
  const [, filter = ""] = /AND (action !~ '[^']*')/.exec(changes) ?? [];
  const { rows } = await query(`SELECT ${filter} AS listed FROM (VALUES ($1)) AS entry (action)`, [action]);
  expect(rows).toEqual([{ listed: isListed }]);
});

it("the SQL that lists changes since the dump lists a disabled API key, and no sign-in", async () => {
  const { clientId, merchantId } = await newTenant();
  await disableCredential(operator, { id: clientId });
  await comeByCode(await newUser());
  const { rows } = await query<{ action: string; merchant: string; subject_id: string }>(changes);
  expect(rows).toContainEqual(
    expect.objectContaining({ action: "credential.disabled", merchant: merchantId, subject_id: clientId }),
  );
  expect(rows.map(({ action }) => action)).not.toContain("user.token_issued");
});

describe("after the SQL that removes the banks' addresses", () => {
  const id = "monzo-copied";
  let account: { merchantId: string; accountId: string };
  let person: Awaited<ReturnType<typeof newPersonAtBank>>;
  beforeEach(async () => {
    await query("UPDATE managed_accounts SET closed_at = app_now()");
    person = await newPersonAtBank();
    await connectBank({ ...simulatedUkProfile({ slug: "monzo", schemes: ["FASTER_PAYMENTS"] }), id });
    account = await newAccount(person, id, { currency: "GBP", iban: everydayIban("monzo", "GBP") });
    await grant(person, account);
    await moveClock("2 hours");
  });
  const balance = () => getAccountBalance(person.attended, account);
  /** As in the status of a started payment: also over a disabled connection. */
  async function fetchStatus() {
    const profile = await findProfileById(id, "test", { evenDisabled: true });
    if (!profile) throw new Error("The connection is gone.");
    return connectorFor(profile, NO_MERCHANT).consentStatus(profile, { consentId: newId() });
  }

  it("control: before it, the grant is refreshed at the bank, and the bank knows no such consent", async () => {
    const before = simbank.called.length;
    expect(await balance()).toEqual({ balance: "1240.10", reason: null });
    expect(simbank.called.slice(before).filter((called) => called.endsWith("/monzo/token"))).toHaveLength(1);
    expect(await fetchStatus()).toMatchObject({ ok: false, kind: "not-found" });
  });

  it("neither a balance nor the status of what was started is fetched from the bank", async () => {
    await query(sqlWith("bank_profiles"));
    // A process of the copy starts afterwards; this one has cached the connection for half a second.
    await until(async () => (await findProfileById(id, "test")) === null);
    const before = simbank.called.length;
    expect(await balance()).toEqual({ balance: null, reason: "not-connected" });
    expect(await fetchStatus()).toMatchObject({ ok: false, kind: "unavailable" });
    expect(simbank.called.length).toBe(before);
  });
});
