import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import simulated from "../../prisma/simulated-banks.json";
import { fictitiousIban } from "../../server/lib/money/iban";
import { answerAtBank, simbankOfThisFile, tryOutcome } from "../../server/test/banks/simbank";
import { codeOf, type Started, tppAt } from "../../server/test/banks/xs2a";
import { moveClock, query } from "../../server/test/database";
import { bankName, CORPORATE_BANK } from "./bank-name";
import { OUTCOMES, SCENARIOS, scenarioOf } from "./scenarios";
import { TROUBLES, troubledIban } from "./troubled-accounts";

const BANK = "millennium-bcp";
const AFTER_SETTLEMENT = "2 seconds";
const simbank = simbankOfThisFile();
let tpp: ReturnType<typeof tppAt>;
beforeAll(async () => {
  tpp = tppAt(BANK);
});

const approvalOf = ({ links }: Started) => links["scaRedirect"] ?? "";
const locationOf = (answer: Response) => answer.headers.get("location")?.replace(simbank.baseUrl, "") ?? null;

/** Entries of a payment, in booking order. */
const entriesOf = async ({ id }: Started) => {
  const sql = `SELECT purpose FROM sim_entries WHERE coalesce(payment_id, returned_payment_id) = $1 ORDER BY booked_at`;
  return (await query<{ purpose: string }>(sql, [id])).rows.map(({ purpose }) => purpose);
};

/** The creditor's balance at that time, as its own bank shows it. */
async function creditOf(iban: string): Promise<unknown> {
  const bank = tppAt("riverbank");
  const { id, links } = await bank.consentTo(bank.consent({ balances: [{ iban, currency: "EUR" }] }));
  expect(links["scaRedirect"]).toBeUndefined();
  const { body } = await bank.call("GET", `${bank.root}/accounts`, undefined, { "Consent-ID": id });
  const [account] = body["accounts"] as [{ _links: { balances: { href: string } } }];
  const read = await bank.call("GET", account._links.balances.href, undefined, { "Consent-ID": id });
  return (read.body["balances"] as [{ balanceAmount: { amount: string } }])[0].balanceAmount.amount;
}

describe("a scenario", () => {
  it("is requested by a word of the list, and by nothing else", () => {
    expect(scenarioOf("SIM-NOFUNDS")).toBe("NOFUNDS");
    expect(scenarioOf("Order 7 SIM-429 thanks")).toBe("429");
    for (const text of [null, "", "NOFUNDS", "SIM-NOTHING", "sim-nofunds", "SIMNOFUNDS", "xSIM-NOFUNDS", "SIM-"]) {
      expect(scenarioOf(text)).toBeNull();
    }
  });
});

describe("the testers' page", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../docs/integrate/testing.md"), "utf8");

  it("lists every scenario, and where it can be chosen", () => {
    const rows = [...page.matchAll(/^\| `SIM-([A-Z0-9]+)` \|.*\| ?(yes)? ?\|?$/gm)];
    expect(rows.map(([, word]) => word).sort()).toEqual([...SCENARIOS].sort());
    const offered = [...page.matchAll(/^\| `SIM-([A-Z0-9]+)` .*\| yes \|$/gm)].map(([, word]) => word).sort();
    expect(offered).toEqual(OUTCOMES.map(({ scenario }) => scenario).sort());
  });

  it("lists every account with a fault, and every bank that differs", () => {
    for (const trouble of TROUBLES) {
      for (const currency of ["EUR", "GBP"]) expect(page).toContain(`\`${troubledIban(currency, trouble)}\``);
    }
    const differing = Object.keys(simulated.banks).filter((slug) => slug !== CORPORATE_BANK);
    for (const slug of differing) expect(page).toContain(bankName(slug));
  });
});

