import { expect } from "vitest";
import { answerAtBank } from "./simbank";
import type { tppAt } from "./xs2a";

const PSU = { "PSU-IP-Address": "203.0.113.7" };

/** All kinds of access to one account in euros. */
export function accessTo(iban: string) {
  const accounts = [{ iban, currency: "EUR" }];
  return { accounts, balances: accounts, transactions: accounts };
}

/** A consent that a simulated bank's shopper has approved, and its first account. */
export async function approvedConsent(
  tpp: ReturnType<typeof tppAt>,
  access: Record<string, unknown>,
  changed: Record<string, unknown> = {},
) {
  const consent = await tpp.consentTo(tpp.consent(access, changed));
  const answer = await answerAtBank(consent.links["scaRedirect"] ?? "", "approve");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${new URL(tpp.root).origin}/ok`]);
  const headers = { "Consent-ID": consent.id };
  const { body } = await tpp.call("GET", `${tpp.root}/accounts`, undefined, { ...headers, ...PSU });
  const accounts = body["accounts"] as { resourceId: string; iban: string }[];
  const read = (what: string, more: Record<string, string> = {}) =>
    tpp.call("GET", `${tpp.root}/accounts/${accounts[0]?.resourceId}/${what}`, undefined, { ...headers, ...more });
  return { consent, accounts, read };
}
