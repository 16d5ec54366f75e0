import { beforeAll, describe, expect, it } from "vitest";
import { berlinGroup as connector } from "../../server/connectors/berlin-group/connector";
import type { RedirectBack } from "../../server/connectors/port";
import { SIMULATED_ACCOUNT_BANK } from "../../server/connectors/profiles";
import { simulatedProfile } from "../../server/connectors/simulated-profile";
import { newId } from "../../server/lib/ids";
import { fictitiousIban } from "../../server/lib/money/iban";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { moveClock, query } from "../../server/test/database";

const SCHEMES = ["SEPA_CREDIT_TRANSFER", "SEPA_INSTANT_CREDIT_TRANSFER"];
const PSU = { ip: "203.0.113.7", userAgent: "Test/1.0 (ünusual)", locale: "pt" };
const DEADLINE_MS = 3_000;
const simbank = simbankOfThisFile();
let REDIRECT: RedirectBack;
beforeAll(async () => {
  REDIRECT = { uri: `${simbank.baseUrl}/ok`, state: "a", secret: "x" };
});

const profileOf = (slug = "millennium-bcp") => simulatedProfile({ slug, schemes: SCHEMES });
const back = () => `${REDIRECT.uri}?state=${REDIRECT.state}`;

type Order = { scheme?: string; amountMinor?: bigint; remittance?: string; iban?: string };

function callOf(order: Order = {}) {
  const scheme = order.scheme ?? "SEPA_CREDIT_TRANSFER";
  const { body } = connector.prepareInitiation(profileOf(), {
    endToEndId: newId().replaceAll("-", "").slice(0, 31),
    money: { amountMinor: order.amountMinor ?? 2_550n, currency: "EUR" },
    creditor: { name: "Olaria do Norte", iban: order.iban ?? fictitiousIban("EUR", newId()) },
    scheme,
    remittance: order.remittance ?? "Order 3451",
  });
  return { scheme, body, idempotencyKey: newId(), psu: PSU, redirect: REDIRECT };
}

/** A payment that waits for its customer's approval. */
async function initiated(order: Order = {}) {
  const profile = profileOf();
  const call = callOf(order);
  const outcome = await connector.initiate(profile, call);
  if (!outcome.ok || outcome.value.next.kind !== "redirect") throw new Error(JSON.stringify(outcome));
  const money = { amountMinor: order.amountMinor ?? 2_550n, currency: "EUR" };
  const ref = { scheme: call.scheme, ...outcome.value, money };
  const status = async () => connector.status(profile, ref);
  return { ref, call, url: outcome.value.next.url, status, cancel: () => connector.cancel?.(profile, ref) };
}

async function corporateBalance(iban: string): Promise<bigint | undefined> {
  const profile = profileOf(SIMULATED_ACCOUNT_BANK);
  const account = { iban, currency: "EUR", deadlineMs: DEADLINE_MS, redirect: REDIRECT };
  const consent = await connector.createAccountConsent(profile, account);
  if (!consent.ok) throw new Error(consent.detail);
  const { consentId } = consent.value;
  expect(await connector.consentStatus(profile, { consentId })).toEqual({ ok: true, value: { state: "valid" } });
  const found = await connector.findAccount(profile, { consentId, ...account });
  if (!found.ok) throw new Error(found.detail);
  const read = await connector.balances(profile, { consentId, iban, ...found.value, deadlineMs: DEADLINE_MS });
  if (!read.ok) throw new Error(read.detail);
  return read.value.find(({ type }) => type === "interimAvailable")?.amountMinor;
}

const ledger = async () => {
  const { rows } = await query(`
      SELECT (SELECT count(*)::int FROM sim_entries WHERE payment_id IS NOT NULL) AS payments,
        (SELECT coalesce(sum(side), 0)::text FROM (
          SELECT amount AS side FROM sim_entries JOIN sim_accounts ON sim_accounts.id = to_account_id
          UNION ALL SELECT -amount FROM sim_entries JOIN sim_accounts ON sim_accounts.id = from_account_id) AS sides) AS sum`);
  return rows[0] as { payments: number; sum: string };
};