describe("at the initiation", () => {
  it("REFUSED: the bank creates nothing", async () => {
    const reply = await tpp.initiate({ remittanceInformationUnstructured: "SIM-REFUSED" });
    expect(codeOf(reply)).toEqual([400, "PAYMENT_FAILED", undefined]);
  });

  it("DOWN: 503 twice, then success, for any key and bank; the next order starts with 503 again", async () => {
    const order = { ...tpp.orderOf(), remittanceInformationUnstructured: "SIM-DOWN" };
    const statuses: number[] = [];
    for (const at of [tpp, tpp, tppAt("bpi"), tpp]) statuses.push((await at.initiate(order)).status);
    expect(statuses).toEqual([503, 503, 201, 503]);
  });

  it("LOST: the payment exists, and its response never arrives; the same key finds it", async () => {
    const headers = { "X-Request-ID": "0193f1a2-0000-7000-8000-000000000001" };
    const order = tpp.orderOf({ remittanceInformationUnstructured: "SIM-LOST" });
    await expect(tpp.initiate(order, headers)).rejects.toThrow(/terminated|fetch failed/);
    const count = async () => {
      const sql = "SELECT 1 FROM sim_payments WHERE request_id = $1";
      return (await query(sql, [headers["X-Request-ID"]])).rowCount;
    };
    expect(await count()).toBe(1);
    const again = await tpp.initiate(order, headers);
    expect([again.status, again.body["transactionStatus"]]).toEqual([201, "RCVD"]);
    expect(await count()).toBe(1);
    // Another key for the same order, as at a bank without idempotency: its first answer is lost, too.
    await expect(tpp.initiate(order)).rejects.toThrow(/terminated|fetch failed/);
    expect((await tpp.initiate(order)).status).toBe(201);
  });
});

describe("at the approval", () => {
  it("CANCEL: every answer cancels", async () => {
    const payment = await tpp.withReference("SIM-CANCEL");
    expect(locationOf(await answerAtBank(approvalOf(payment), "approve"))).toBe("/nok");
    expect([await tpp.statusOf(payment), await entriesOf(payment)]).toEqual(["CANC", []]);
  });

  it.each(["reference", "page"])("ABANDON by the %s: no redirect, and the payment expires", async (way) => {
    const payment = await tpp.withReference(way === "reference" ? "SIM-ABANDON" : "Order 1");
    const url = approvalOf(payment);
    const answer = way === "page" ? await tryOutcome(url, "ABANDON") : await answerAtBank(url, "approve");
    expect([answer.status, locationOf(answer)]).toEqual([200, null]);
    expect(await answer.text()).toContain("You left without answering");
    expect(await tpp.statusOf(payment)).toBe("RCVD");
    await moveClock("10 minutes 1 second");
    expect([await tpp.statusOf(payment), await tpp.reasonOf(payment), await entriesOf(payment)]).toEqual([
      "RJCT",
      "DS24",
      [],
    ]);
  });

  it("ABANDON by the page is no answer: the reopened page approves the payment", async () => {
    const payment = await tpp.pay();
    await tryOutcome(approvalOf(payment), "ABANDON");
    expect(locationOf(await answerAtBank(approvalOf(payment), "approve"))).toBe("/ok");
  });

  it.each(["reference", "page"])("NORETURN by the %s: money moves, and a page is shown instead", async (way) => {
    const iban = fictitiousIban("EUR", `no return ${way}`);
    const payment = await tpp.withReference(way === "reference" ? "SIM-NORETURN" : "Order 1", {
      creditorAccount: { iban },
    });
    const url = approvalOf(payment);
    const answer = way === "page" ? await tryOutcome(url, "NORETURN") : await answerAtBank(url, "approve");
    expect([answer.status, locationOf(answer)]).toEqual([200, null]);
    const page = await answer.text();
    expect(page).toContain("the bank doesn’t send you back");
    expect(page).not.toContain("Continue to the payment page");
    await moveClock(AFTER_SETTLEMENT);
    expect([await tpp.statusOf(payment), await creditOf(iban)]).toEqual(["ACSC", "25.50"]);
  });

  it("offers every outcome behind a disclosure, and accepts no other word", async () => {
    const payment = await tpp.pay();
    const html = await (await fetch(approvalOf(payment))).text();
    expect([...html.matchAll(/value="([^"]+)" name="outcome"/g)].map(([, value]) => value)).toEqual(
      OUTCOMES.map(({ scenario }) => scenario),
    );
    expect((await tryOutcome(approvalOf(payment), "LOST")).status).toBe(200);
    expect(await tpp.statusOf(payment)).toBe("RCVD");
  });

  it("by account: the savings account has too little money, and the bank rejects", async () => {
    const payment = await tpp.pay({ instructedAmount: { currency: "EUR", amount: "50.00" } });
    expect(locationOf(await answerAtBank(approvalOf(payment), "approve", "Savings"))).toBe("/ok");
    expect([await tpp.statusOf(payment), await tpp.reasonOf(payment)]).toEqual(["RJCT", "AM04"]);
  });
});

