import { createHash } from "node:crypto";
import { z } from "zod";
import { isIban, normaliseIban } from "../lib/money/iban";
import { fromDecimalString, type Money } from "../lib/money/money";
import type { HttpResult } from "../lib/net/http-client";
import type { Statement, StatementEntry } from "./account-data";
import type { Failure } from "./port";
import { withoutUndefined } from "./without-undefined";

/** An optional text; an empty one, or a value of another type, counts as absent. */
export const text = z.string().min(1).optional().catch(undefined);

const MAX_TOKEN_LIFETIME_S = 10 * 365 * 24 * 3600;

/** `expires_in`, in seconds (RFC 6749 §5.1). Some servers send a text; a value that is no lifetime counts as absent. */
export const tokenLifetimeS = z.coerce.number().int().positive().max(MAX_TOKEN_LIFETIME_S).optional().catch(undefined);

const MAX_NAMED_LENGTH = 60;
/** More pages than a statement of a few days has; a longer period is read in parts. */
const MAX_PAGES = 50;
/** The longest id of an entry in ISO 20022, in characters. */
const ENTRY_ID_LENGTH = 35;

/** A bank's time as RFC 3339. One without a zone is read as UTC, whatever the zone of this process. */
export function withZone(time: string): string {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`;
}

/** A 2xx response that cannot be parsed or trusted: what the bank did is unknown. */
export function unreadable(what: string): Failure {
  const detail = `The bank's response does not conform to the standard: ${what}`.trim();
  return { ok: false, kind: "unknown", answer: "unreadable", detail };
}

/** Whether an answer names another account; one without a whole IBAN names none. */
export function namesOther(named: string | undefined, iban: string): boolean {
  const bare = normaliseIban(named ?? "");
  return isIban(bare) && bare !== normaliseIban(iban);
}

/** An amount as banks write it, in an answer that need not have it. */
export const optionalAmount = z.object({ amount: z.string(), currency: z.string() }).optional().catch(undefined);

/** The failure of an answer that names another amount than was ordered; null if it names none. */
export function refuseOtherAmount(named: z.infer<typeof optionalAmount>, ordered: Money): Failure | null {
  if (named === undefined) return null;
  const { amount, currency } = named;
  if (currency === ordered.currency && fromDecimalString(amount, currency) === ordered.amountMinor) return null;
  return otherOrder(`of ${amount} ${currency}`.slice(0, MAX_NAMED_LENGTH));
}

/** An answer about another payment than the ordered one: it must not pay. */
export function otherOrder(what: string): Failure {
  return {
    ok: false,
    kind: "protocol",
    detail: `The bank's answer is about a payment ${what}, which was not ordered.`,
  };
}

/** A call without an answer, or with one that is too long to be read. */
export function notAnswered({ kind, isTooLong, detail }: Exclude<HttpResult, { kind: "answered" }>): Failure {
  if (kind === "not-sent") return { ok: false, kind: "unavailable", notSent: true, detail };
  return { ok: false, kind: "unknown", ...(isTooLong ? { answer: "too-large" as const } : {}), detail };
}

/** A payment in a scheme that the bank is not asked for. */
export function notOffered(scheme: string): Failure {
  return { ok: false, kind: "invalid", detail: `The bank's profile has no product for ${scheme}.` };
}

/** Parses JSON; `{}` for an empty body, undefined for invalid JSON. */
export function parseJson(body: string): unknown {
  if (body.trim() === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The other party of a transaction; undefined where the bank names none. */
export function counterpartyOf(name: string | undefined, iban: string | undefined): StatementEntry["counterparty"] {
  if (name === undefined && iban === undefined) return undefined;
  return withoutUndefined({ name, iban: iban === undefined ? undefined : normaliseIban(iban) });
}

/** A member of an error response, if it is a text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A statement of which not all pages can be read. */
export function pagingFailure(detail: string): Failure {
  return { ok: false, kind: "protocol", detail };
}

/** The failure of a statement's page: the bank has the request for the first page, also where a later one was not sent. */
export function pageFailure({ notSent, ...failure }: Failure, seen: ReadonlySet<string>): Failure {
  return notSent && seen.size === 1 ? { ...failure, notSent } : failure;
}

/** Adds the next page of a statement to the `seen` ones. A failure if it was read before, or above the limit of pages. */
export function addPage(seen: Set<string>, page: string): Failure | null {
  if (seen.has(page)) return pagingFailure("The bank's page links form a loop.");
  if (seen.size === MAX_PAGES) {
    return { ...pagingFailure(`The bank returned more than ${MAX_PAGES} pages.`), answer: "too-large" };
  }
  seen.add(page);
  return null;
}

/** A booked transaction as read from a statement. `entryId`: undefined where the bank gives none. */
export type ReadEntry = Omit<StatementEntry, "entryId"> & { entryId: string | undefined };

/**
 * The statement of booked transactions; null is one that cannot be read. Gives an id to each entry without one: a digest of
 * its content and its number among equal entries. Statements contain whole days, so equal entries of a day get the same
 * ids at each fetch.
 */
export function statementOf(booked: readonly (ReadEntry | null)[]): { ok: true; value: Statement } {
  const copies = new Map<string, number>();
  const read = booked.filter((entry) => entry !== null);
  const entries = read.map(({ entryId, ...entry }) => ({ entryId: entryId ?? digestId(entry, copies), ...entry }));
  return { ok: true, value: { entries, unreadable: booked.length - read.length } };
}

function digestId(entry: Omit<StatementEntry, "entryId">, copies: Map<string, number>): string {
  const json = JSON.stringify(entry, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const copy = (copies.get(json) ?? 0) + 1;
  copies.set(json, copy);
  return createHash("sha256").update(`${json}\n${copy}`, "utf8").digest("base64url").slice(0, ENTRY_ID_LENGTH);
}