describe("a payment that the customer approves", () => {
  it("goes from received to debited, and is credited once", async () => {
    const iban = fictitiousIban("EUR", "arrives");
    const { url, status } = await initiated({ iban });
    expect(await status()).toEqual({ ok: true, value: { status: "RCVD", scaStatus: "received" } });
    const answer = await answerAtBank(url, "approve");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, back()]);
    const before = await status();
    expect(before.ok && before.value.status).toMatch(/^AC(TC|SP|SC)$/);
    await moveClock("2 seconds");
    const debtor = { iban: fictitiousIban("EUR", "millennium-bcp everyday") };
    expect(await status()).toEqual({ ok: true, value: { status: "ACSC", debtor } });
    expect(await corporateBalance(iban)).toBe(2_550n);
  });

  it("ends as credited when it is instant", async () => {
    const { url, status } = await initiated({ scheme: "SEPA_INSTANT_CREDIT_TRANSFER" });
    await answerAtBank(url, "approve");
    await moveClock("2 seconds");
    expect(await status()).toMatchObject({ ok: true, value: { status: "ACCC" } });
  });

  it("pays once for any number of answers, and later ones get the result", async () => {
    const iban = fictitiousIban("EUR", "once");
    const { url } = await initiated({ iban });
    const before = await ledger();
    const presses = await Promise.all([1, 2, 3, 4, 5].map(() => answerAtBank(url, "approve")));
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 303]);
    const told = await (await answerAtBank(url, "reject")).text();
    expect(told).toContain("You have approved this payment");
    expect((await ledger()).payments - before.payments).toBe(1);
    await moveClock("2 seconds");
    expect(await corporateBalance(iban)).toBe(2_550n);
  });

  it("leaves the sum over all accounts at zero", async () => {
    const urls = await Promise.all([1_000n, 99_999_999_999n, 31_055n].map((amountMinor) => initiated({ amountMinor })));
    await Promise.all(urls.map(({ url }) => answerAtBank(url, "approve")));
    expect((await ledger()).sum).toBe("0");
  });
});

describe("a payment that is not executed", () => {
  it("is cancelled when the customer rejects it", async () => {
    const { url, status } = await initiated();
    const answer = await answerAtBank(url, "reject");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, back()]);
    expect(await status()).toEqual({ ok: true, value: { status: "CANC", reason: "DS02" } });
    expect(await (await answerAtBank(url, "approve")).text()).toContain("This payment was rejected");
  });

  it("is declined with AM04 when the chosen account has too little money", async () => {
    const { url, status } = await initiated({ amountMinor: 5_000n });
    const page = await (await fetch(url)).text();
    expect([page.includes("Not enough"), page.includes("disabled")]).toEqual([true, false]);
    expect((await answerAtBank(url, "approve", "Savings")).headers.get("location")).toBe(back());
    expect(await status()).toEqual({ ok: true, value: { status: "RJCT", reason: "AM04" } });
  });

  it("is refused with AM04 by the reference SIM-NOFUNDS", async () => {
    const { url, status } = await initiated({ remittance: "Order 7 SIM-NOFUNDS" });
    await answerAtBank(url, "approve");
    expect(await status()).toEqual({ ok: true, value: { status: "RJCT", reason: "AM04" } });
  });

  it("is rejected after ten minutes without an answer", async () => {
    const { url, status } = await initiated();
    await moveClock("10 minutes 1 second");
    expect(await status()).toEqual({ ok: true, value: { status: "RJCT", reason: "DS24" } });
    expect(await (await answerAtBank(url, "approve")).text()).toContain("The bank declined this payment");
  });

  it("is cancelled on request before the approval, and not after it", async () => {
    const first = await initiated();
    expect(await first.cancel()).toEqual({ ok: true, value: { status: null } });
    expect(await first.status()).toEqual({ ok: true, value: { status: "CANC", reason: "DS02" } });
    const second = await initiated();
    await answerAtBank(second.url, "approve");
    expect(await second.cancel()).toMatchObject({ ok: false, kind: "rejected", code: "CANCELLATION_INVALID" });
  });
});

