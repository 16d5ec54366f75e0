import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { type Started, tppAt } from "../../server/test/banks/xs2a";
import { moveClock, query } from "../../server/test/database";
import { deleteExpired } from "./expiry-store";

const bank = simbankOfThisFile();

const tpp = () => tppAt("millennium-bcp");
const payAndApprove = async (changed: Record<string, unknown> = {}) => {
  const payment = await tpp().pay(changed);
  await answerAtBank(payment.links["scaRedirect"] ?? "", "approve");
  return payment;
};
const knows = async (payment: Started) => (await tpp().call("GET", payment.links["status"] ?? "")).status === 200;

const BALANCES = `SELECT a.id, sum(CASE WHEN e.to_account_id = a.id THEN e.amount ELSE -e.amount END)::text AS balance
  FROM sim_accounts a JOIN sim_entries e ON a.id IN (e.from_account_id, e.to_account_id) GROUP BY a.id ORDER BY a.id`;
const rowsOf = async (sql: string) => (await query(sql)).rows;
const countOf = async (table: string) => Number((await rowsOf(`SELECT count(*) FROM ${table}`))[0].count);

describe("what a simulated bank keeps", () => {
  it("ends: a payment that was not approved after 7 days, one that was after 90, and no balance changes", async () => {
    const open = await tpp().pay();
    const shop = { creditorAccount: { iban: "PT50000201231234567890154" } };
    const paid = [await payAndApprove(shop), await payAndApprove(shop)];
    await tpp().initiate({ remittanceInformationUnstructured: "Order 7 SIM-DOWN" });
    await moveClock("6 days 23 hours");
    await deleteExpired();
    expect([await knows(open), await countOf("sim_counters")]).toEqual([true, 1]);
    await moveClock("2 hours");
    expect(await deleteExpired()).toBe(false);
    expect([await knows(open), await countOf("sim_counters")]).toEqual([false, 0]);
    expect(await Promise.all(paid.map(knows))).toEqual([true, true]);

    const [balances, entries] = [await rowsOf(BALANCES), await countOf("sim_entries")];
    await moveClock("84 days");
    await deleteExpired();
    expect(await Promise.all(paid.map(knows))).toEqual([false, false]);
    expect(await rowsOf(BALANCES)).toEqual(balances);
    // The two payments are one ledger entry now; a second run changes nothing.
    expect(await countOf("sim_entries")).toBe(entries - 1);
    await deleteExpired();
    expect([await countOf("sim_entries"), await rowsOf(BALANCES)]).toEqual([entries - 1, balances]);
  });

  it("ends: the IBAN that a payer typed, with its last payment or consent; its account keeps its balance", async () => {
    const ibanOf = (name: string) => fictitiousIban("EUR", name);
    const [paidFrom, sharedBy, typed] = [ibanOf("paid from"), ibanOf("shared by"), ibanOf("typed")];
    const kept = async () =>
      (await rowsOf("SELECT iban FROM sim_accounts WHERE kind = 'named' AND length(iban) < 36")).map(
        ({ iban }) => iban,
      );
    const from = (iban: string) => ({ debtorAccount: { iban } });
    for (const iban of [paidFrom, sharedBy]) {
      const { links } = await tpp().pay(from(iban));
      await answerAtBank(links["scaRedirect"] ?? "", "approve", "Named account");
    }
    await fetch((await tpp().pay(from(typed))).links["scaRedirect"] ?? "");
    await moveClock("8 days");
    await deleteExpired();
    expect((await kept()).sort()).toEqual([sharedBy, paidFrom].sort());

    const access = { balances: [{ iban: sharedBy, currency: "EUR" }] };
    await moveClock("80 days");
    const { links } = await tpp().consentTo(tpp().consent(access));
    await answerAtBank(links["scaRedirect"] ?? "", "approve");
    await moveClock("3 days");
    const balances = await rowsOf(BALANCES);
    await deleteExpired();
    expect([await kept(), await rowsOf(BALANCES)]).toEqual([[sharedBy], balances]);
  });

  it("ends: a consent that was not approved after 7 days, and not one that may still be read with", async () => {
    const account = [{ iban: "PT50000201231234567890154", currency: "EUR" }];
    const consents = await Promise.all([1, 2].map(() => tpp().consentTo(tpp().consent({ balances: account }))));
    await answerAtBank(consents[0]?.links["scaRedirect"] ?? "", "approve");
    await moveClock("8 days");
    await deleteExpired();
    const statuses = consents.map(({ links }) => tpp().call("GET", links["status"] ?? ""));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 403]);
  });

  it("limits what browsers can create: the 21st authorisation of a payment is rejected, another payment's is not", async () => {
    const at = tppAt("bawag");
    const [first, second] = [await at.pay(), await at.pay()];
    const ask = async ({ id }: Started) => {
      const parameters = new URLSearchParams({
        response_type: "code",
        client_id: "x",
        redirect_uri: `${bank.baseUrl}/return`,
        scope: `PIS:${id}`,
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      });
      const address = `${bank.baseUrl}/simbank/bawag/xs2a/oauth/authorize?${parameters}`;
      return (await fetch(address, { redirect: "manual" })).headers.get("location") ?? "";
    };
    // At once, so that a limit that is counted before it is written would let more through.
    const asked = await Promise.all(Array.from({ length: 24 }, () => ask(first)));
    expect(asked.filter((location) => /^\/simbank\/bawag\/approve\/sca_/.test(location))).toHaveLength(20);
    expect(new URL(await ask(first)).searchParams.get("error")).toBe("temporarily_unavailable");
    expect(await ask(second)).toMatch(/^\/simbank\/bawag\/approve\/sca_/);
  });
});
