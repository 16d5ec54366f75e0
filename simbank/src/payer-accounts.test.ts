import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { consentBody, errorsOf, ukBank } from "../../server/test/banks/ob-uk-tpp";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { keySetOf, newTpp } from "../../server/test/banks/tpp";
import { codeOf, type Started, tppAt } from "../../server/test/banks/xs2a";
import { query } from "../../server/test/database";

const uk = newTpp();
const simbank = simbankOfThisFile(async () => Response.json(keySetOf(uk)));

const pageOf = ({ links }: Started) => links["scaRedirect"] ?? "";
const everydayOf = (bank: string) => fictitiousIban("EUR", `${bank} everyday`);
const to = (iban: string) => ({ creditorAccount: { iban } });
const offered = async (url: string) =>
  [...(await (await fetch(url)).text()).matchAll(/<b>([^<]+)<\/b><small class="num">••••/g)].map(([, label]) => label);
const accountWith = async (iban: string) =>
  (await query("SELECT bank, kind FROM sim_accounts WHERE iban = $1", [iban])).rows[0];

describe("the creditor's own account", () => {
  it("is not offered, and a form that names it chooses no account", async () => {
    const tpp = tppAt("bpi");
    const other = await tpp.pay();
    const everyday =
      /value="([^"]+)"[^>]*\/><span[^>]*><b>Everyday account</.exec(await (await fetch(pageOf(other))).text())?.[1] ??
      "";
    const own = await tpp.pay(to(everydayOf("bpi")));
    expect(await offered(pageOf(own))).toEqual(["Shared household account", "Savings"]);
    const body = new URLSearchParams({ answer: "approve", account: everyday });
    const answer = await fetch(pageOf(own), { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Choose an account first.")]);
    expect((await answerAtBank(pageOf(own), "approve", "Savings")).status).toBe(303);
  });
});

describe("a payer's account that the initiation names", () => {
  it("is the only one that the page offers, at a bank of each standard", async () => {
    const payment = await tppAt("bpi").pay({ debtorAccount: { iban: fictitiousIban("EUR", "a payer of bpi") } });
    expect(await offered(pageOf(payment))).toEqual(["Named account"]);
    const bank = ukBank(uk, "hsbc-uk");
    const { id } = await bank.consent({}, { body: debited(fictitiousIban("GBP", "hsbc-uk savings")) });
    expect(await offered(new URL((await bank.start(id)).headers.get("location") ?? "", simbank.baseUrl).href)).toEqual([
      "Savings",
    ]);
  });

  it("of another bank's shopper is refused, also before that account is open", async () => {
    const iban = everydayOf("novobanco");
    expect(await accountWith(iban)).toBeUndefined();
    expect(codeOf(await tppAt("bpi").initiate({ debtorAccount: { iban } }))).toEqual([
      400,
      "FORMAT_ERROR",
      "debtorAccount",
    ]);
    const answer = await ukBank(uk, "hsbc-uk").consent(
      {},
      { body: debited(fictitiousIban("GBP", "barclays everyday")) },
    );
    expect([answer.status, errorsOf(answer)]).toEqual([400, ["UK.OBIE.Field.Invalid"]]);
  });
});

/** A consent whose payer has this British account. */
function debited(iban: string) {
  const body = consentBody({});
  const DebtorAccount = { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: iban.slice(-14) };
  return { ...body, Data: { ...body.Data, Initiation: { ...body.Data.Initiation, DebtorAccount } } };
}

describe("a payment to a shopper's account", () => {
  it("that is not open yet opens it as the shopper's, which can pay afterwards", async () => {
    const iban = everydayOf("caixabank");
    await answerAtBank(pageOf(await tppAt("bpi").pay(to(iban))), "approve");
    expect(await accountWith(iban)).toEqual({ bank: "caixabank", kind: "everyday" });
    const payment = await tppAt("caixabank").pay();
    expect((await answerAtBank(pageOf(payment), "approve")).status).toBe(303);
    expect(await tppAt("caixabank").statusOf(payment)).toMatch(/^AC/);
  });
});

describe("an everyday account that could not pay", () => {
  it("is shown with a salary, which the approval books with the payment, and no read before it", async () => {
    const payment = await tppAt("ing").pay({ instructedAmount: { currency: "EUR", amount: "5000.00" } });
    const entries = async () => {
      const sql = `SELECT e.purpose, e.amount FROM sim_entries e JOIN sim_accounts a ON a.id IN (e.from_account_id, e.to_account_id)
          WHERE a.iban = $1 ORDER BY e.purpose`;
      return (await query(sql, [everydayOf("ing")])).rows;
    };
    const html = await (await fetch(pageOf(payment))).text();
    // 5,000.00 and the 1,240.10 of a new account.
    expect(html).toContain("€6,240.10");
    expect(await entries()).toEqual([{ purpose: "opening", amount: "124010" }]);
    expect((await answerAtBank(pageOf(payment), "approve")).status).toBe(303);
    expect(await entries()).toEqual([
      { purpose: "opening", amount: "124010" },
      { purpose: "payment", amount: "500000" },
      { purpose: "salary", amount: "500000" },
    ]);
  });
});

describe("consents that open the same accounts", () => {
  it("in opposite orders, concurrently, are all stored", async () => {
    const tpp = tppAt("bbva");
    for (let round = 0; round < 10; round += 1) {
      const accounts = ["a", "b", "c", "d"].map((name) => ({
        iban: fictitiousIban("EUR", `${name} of round ${round}`),
        currency: "EUR",
      }));
      const lists = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? accounts : accounts.toReversed()));
      const replies = await Promise.all(lists.map((list) => tpp.consent({ balances: list })));
      expect(replies.map(({ status }) => status)).toEqual(Array(lists.length).fill(201));
    }
  });
});
