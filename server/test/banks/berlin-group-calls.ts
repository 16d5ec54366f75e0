import { berlinGroup } from "../../connectors/berlin-group/connector";
import type { InitiationCall } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { env } from "../../lib/config/env";
import { newId } from "../../lib/ids";
import { fictitiousIban } from "../../lib/money/iban";
import type { SpecifiedBank } from "./specified-bank";

const SCHEME = "SEPA_CREDIT_TRANSFER";
export const SCHEMES = [SCHEME, "SEPA_INSTANT_CREDIT_TRANSFER"];
export const PSU = { ip: "203.0.113.7", userAgent: "Mozilla/5.0", locale: "en" };

/** The calls as operations of the document, each once. */
export function callsOf(bank: SpecifiedBank): string[] {
  const calls = bank.judged.map(({ method, path, status }) => {
    const parts = path.replace(/\?.*/, "").split("/").slice(2);
    const named = parts.map((part, at) => (at === 0 || /^[a-z-]*[a-z]$/.test(part) ? part : "{id}"));
    return `${method} ${named.join("/")} ${status}`;
  });
  return [...new Set(calls)].sort();
}

export function orderOf(
  profile: BankProfile,
  order: { scheme?: string; remittance?: string; debtorIban?: string } = {},
) {
  const { scheme = SCHEME, remittance = "Order 3451", debtorIban } = order;
  const { body } = berlinGroup.prepareInitiation(profile, {
    endToEndId: newId().replaceAll("-", "").slice(0, 31),
    money: { amountMinor: 12_345n, currency: "EUR" },
    creditor: { name: "Ærø & Søn ßtraße №1", iban: fictitiousIban("EUR", "shop") },
    scheme,
    remittance,
    ...(debtorIban === undefined ? {} : { debtorIban }),
  });
  const redirect = { uri: `${env().baseUrl}/return`, state: "a".repeat(43), secret: "b".repeat(43) };
  const notificationUri = `${env().baseUrl}/bank-notifications/1`;
  return { scheme, body, idempotencyKey: newId(), psu: PSU, redirect, notificationUri } satisfies InitiationCall;
}
