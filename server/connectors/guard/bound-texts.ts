import { storable } from "../../lib/storable";
import { unreadable } from "../parse-response";
import type { Failure, Outcome } from "../port";

/** A bank's words for people or logs, which are cut: error codes, reasons (ISO 20022: 105), names (140), messages (500). */
const CUT_AT: Readonly<Record<string, number>> = { code: 64, detail: 300, reason: 256, name: 140, message: 500 };
/** Ids and statuses, which cannot be cut. Longer than those of any standard, and short enough for an index. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  ...{ bankPaymentId: 256, consentId: 256, resourceId: 256 },
  ...{ status: 64, scaStatus: 64 },
  ...{ accessToken: 16_384, refreshToken: 16_384 },
};
/** Addresses: browsers and proxies take no more than some thousands. */
const MAX_LENGTH = 8_192;
const MAX_FIELDS = 64;

/**
 * The outcome of a call with texts that can be stored and shown: a bank may answer up to 1 MiB of any characters, and
 * PostgreSQL refuses NUL, and long entries of an index. Without this, a payment that its bank has accepted could not be
 * committed. Texts for people are cut; an answer with another text that is unusable is `unknown`, as one that cannot be parsed.
 */
export function boundTexts<T>(outcome: Outcome<T>): Outcome<T> {
  const cut = shorten(outcome, "") as Outcome<T>;
  if (!cut.ok) return cut;
  const fault = faultOf(cut.value, "");
  return fault === null ? cut : unreadable(fault);
}

/** The same for a failure: its texts are all cut. */
export function boundFailure(failure: Failure): Failure {
  return shorten(failure, "") as Failure;
}

// Outcomes hold plain values only (port.ts): an object of a class would lose its type here.
function shorten(value: unknown, name: string): unknown {
  if (typeof value === "string") {
    const length = Object.hasOwn(CUT_AT, name) ? CUT_AT[name] : undefined;
    return length === undefined ? value : storable(value.slice(0, length));
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => shorten(item, name));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner, fieldOf(name, key))]));
}

/** The bank's names of its links are not our names of fields: `links.status` is an address. */
function fieldOf(parent: string, key: string): string {
  return parent === "links" ? "link" : key;
}

/** Why a value cannot be stored, or null. */
function faultOf(value: unknown, name: string): string | null {
  if (typeof value === "string") {
    const most = Object.hasOwn(MAX_LENGTHS, name) ? (MAX_LENGTHS[name] ?? MAX_LENGTH) : MAX_LENGTH;
    if (value.length > most) return `${name} is longer than ${most} characters`;
    return storable(value) === value ? null : `${name} contains characters that cannot be stored`;
  }
  if (typeof value !== "object" || value === null) return null;
  const fields = Object.entries(value);
  if (!Array.isArray(value) && fields.length > MAX_FIELDS) return `${name} has more than ${MAX_FIELDS} fields`;
  for (const [key, inner] of fields) {
    const fault = faultOf(key, "a name") ?? faultOf(inner, Array.isArray(value) ? name : fieldOf(name, key));
    if (fault !== null) return fault;
  }
  return null;
}
