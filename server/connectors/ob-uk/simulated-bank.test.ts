import { describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { simbankOfThisFile } from "../../test/banks/simbank";
import {
  beginPayment,
  DEADLINE_MS,
  grantAccess,
  newRedirect,
  PSU,
  refOf,
  returnFromBank,
  submissionOf,
  taken,
} from "../../test/banks/uk-bank";
import { query } from "../../test/database";
import { simulatedUkProfile } from "../simulated-profile";
import { obUk } from "./connector";

// Payments and accounts over HTTP, at simulated banks that return in the query (monzo) and in the fragment.

const simbank = simbankOfThisFile();

const profileOf = (slug: string) => simulatedUkProfile({ slug, schemes: ["FASTER_PAYMENTS", "BACS"] });
const countOf = (method: string, end: string) =>
  simbank.exchanges.filter((exchange) => exchange.method === method && exchange.path.endsWith(end)).length;

describe.each(["monzo", "tsb"])("a payment at %s", (slug) => {
  it("is approved, exchanged, submitted once, and its status fetched", async () => {
    const begun = await beginPayment(profileOf(slug));
    const { profile, redirect } = begun;
    const initiation = taken(begun.outcome);
    expect(initiation).toMatchObject({ bankPaymentId: null, status: "RCVD", links: {}, next: { kind: "redirect" } });
    const ref = refOf(begun);
    expect(taken(await obUk.authorisation(profile, ref))).toEqual({ state: "awaiting" });
    const params = await returnFromBank(begun, "approve");
    const completion = taken(await obUk.completeRedirect(profile, { ref, params, redirect }));
    if (completion.kind !== "granted") throw new Error(completion.kind);
    expect(taken(await obUk.authorisation(profile, ref))).toEqual({ state: "authorised" });
    const { body } = obUk.prepareSubmission(profile, { initiationBody: begun.body, consentId: ref.consentId ?? "" });
    const call = { ref: { ...ref, grant: completion.grant }, body, idempotencyKey: newId() };
    const { bankPaymentId } = taken(await obUk.submit(profile, call));
    expect(taken(await obUk.submit(profile, call)).bankPaymentId).toBe(bankPaymentId);
    expect(taken(await obUk.authorisation(profile, ref))).toEqual({ state: "consumed" });
    const again = await obUk.submit(profile, { ...call, idempotencyKey: newId() });
    expect(again).toMatchObject({ ok: false, kind: "unknown", code: "UK.OBIE.Resource.InvalidConsentStatus" });
    const found = taken(await obUk.status(profile, { ...ref, bankPaymentId }));
    expect(found).toMatchObject({ bankTimestamp: expect.any(String), debtor: { name: expect.any(String) } });
    expect(["PDNG", "ACSP", "ACSC", "ACCC"]).toContain(found.status);
    expect(await obUk.completeRedirect(profile, { ref, params, redirect })).toMatchObject({ kind: "consent" });
  });

  it("that the PSU rejects is denied, and so is its consent", async () => {
    const begun = await beginPayment(profileOf(slug));
    const { profile, redirect } = begun;
    const ref = refOf(begun);
    const before = countOf("POST", "/token");
    const params = await returnFromBank(begun, "reject");
    expect(taken(await obUk.completeRedirect(profile, { ref, params, redirect }))).toMatchObject({ kind: "denied" });
    expect(countOf("POST", "/token")).toBe(before);
    expect(taken(await obUk.authorisation(profile, ref))).toEqual({ state: "rejected" });
  });

  it("is initiated once by one key, and refused with another body under it", async () => {
    const { profile, scheme, body, idempotencyKey, outcome } = await beginPayment(profileOf(slug));
    const call = { scheme, body, idempotencyKey, psu: PSU, redirect: newRedirect() };
    expect(taken(await obUk.initiate(profile, call)).consentId).toBe(taken(outcome).consentId);
    const other = await obUk.initiate(profile, { ...call, body: body.replace("165.88", "165.89") });
    expect(other).toMatchObject({ ok: false, kind: "invalid" });
  });

  it("of another amount than the consent's is refused, and moves no money", async () => {
    const begun = await beginPayment(profileOf(slug));
    const call = await submissionOf(begun);
    const dearer = { ...call, body: call.body.replace("165.88", "1165.88") };
    expect(await obUk.submit(begun.profile, dearer)).toMatchObject({
      kind: "protocol",
      code: "UK.OBIE.Resource.ConsentMismatch",
    });
    expect(taken(await obUk.authorisation(begun.profile, call.ref))).toEqual({ state: "authorised" });
    expect((await obUk.submit(begun.profile, call)).ok).toBe(true);
  });
});

describe("a failure at the bank", () => {
  it("a submission without a response is unknown; the consent is consumed, and its key returns the payment", async () => {
    const begun = await beginPayment(profileOf("monzo"));
    const call = await submissionOf(begun);
    simbank.faults.push({ method: "POST", kind: "lost" });
    expect(await obUk.submit(begun.profile, call)).toMatchObject({ ok: false, kind: "unknown" });
    expect(taken(await obUk.authorisation(begun.profile, call.ref))).toEqual({ state: "consumed" });
    const { bankPaymentId } = taken(await obUk.submit(begun.profile, call));
    expect(taken(await obUk.submit(begun.profile, call)).bankPaymentId).toBe(bankPaymentId);
  });

  it("a code exchange without a response is unknown, and the code is used", async () => {
    const begun = await beginPayment(profileOf("tsb"));
    const call = { ref: refOf(begun), params: await returnFromBank(begun, "approve"), redirect: begun.redirect };
    simbank.faults.push({ method: "POST", kind: "lost" });
    expect(await obUk.completeRedirect(begun.profile, call)).toMatchObject({ ok: false, kind: "unknown" });
    expect(await obUk.completeRedirect(begun.profile, call)).toMatchObject({ ok: false, kind: "consent" });
    expect(taken(await obUk.authorisation(begun.profile, call.ref))).toEqual({ state: "authorised" });
  });

  it("a rejection has its reason from the payment details", async () => {
    const begun = await beginPayment(profileOf("monzo"), { remittance: "SIM-NOFUNDS" });
    const call = await submissionOf(begun);
    const { bankPaymentId } = taken(await obUk.submit(begun.profile, call));
    expect(taken(await obUk.status(begun.profile, { ...call.ref, bankPaymentId }))).toMatchObject({
      status: "RJCT",
      reason: "AM04",
    });
  });

  it("a rejected consent is rejected", async () => {
    const { outcome } = await beginPayment(profileOf("monzo"), { remittance: "SIM-REFUSED" });
    expect(outcome).toMatchObject({ ok: false, kind: "rejected", code: "UK.OBIE.Rules.AfterCutOffDateTime" });
  });

  it("an unknown payment is not-found", async () => {
    const begun = await beginPayment(profileOf("monzo"));
    const outcome = await obUk.status(begun.profile, { ...refOf(begun), bankPaymentId: newId() });
    expect(outcome).toMatchObject({ ok: false, kind: "not-found" });
  });

  it("a token that the bank ends early is replaced once, and the call repeated", async () => {
    const begun = await beginPayment(profileOf("monzo"));
    await query("DELETE FROM sim_tokens");
    const before = countOf("POST", "/token");
    expect(taken(await obUk.authorisation(begun.profile, refOf(begun)))).toEqual({ state: "awaiting" });
    expect(countOf("POST", "/token")).toBe(before + 1);
  });

  it("an expired PSU token is `consent`, and no money has moved", async () => {
    const begun = await beginPayment(profileOf("monzo"));
    const call = await submissionOf(begun);
    await query("DELETE FROM sim_tokens WHERE consent_id IS NOT NULL");
    expect(await obUk.submit(begun.profile, call)).toMatchObject({ ok: false, kind: "consent" });
    expect(taken(await obUk.authorisation(begun.profile, call.ref))).toEqual({ state: "authorised" });
  });
});

describe("an account", () => {
  it("is read with its consent, balance and statement, until the consent is revoked", async () => {
    const profile = profileOf("monzo");
    const begun = await beginPayment(profile, { remittance: "Statement 7" });
    taken(await obUk.submit(profile, await submissionOf(begun)));
    const { consentId, grant } = await grantAccess(profile);
    expect(grant.refreshToken).toBeDefined();
    expect(taken(await obUk.consentStatus(profile, { consentId })).state).toBe("valid");
    const payer = await payerOf(begun.endToEndId);
    const access = { consentId, grant, iban: payer.iban, deadlineMs: DEADLINE_MS, psuIp: PSU.ip };
    const { resourceId } = taken(await obUk.findAccount(profile, { ...access, currency: "GBP" }));
    expect(taken(await obUk.balances(profile, { ...access, resourceId }))).toEqual([
      { amountMinor: expect.any(BigInt), currency: "GBP", type: "InterimAvailable", asOf: expect.any(String) },
      { amountMinor: expect.any(BigInt), currency: "GBP", type: "InterimBooked", asOf: expect.any(String) },
    ]);
    const since = new Date(Date.now() - 60_000).toISOString();
    const { entries } = taken(await obUk.transactions(profile, { ...access, resourceId, since }));
    expect(entries.find(({ endToEndId }) => endToEndId === begun.endToEndId)).toMatchObject({
      direction: "debit",
      money: { amountMinor: 16_588n, currency: "GBP" },
      remittance: "Statement 7",
      counterparty: { name: expect.any(String) },
    });
    expect(taken(await obUk.revokeConsent(profile, { consentId }))).toBeNull();
    expect(await obUk.balances(profile, { ...access, resourceId })).toMatchObject({ ok: false, kind: "consent" });
    expect(taken(await obUk.consentStatus(profile, { consentId })).state).toBe("revoked");
  });

  it("is read with a refreshed grant, and not with an expired one", async () => {
    const profile = profileOf("tsb");
    const { consentId, grant } = await grantAccess(profile);
    const fresh = taken(await obUk.refreshGrant(profile, grant));
    expect(fresh.accessToken).not.toBe(grant.accessToken);
    expect(fresh.refreshToken).toBe(grant.refreshToken);
    const call = { consentId, deadlineMs: DEADLINE_MS, iban: "", resourceId: newId() };
    expect(await obUk.balances(profile, call)).toMatchObject({ ok: false, kind: "consent" });
    expect(await obUk.balances(profile, { ...call, grant: fresh })).toMatchObject({ ok: false, kind: "not-found" });
    const over = { ...fresh, expiresAt: new Date(Date.now() - 1000).toISOString() };
    const asked = simbank.exchanges.length;
    expect(await obUk.balances(profile, { ...call, grant: over })).toMatchObject({ ok: false, kind: "consent" });
    expect(simbank.exchanges.length).toBe(asked);
    const wrong = await obUk.refreshGrant(profile, { ...grant, refreshToken: "made up" });
    expect(wrong).toMatchObject({ ok: false, kind: "consent", code: "invalid_grant" });
  });
});

async function payerOf(endToEndId: string): Promise<{ iban: string }> {
  const { rows } = await query<{ iban: string }>(
    `SELECT a.iban FROM sim_payments p JOIN sim_accounts a ON a.id = p.debtor_account_id WHERE p.end_to_end_id = $1`,
    [endToEndId],
  );
  return { iban: rows[0]?.iban ?? "" };
}
