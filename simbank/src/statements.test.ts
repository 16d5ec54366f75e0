import { beforeAll, describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { accessTo as all, approvedConsent } from "../../server/test/banks/approved-consent";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { codeOf, tppAt } from "../../server/test/banks/xs2a";
import { moveClock, query } from "../../server/test/database";

const BANK = "millennium-bcp";
const PSU = { "PSU-IP-Address": "203.0.113.7" };
simbankOfThisFile();
let tpp: ReturnType<typeof tppAt>;
beforeAll(async () => {
  tpp = tppAt(BANK);
});

const approved = (access: Record<string, unknown>) => approvedConsent(tpp, access);

describe("a statement", () => {
  type Entry = Record<string, string> & { transactionAmount: { amount: string } };
  const entriesOf = async (read: Awaited<ReturnType<typeof approved>>["read"], query = "dateFrom=2026-01-01") => {
    const { status, body } = await read(`transactions?bookingStatus=booked&${query}`, PSU);
    expect(status).toBe(200);
    const { booked, _links } = body["transactions"] as { booked: Entry[]; _links: Record<string, { href: string }> };
    return { booked, next: _links["next"]?.href };
  };

  it("has each credit and each return with the payment's end-to-end id, newest first", async () => {
    const iban = fictitiousIban("EUR", "statement");
    const creditorAccount = { iban };
    const first = await tpp.pay({ creditorAccount, endToEndIdentification: "E2E1" });
    await answerAtBank(first.links["scaRedirect"] ?? "", "approve");
    const second = await tpp.withReference("SIM-RETURN", { creditorAccount, endToEndIdentification: "E2E2" });
    await answerAtBank(second.links["scaRedirect"] ?? "", "approve");
    const { read } = await approved(all(iban));
    await moveClock("2 seconds");
    expect((await entriesOf(read)).booked.map(({ endToEndId }) => endToEndId)).toEqual(["E2E2", "E2E1"]);
    await moveClock("2 minutes");
    const { booked } = await entriesOf(read);
    expect(booked.map(({ endToEndId, transactionAmount }) => [endToEndId, transactionAmount.amount])).toEqual([
      ["E2E2", "-25.50"],
      ["E2E2", "25.50"],
      ["E2E1", "25.50"],
    ]);
    const [back, , credit] = booked;
    expect(back).toMatchObject({
      additionalInformation: expect.stringContaining("AC04"),
      bankTransactionCode: "PMNT-ICDT-RRTN",
    });
    expect(credit).toMatchObject({
      creditorAccount: { iban, currency: "EUR" },
      debtorName: "Simulated shopper",
      remittanceInformationUnstructured: "Order 3451",
    });
    expect(credit).not.toHaveProperty("additionalInformation");
    expect(new Set(booked.map(({ entryReference }) => entryReference)).size).toBe(3);
  });

  it("is limited to the requested days, and paged with every entry once", async () => {
    const iban = fictitiousIban("EUR", "long");
    const payment = await tpp.pay({ creditorAccount: { iban } });
    await answerAtBank(payment.links["scaRedirect"] ?? "", "approve");
    // Many with the same time: a page must end between them.
    const sql = `INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
        SELECT gen_random_uuid(), from_account_id, to_account_id, amount, currency, 'salary', booked_at, credited_at
        FROM sim_entries CROSS JOIN generate_series(1, 104) WHERE payment_id = $1`;
    await query(sql, [payment.id]);
    await moveClock("2 seconds");
    const { read, consent } = await approved(all(iban));
    const { booked, next } = await entriesOf(read);
    const rest = await tpp.call("GET", next ?? "", undefined, { "Consent-ID": consent.id, ...PSU });
    const page = rest.body["transactions"] as { booked: Entry[]; _links: Record<string, unknown> };
    expect([booked.length, page.booked.length, Object.keys(page._links)]).toEqual([100, 5, ["account"]]);
    expect(new Set([...booked, ...page.booked].map(({ transactionId }) => transactionId)).size).toBe(105);
    const today = booked[0]?.["bookingDate"] ?? "";
    expect((await entriesOf(read, `dateFrom=${today}&dateTo=${today}`)).booked).toHaveLength(100);
    await moveClock("3 days");
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    expect((await entriesOf(read, `dateFrom=${tomorrow}`)).booked).toEqual([]);
    expect((await entriesOf(read, `dateFrom=2026-01-01&dateTo=2026-01-02`)).booked).toEqual([]);
  });

  it("of other than booked entries is refused", async () => {
    const { read } = await approved(all(fictitiousIban("EUR", "other")));
    for (const query of [
      "",
      "bookingStatus=both&dateFrom=2026-01-01",
      "bookingStatus=booked",
      "bookingStatus=booked&dateFrom=x",
    ])
      expect(codeOf(await read(`transactions?${query}`, PSU)).slice(0, 2)).toEqual([400, "FORMAT_ERROR"]);
  });
});