describe("after the approval", () => {
  /** An approved payment, with the scenario chosen by reference or on the page. */
  async function approved(word: string, way: string, changed: Record<string, unknown> = {}) {
    const payment = await tpp.withReference(way === "reference" ? `SIM-${word}` : "Order 1", changed);
    const url = approvalOf(payment);
    const answer = way === "page" ? await tryOutcome(url, word) : await answerAtBank(url, "approve");
    expect(locationOf(answer)).toBe("/ok");
    return payment;
  }

  describe.each(["reference", "page"])("by the %s", (way) => {
    it("NOFUNDS: RJCT AM04, and nothing moves", async () => {
      const payment = await approved("NOFUNDS", way);
      expect([await tpp.statusOf(payment), await tpp.reasonOf(payment), await entriesOf(payment)]).toEqual([
        "RJCT",
        "AM04",
        [],
      ]);
    });

    it("STUCK: PDNG until the clock has moved a month", async () => {
      const iban = fictitiousIban("EUR", `stuck ${way}`);
      const payment = await approved("STUCK", way, { creditorAccount: { iban } });
      expect(await tpp.statusOf(payment)).toBe("PDNG");
      await moveClock("29 days");
      expect([await tpp.statusOf(payment), await creditOf(iban)]).toEqual(["PDNG", "0.00"]);
      await moveClock("2 days");
      expect([await tpp.statusOf(payment), await creditOf(iban)]).toEqual(["ACSC", "25.50"]);
    });

    it("LATEREJECT: ACSP for a day, then RJCT, and nothing was booked", async () => {
      const payment = await approved("LATEREJECT", way);
      await moveClock("23 hours 59 minutes");
      expect(await tpp.statusOf(payment)).toBe("ACSP");
      await moveClock("2 minutes");
      expect([await tpp.statusOf(payment), await tpp.reasonOf(payment), await entriesOf(payment)]).toEqual([
        "RJCT",
        "AC04",
        [],
      ]);
    });

    it("ACSP: never a later status, while the money is there", async () => {
      const iban = fictitiousIban("EUR", `acsp ${way}`);
      const payment = await approved("ACSP", way, { creditorAccount: { iban } });
      await moveClock("3 days");
      expect([await tpp.statusOf(payment), await creditOf(iban)]).toEqual(["ACSP", "25.50"]);
    });

    it("RETURN: ACSC, and a minute later the money is returned by a separate entry", async () => {
      const iban = fictitiousIban("EUR", `return ${way}`);
      const payment = await approved("RETURN", way, { creditorAccount: { iban } });
      await moveClock(AFTER_SETTLEMENT);
      expect([await tpp.statusOf(payment), await creditOf(iban)]).toEqual(["ACSC", "25.50"]);
      await moveClock("1 minute");
      expect([await tpp.statusOf(payment), await creditOf(iban)]).toEqual(["ACSC", "0.00"]);
      expect(await entriesOf(payment)).toEqual(["payment", "return"]);
    });

    it("BROKEN: an unknown code, a gateway's page, an empty success, then the status", async () => {
      const payment = await approved("BROKEN", way);
      await moveClock(AFTER_SETTLEMENT);
      const seen: unknown[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const { status, body } = await tpp.call("GET", payment.links["status"] ?? "");
        seen.push([status, body["transactionStatus"] ?? String(body["text"]).slice(0, 6)]);
      }
      expect(seen).toEqual([
        [200, "XXXX"],
        [502, "<html>"],
        [200, ""],
        [200, "ACSC"],
      ]);
    });

    it("429: refused twice with Retry-After, then answered", async () => {
      const payment = await approved("429", way);
      const seen: unknown[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const reply = await tpp.call("GET", payment.links["status"] ?? "");
        seen.push([reply.status, codeOf(reply)[1], reply.headers.get("retry-after")]);
      }
      expect(seen).toEqual([
        [429, "ACCESS_EXCEEDED", "2"],
        [429, "ACCESS_EXCEEDED", "2"],
        [200, undefined, null],
      ]);
    });
  });
});
