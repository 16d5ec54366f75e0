import { obUk } from "../../connectors/ob-uk/connector";
import type { Grant, Initiation, Outcome, RedirectBack, StatusCall } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { env } from "../../lib/config/env";
import { newId } from "../../lib/ids";
import { fictitiousIban } from "../../lib/money/iban";
import { answerAtBank } from "./simbank";

// A payment and an account access at a UK bank, step by step, without the rest of the product.

export const PSU = { ip: "203.0.113.7", userAgent: "Mozilla/5.0 (X11)", locale: "en" };
const MONEY = { amountMinor: 16_588n, currency: "GBP" };
export const DEADLINE_MS = 5_000;

/** The value of a success. @throws Error with the failure */
export function taken<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.kind} ${outcome.code ?? ""} ${outcome.detail}`);
}

export function newRedirect(): RedirectBack {
  return { uri: `${env().baseUrl}/return`, state: newId(), secret: newId() };
}

export type Begun = {
  profile: BankProfile;
  redirect: RedirectBack;
  scheme: string;
  endToEndId: string;
  body: string;
  idempotencyKey: string;
  outcome: Outcome<Initiation>;
};

/** Prepares and initiates a payment of £165.88. */
export async function beginPayment(
  profile: BankProfile,
  {
    remittance = "Order 3451",
    scheme = "FASTER_PAYMENTS",
    debtorIban,
  }: { remittance?: string; scheme?: string; debtorIban?: string } = {},
): Promise<Begun> {
  const redirect = newRedirect();
  const endToEndId = newId().replaceAll("-", "").slice(0, 31);
  const idempotencyKey = newId();
  const { body } = obUk.prepareInitiation(profile, {
    endToEndId,
    money: MONEY,
    creditor: { name: "Ærø & Søn Ltd", iban: fictitiousIban("GBP", "shop") },
    scheme,
    remittance,
    ...(debtorIban === undefined ? {} : { debtorIban }),
  });
  const outcome = await obUk.initiate(profile, { scheme, body, idempotencyKey, psu: PSU, redirect });
  return { profile, redirect, scheme, endToEndId, body, idempotencyKey, outcome };
}

export function refOf({ scheme, outcome }: Begun): StatusCall {
  const { bankPaymentId, consentId, links } = taken(outcome);
  return { scheme, bankPaymentId, consentId, links, psu: PSU, money: MONEY };
}

/** The customer answers at the bank; returns the redirect's parameters, from the query or the fragment. */
export async function returnFromBank(begun: Begun, press: "approve" | "reject"): Promise<Record<string, string>> {
  const { next } = taken(begun.outcome);
  if (next.kind !== "redirect") throw new Error("The bank named no address.");
  const answer = await answerAtBank(await approvalPage(next.url), press);
  return paramsOf(answer.headers.get("location") ?? "");
}

/** The grant of a payment that the shopper approves. */
async function approve(begun: Begun): Promise<Grant> {
  const params = await returnFromBank(begun, "approve");
  const completion = taken(
    await obUk.completeRedirect(begun.profile, { ref: refOf(begun), params, redirect: begun.redirect }),
  );
  if (completion.kind !== "granted") throw new Error(`The return was ${completion.kind}.`);
  return completion.grant;
}

/** The call that moves the money of an approved payment. */
export async function submissionOf(begun: Begun) {
  const ref = { ...refOf(begun), grant: await approve(begun) };
  const { body } = obUk.prepareSubmission(begun.profile, {
    initiationBody: begun.body,
    consentId: ref.consentId ?? "",
  });
  return { ref, body, idempotencyKey: newId() };
}

/** Access to all accounts at the bank, granted by their holder. */
export async function grantAccess(profile: BankProfile): Promise<{ consentId: string; grant: Grant }> {
  const redirect = newRedirect();
  const order = { iban: fictitiousIban("GBP", "shop"), currency: "GBP", redirect, deadlineMs: DEADLINE_MS };
  const { consentId, next } = taken(await obUk.createAccountConsent(profile, order));
  if (next.kind !== "redirect") throw new Error("The bank named no address.");
  const page = await approvalPage(next.url);
  const form = new URLSearchParams({ answer: "approve" });
  for (const [, id = ""] of (await (await fetch(page)).text()).matchAll(/name="account"[^>]*value="([^"]+)"/g))
    form.append("account", id);
  const back = await fetch(page, { method: "POST", body: form, redirect: "manual" });
  const params = paramsOf(back.headers.get("location") ?? "");
  const call = { consent: { consentId }, params, redirect, deadlineMs: DEADLINE_MS };
  const completion = taken(await obUk.completeConsent(profile, call));
  if (completion.kind !== "granted") throw new Error(`The return was ${completion.kind}.`);
  return { consentId, grant: completion.grant };
}

async function approvalPage(authorisationUrl: string): Promise<string> {
  const answer = await fetch(authorisationUrl, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "", authorisationUrl).href;
}

export function paramsOf(location: string): Record<string, string> {
  const url = new URL(location);
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
}
