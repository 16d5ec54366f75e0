import { beforeEach, describe, expect, it } from "vitest";
import { createMerchant } from "../merchants/create-merchant";
import { newPerson } from "../test/account-access";
import { moveClock, query } from "../test/database";
import { ctx } from "../test/fixtures";
import { storyOfThisFile } from "../test/payment-stories";
import { attemptOf, newEntry, taken } from "../test/statements";
import { listDisagreements } from "./list-disagreements";
import { makeReport } from "./make-report";

const story = storyOfThisFile();

/** Nothing of an earlier test disagrees. */
beforeEach(() =>
  query((client) =>
    client.query(
      `TRUNCATE reconciliation_reports, statement_entries, account_readings, payment_anomalies, mails;
       UPDATE payment_attempts SET closed_at = app_now(), created_at = created_at - interval '90 days'`,
    ),
  ),
);

async function begun() {
  const { id, token } = await story.newPayment();
  await story.press(token);
  return { id, attempt: await attemptOf(id) };
}

/** Sets an attempt's state, and when it came to it: what its bank said and when is told as if it had. */
async function setState(attemptId: string, state: string, closed: boolean) {
  await query(async (client) => {
    const sql = "UPDATE payment_attempts SET state = $2, closed_at = CASE WHEN $3 THEN app_now() END WHERE id = $1";
    await client.query(sql, [attemptId, state, closed]);
  });
}

const readOf = (accountId: string) =>
  query((client) =>
    client.query(
      `INSERT INTO account_readings (id, read_at, asked_at) VALUES ($1, app_now(), app_now())
       ON CONFLICT (id) DO UPDATE SET read_at = app_now(), asked_at = app_now()`,
      [accountId],
    ),
  );

async function found(test = true): Promise<Array<[string, string]>> {
  const { merchantId } = story.tenant;
  const { attended } = await newPerson(merchantId);
  const { findings } = await listDisagreements(attended, { merchantId, test });
  return findings.map(({ kind, subjectId }) => [kind, subjectId]);
}

describe("what disagrees for a merchant", () => {
  it("is nothing where nothing does, with and without a report", async () => {
    await begun();
    expect(await found()).toEqual([]);
    await makeReport();
    expect(await found()).toEqual([]);
  });

  it("is money that was taken more than a banking day ago and is nowhere, until it arrives", async () => {
    const { id, attempt } = await begun();
    await setState(attempt.id, "EXECUTED", false);
    await readOf(attempt.accountId);
    expect(await found()).toEqual([]);
    await moveClock("6 days");
    await readOf(attempt.accountId);
    expect(await found()).toEqual([["debited_without_credit", id]]);
    expect(await found(false)).toEqual([]);
    await taken(newEntry(attempt.accountId, { endToEndId: attempt.endToEndId }));
    expect(await found()).toEqual([]);
  });

  it("is an outcome that has been unknown for an hour, without waiting for a report", async () => {
    const { id, attempt } = await begun();
    await setState(attempt.id, "SUBMIT_UNKNOWN", false);
    expect(await found()).toEqual([]);
    await moveClock("61 minutes");
    expect(await found()).toEqual([["unknown_outcome", id]]);
  });

  it("is what a payment noted for a person, and an account that was not read for a day", async () => {
    const { id, attempt } = await begun();
    await query((client) => client.query("INSERT INTO account_readings (id) VALUES ($1)", [attempt.accountId]));
    await query((client) =>
      client.query(
        `INSERT INTO payment_anomalies (id, kind, payment_request_id, attempt_id, detail, source)
         VALUES (gen_random_uuid(), 'second_debit', $1, $2, '', 'test')`,
        [id, attempt.id],
      ),
    );
    expect(await found()).toEqual([["anomaly_second_debit", id]]);
    await moveClock("25 hours");
    expect(await found()).toEqual([
      ["anomaly_second_debit", id],
      ["account_not_read", attempt.accountId],
    ]);
  });

  it("is, by the day's report, what a bank calls arrived and the account does not show; not once it does", async () => {
    const { id, attempt } = await begun();
    await setState(attempt.id, "SETTLED", true);
    await readOf(attempt.accountId);
    await moveClock("6 days");
    await readOf(attempt.accountId);
    expect(await found()).toEqual([]);
    await makeReport();
    expect(await found()).toEqual([["settled_without_credit", id]]);
    await taken(newEntry(attempt.accountId, { endToEndId: attempt.endToEndId }));
    expect(await found()).toEqual([]);
  });

  it("is nobody else's", async () => {
    const { attempt } = await begun();
    await setState(attempt.id, "SUBMIT_UNKNOWN", false);
    await moveClock("2 hours");
    const other = await newPerson((await createMerchant(ctx, { brandName: "Another" })).id);
    const { findings } = await listDisagreements(other.attended, { merchantId: other.merchantId, test: true });
    expect(findings).toEqual([]);
    const foreign = listDisagreements(other.attended, { merchantId: story.tenant.merchantId, test: true });
    await expect(foreign).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});