describe("the initiation", () => {
  it("repeated with its X-Request-ID is the same payment", async () => {
    const profile = profileOf();
    const call = callOf();
    const all = await Promise.all([1, 2, 3].map(() => connector.initiate(profile, call)));
    const ids = new Set(all.map((outcome) => outcome.ok && outcome.value.bankPaymentId));
    expect([ids.size, ids.has(false)]).toEqual([1, false]);
  });

  it("repeated with another body is refused, and after 24 hours is a new payment", async () => {
    const profile = profileOf();
    const call = callOf();
    const first = await connector.initiate(profile, call);
    const other = { ...call, body: callOf({ amountMinor: 1n }).body };
    expect(await connector.initiate(profile, other)).toMatchObject({
      kind: "invalid",
      code: "PARAMETER_NOT_CONSISTENT",
    });
    await moveClock("24 hours 1 second");
    const later = await connector.initiate(profile, call);
    expect(first.ok && later.ok && later.value.bankPaymentId !== first.value.bankPaymentId).toBe(true);
  });

  it("follows the scenario of its reference", async () => {
    const profile = profileOf();
    const { initiate } = connector;
    const refused = await initiate(profile, callOf({ remittance: "SIM-REFUSED" }));
    expect(refused).toMatchObject({ ok: false, kind: "rejected", code: "PAYMENT_FAILED" });
    expect(await initiate(profile, callOf({ remittance: "SIM-DOWN" }))).toMatchObject({ ok: false, kind: "unknown" });
    const slow = callOf({ remittance: "SIM-SLOW" });
    expect(await initiate({ ...profile, initiateTimeoutMs: 3_000 }, slow)).toMatchObject({
      ok: false,
      kind: "unknown",
    });
    expect(await initiate(profile, slow)).toMatchObject({ ok: true, value: { status: "RCVD" } });
    const { url, status } = await initiated({ remittance: "SIM-STUCK" });
    await answerAtBank(url, "approve");
    await moveClock("3 days");
    expect(await status()).toEqual({ ok: true, value: { status: "PDNG" } });
  });

  it("of a product that the bank does not have is invalid", async () => {
    const profile = { ...profileOf(), products: { SEPA_CREDIT_TRANSFER: "target-2-payments" } };
    const outcome = await connector.initiate(profile, callOf());
    expect(outcome).toMatchObject({ ok: false, kind: "invalid", code: "PRODUCT_UNKNOWN" });
  });

  it("of another bank's payment is not found", async () => {
    const { ref } = await initiated();
    const other = profileOf("bpi");
    const outcome = await connector.status(other, { ...ref, links: {} });
    expect(outcome).toMatchObject({ ok: false, kind: "not-found", code: "RESOURCE_UNKNOWN" });
  });
});

describe("the approval page", () => {
  it("cannot be framed, sends no referrer, and is 404 for an unknown address", async () => {
    const { url } = await initiated();
    const page = await fetch(url);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const html = await page.text();
    for (const words of [
      "Simulated bank: no real money",
      "Millennium bcp",
      "€25.50",
      "Olaria do Norte",
      "Order 3451",
    ]) {
      expect(html).toContain(words);
    }
    expect(html).not.toContain("<script");
    expect((await fetch(url.replace(/.$/, "-"))).status).toBe(404);
  });
});

describe("the accounts of a bank without customers", () => {
  it("are filled before they are first shown", async () => {
    for (const slug of ["bpi", "novobanco", "caixabank", "bbva", "abanca", "unicaja", "kutxabank", "ing"]) {
      const profile = profileOf(slug);
      const outcome = await connector.initiate(profile, callOf());
      if (!outcome.ok || outcome.value.next.kind !== "redirect") throw new Error(JSON.stringify(outcome));
      const html = await (await fetch(outcome.value.next.url)).text();
      expect(html.match(/€[\d,.]+(?=<\/span>|<small>)/g)).toEqual(["€1,240.10", "€310.55", "€38.00"]);
    }
  });
});

describe("account information", () => {
  it("needs a consent of that bank for that account", async () => {
    const profile = profileOf(SIMULATED_ACCOUNT_BANK);
    const call = { consentId: newId(), resourceId: newId(), iban: "", deadlineMs: DEADLINE_MS };
    expect(await connector.balances(profile, call)).toMatchObject({ ok: false, kind: "consent" });
  });
});
