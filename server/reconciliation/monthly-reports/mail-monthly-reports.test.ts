import { afterAll, describe, expect, it } from "vitest";
import { callerOfRole } from "../../identity/rules";
import { createUser } from "../../identity/users/create-user";
import { closeDb } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { setPreference } from "../../merchants/notifications/preferences";
import { newAccount, newPerson } from "../../test/banks/account-access";
import { moveToNextMonth } from "../../test/banks/statements";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { mailMonthlyReports } from "./mail-monthly-reports";

afterAll(() => closeDb());

const rows = async <Row extends object>(sql: string, given: unknown[] = []) => (await query<Row>(sql, given)).rows;

describe("the mail of a month", () => {
  async function subscriber() {
    // A subscriber of a month's first four days also gets the report of the month before.
    await moveToNextMonth("9 days");
    const person = await newPerson((await createMerchant(ctx, { brandName: "Casa do Barro" })).id);
    const { merchantId, accountId } = await newAccount(person, "bpi", { roles: ["receiving"] });
    await rows("UPDATE managed_accounts SET simulated = false WHERE id = $1", [accountId]);
    await rows(
      `INSERT INTO statement_fetches (id, covered_from, read_at, due_at)
       VALUES ($1, app_now() - interval '400 days', app_now(), app_now() + interval '1 year')`,
      [accountId],
    );
    const fetched = () => rows("UPDATE statement_fetches SET read_at = app_now() WHERE id = $1", [accountId]);
    const email = `reports-of-${merchantId}@olaria.example`;
    const { id } = await createUser(ctx, { email, name: "João", role: "finance", merchantId });
    const caller = callerOfRole(id, { merchantId, partnerId: null, role: "finance" });
    await setPreference({ ...ctx, caller }, { merchantId, kind: "monthly_report", enabled: true });
    const mails = () => rows<{ text: string }>("SELECT text FROM mails WHERE recipient = $1", [email]);
    return { person, accountId, fetched, mails };
  }

  it("is queued once by two workers, from the fourth day on, with a link", async () => {
    const { fetched, mails } = await subscriber();
    await moveToNextMonth("71 hours");
    await fetched();
    await mailMonthlyReports();
    expect(await mails()).toEqual([]);
    await moveClock("2 hours");
    await fetched();
    await Promise.all([mailMonthlyReports(), mailMonthlyReports(), mailMonthlyReports()]);
    await mailMonthlyReports();
    expect(await mails()).toEqual([{ text: expect.stringContaining("/console/balances/reports\n") }]);
    await moveToNextMonth("4 days");
    await fetched();
    await mailMonthlyReports();
    expect(await mails()).toHaveLength(2);
  });

  it("is not queued before the statement is fetched on the fourth day or later, and then once", async () => {
    const { fetched, mails } = await subscriber();
    await moveToNextMonth("5 days");
    await mailMonthlyReports();
    expect(await mails()).toEqual([]);
    await fetched();
    await mailMonthlyReports();
    await mailMonthlyReports();
    expect(await mails()).toHaveLength(1);
  });

  it("is queued for each of the last three months, where the statement was fetched after the next month too", async () => {
    const { fetched, mails } = await subscriber();
    await moveToNextMonth("1 day");
    await moveToNextMonth("5 days");
    await fetched();
    await mailMonthlyReports();
    await mailMonthlyReports();
    expect(await mails()).toHaveLength(2);
    for (const further of ["1 day", "1 day", "1 day", "5 days"]) await moveToNextMonth(further);
    await fetched();
    await mailMonthlyReports();
    expect(await mails()).toHaveLength(5);
  });

  it("waits a week for the statements of the other accounts, and promises no balances", async () => {
    const { person, fetched, mails } = await subscriber();
    const { accountId } = await newAccount(person, "activobank", { roles: ["receiving"] });
    await rows("UPDATE managed_accounts SET simulated = false WHERE id = $1", [accountId]);
    await rows(
      `INSERT INTO statement_fetches (id, covered_from, read_at, due_at)
       VALUES ($1, app_now() - interval '1 day', app_now(), app_now() + interval '1 year')`,
      [accountId],
    );
    await moveToNextMonth("4 days");
    await fetched();
    await mailMonthlyReports();
    expect(await mails()).toEqual([]);
    await moveClock("6 days 1 hour");
    await mailMonthlyReports();
    const [mail, ...others] = await mails();
    expect([mail?.text, others]).toEqual([expect.not.stringContaining("opening and closing"), []]);
  });

  it.each(["closed_at = app_now()", "simulated = true"])("is not queued for an account with %s", async (change) => {
    const { accountId, fetched, mails } = await subscriber();
    await rows(`UPDATE managed_accounts SET ${change} WHERE id = $1`, [accountId]);
    await moveToNextMonth("5 days");
    await fetched();
    await mailMonthlyReports();
    expect(await mails()).toEqual([]);
  });

  it("is queued by the next run after a failure before the commit; control: the failed run queued none", async () => {
    const { fetched, mails } = await subscriber();
    await moveToNextMonth("4 days");
    await fetched();
    await rows(`CREATE FUNCTION refuse_mails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await rows("CREATE TRIGGER refused BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION refuse_mails()");
    await mailMonthlyReports();
    expect(await mails()).toEqual([]);
    await rows("DROP TRIGGER refused ON mails");
    await mailMonthlyReports();
    expect(await mails()).toHaveLength(1);
  });

  it("is not queued for a month that was over before it was chosen", async () => {
    await moveToNextMonth("5 days");
    const { fetched, mails } = await subscriber();
    await fetched();
    await mailMonthlyReports();
    expect(await mails()).toEqual([]);
  });
});
