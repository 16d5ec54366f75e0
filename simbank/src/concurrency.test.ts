import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { type Started, tppAt } from "../../server/test/banks/xs2a";
import { moveClock, query } from "../../server/test/database";
import { until } from "../../server/test/until";

simbankOfThisFile();

const MANY = 20;
const SHOP = { iban: fictitiousIban("EUR", "shop") };
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await query(sql, values)).rows as Record<string, unknown>[];
const pageOf = ({ links }: Started) => links["scaRedirect"] ?? "";

/** The id of an account on an approval page. */
async function accountOn(payment: Started, label: string): Promise<string> {
  const html = await (await fetch(pageOf(payment))).text();
  return new RegExp(`value="([^"]+)"[^>]*/><span[^>]*><b>${label}<`).exec(html)?.[1] ?? "";
}

const approve = (payment: Started, account: string) =>
  fetch(pageOf(payment), {
    method: "POST",
    body: new URLSearchParams({ answer: "approve", account }),
    redirect: "manual",
  });

const debitsOf = ({ id }: Started) => rowsOf("SELECT from_account_id FROM sim_entries WHERE payment_id = $1", [id]);

describe("concurrent approvals", () => {
  it("20 payments of 25.50 from an account with 38.00: one is paid, the others are refused with AM04", async () => {
    const tpp = tppAt("bpi");
    const payments = await times(MANY, () => tpp.pay());
    const [first] = payments;
    if (!first) throw new Error("no payment");
    const savings = await accountOn(first, "Savings");
    await Promise.all(payments.map((payment) => approve(payment, savings)));
    const debits = await rowsOf("SELECT amount FROM sim_entries WHERE from_account_id = $1", [savings]);
    expect(debits).toEqual([{ amount: "2550" }]);
    const reasons = await Promise.all(payments.map((payment) => tpp.reasonOf(payment)));
    expect(reasons.filter((reason) => reason === "AM04")).toHaveLength(MANY - 1);
  });

  it("one payment in two tabs with two accounts has one entry", async () => {
    const tpp = tppAt("novobanco");
    for (const payment of await times(MANY, () => tpp.pay())) {
      const accounts = [
        await accountOn(payment, "Everyday account"),
        await accountOn(payment, "Shared household account"),
      ];
      const answers = await Promise.all(accounts.map((account) => approve(payment, account)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 303]);
      const chosen = accounts[answers.findIndex(({ status }) => status === 303)];
      expect(await debitsOf(payment)).toEqual([{ from_account_id: chosen }]);
    }
  });

  it("an approval and a cancellation: the payment is debited once, or cancelled without an entry", async () => {
    const tpp = tppAt("caixabank");
    const payments = await times(MANY, () => tpp.pay());
    for (const payment of payments) {
      await Promise.all([
        answerAtBank(pageOf(payment), "approve"),
        tpp.call("DELETE", payment.links["self"] ?? ""),
        answerAtBank(pageOf(payment), "approve", "Shared household account"),
      ]);
      const isCancelled = (await tpp.statusOf(payment)) === "CANC";
      expect(await debitsOf(payment)).toHaveLength(isCancelled ? 0 : 1);
    }
  });

  it("a payment that waited while a later one was booked cannot spend the same money", async () => {
    const tpp = tppAt("abanca");
    const [waiting, later] = [await tpp.pay(), await tpp.pay()];
    const savings = await accountOn(waiting, "Savings");
    const isWaiting = () =>
      rowsOf("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%'");
    const pressed = await query(async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM sim_payments WHERE id = $1 FOR UPDATE", [waiting.id]);
      const answer = approve(waiting, savings);
      await until(async () => (await isWaiting()).length > 0);
      await approve(later, savings);
      await client.query("COMMIT");
      return answer;
    });
    expect(pressed.status).toBe(303);
    expect([await tpp.reasonOf(waiting), await tpp.reasonOf(later)]).toEqual(["AM04", undefined]);
    expect(await debitsOf(waiting)).toEqual([]);
  });

  it("payments between two named accounts, in both directions, are all booked", async () => {
    const tpp = tppAt("comdirect");
    const [one, two] = [fictitiousIban("EUR", "one of two"), fictitiousIban("EUR", "two of two")];
    const to = (iban: string) => ({ debtorAccount: { iban: iban === one ? two : one }, creditorAccount: { iban } });
    // Each is opened as a payer's account by the page of its first payment.
    const first = [
      await tpp.pay({ ...to(one), creditorAccount: SHOP }),
      await tpp.pay({ ...to(two), creditorAccount: SHOP }),
    ];
    const accounts = await Promise.all(first.map((payment) => accountOn(payment, "Named account")));
    const payments = await times(MANY, (index) => tpp.pay(to(index % 2 === 0 ? one : two)));
    const answers = payments.map((payment, index) => approve(payment, accounts[index % 2] ?? ""));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(MANY).fill(303));
    for (const payment of payments) expect(await debitsOf(payment)).toHaveLength(1);
  });
});

describe("an approval that fails", () => {
  it("leaves no entry and an open payment, which the next approval pays", async () => {
    const tpp = tppAt("unicaja");
    const payment = await tpp.pay();
    const account = await accountOn(payment, "Everyday account");
    const faulty = `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'planted'; END $$;
      CREATE TRIGGER planted BEFORE UPDATE ON sim_payments FOR EACH ROW EXECUTE FUNCTION fail()`;
    await rowsOf(faulty);
    expect((await approve(payment, account)).status).toBe(500);
    expect([await tpp.statusOf(payment), await debitsOf(payment)]).toEqual(["RCVD", []]);
    await rowsOf("DROP FUNCTION fail CASCADE");
    expect((await approve(payment, account)).status).toBe(303);
    expect(await debitsOf(payment)).toHaveLength(1);
  });
});

describe("concurrent initiations", () => {
  it("20 with one key, half of them in capitals, are one payment, and after 24 hours 20 with the same key are one more", async () => {
    const tpp = tppAt("bbva");
    const key = randomUUID();
    const order = tpp.orderOf();
    const initiated = async () => {
      const headers = [{ "X-Request-ID": key }, { "X-Request-ID": key.toUpperCase() }];
      const replies = await times(MANY, (index) => tpp.initiate(order, headers[index % 2]));
      expect(replies.map(({ status }) => status)).toEqual(Array(MANY).fill(201));
      return [...new Set(replies.map(({ body }) => body["paymentId"]))];
    };
    const before = await initiated();
    expect(before).toHaveLength(1);
    await moveClock("24 hours 1 second");
    const after = await initiated();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(await initiated()).toEqual(after);
  });

  it("20 with one key at a bank without idempotency are 20 payments", async () => {
    const tpp = tppAt("easybank");
    const key = { "X-Request-ID": randomUUID() };
    const order = tpp.orderOf();
    const replies = await times(MANY, () => tpp.initiate(order, key));
    expect(new Set(replies.map(({ body }) => body["paymentId"])).size).toBe(MANY);
  });
});
