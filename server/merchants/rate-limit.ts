import { now } from "../lib/clock";
import { env } from "../lib/config/env";
import type { Caller } from "../lib/context";
import { db } from "../lib/db";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { withoutOwner } from "../lib/request-slot";
import { addUsage, findRateLimits, type UsageDelta } from "./usage-store";

const MINUTE_MS = 60_000;
/** The interval of synchronisation: the delay for other processes' counts and for a changed limit. */
const SYNC_EVERY_MS = 1_000;
/** After a pause this long, the next call waits for the current limits. */
const STALE_AFTER_MS = 5_000;

/** An API call that counts towards its merchant's limit. */
export interface RequestUse {
  /** The limit at the time of the call; null: the merchant has none. */
  state: { limit: number; remaining: number; resetS: number } | null;
  /** 429 when the limit is used up. */
  refused: AppError | null;
  /** Marks the call as answered. Idempotent. */
  end(): void;
}

type Merchant = { inFlight: number; minute: UsageDelta; unsent: UsageDelta[] };
/** A merchant's limit, and the use of all processes in a minute at the last synchronisation. */
type Limit = { perMinute: number; minuteMs: number; used: number };
type State = {
  merchants: Map<string, Merchant>;
  limits: Map<string, Limit>;
  syncedAtMs: number;
  timer?: NodeJS.Timeout;
  syncing?: Promise<void>;
};

// The API is served by the entry, or by Next without an entry: both share one count.
const kept = globalThis as { banksideRequestUse?: State };

function state(): State {
  kept.banksideRequestUse ??= { merchants: new Map(), limits: new Map(), syncedAtMs: Number.NEGATIVE_INFINITY };
  return kept.banksideRequestUse;
}

/**
 * Whether a caller's requests count for a merchant: those with its own credentials. Not those of partners and admins, which
 * are for many merchants, nor of users, at the Console or by a token. A visitor of a demo counts, because visits are free.
 */
export function isCounted(caller: Caller): caller is Extract<Caller, { kind: "merchant" }> {
  return caller.kind === "merchant" && (caller.actor.kind !== "user" || caller.actor.visitor === true);
}

/**
 * Counts a merchant's API call, and refuses it when the operator's limit for the minute is used up; null if it does not
 * count.
 * Within a process the limit is exact. Processes add up their counts once a second, so together they exceed the limit
 * by at most one second's calls of the other processes. While the database is unreachable, other processes' counts
 * don't limit calls.
 */
export async function limitRequests(caller: Caller): Promise<RequestUse | null> {
  if (!isCounted(caller)) return null;
  const all = state();
  if (performance.now() - all.syncedAtMs > STALE_AFTER_MS) await sync(all);
  return count(all, caller.merchantId);
}

/**
 * In a demo, counts a payment that a customer starts like an API request, if the merchant has a limit: a visitor is the
 * customer too, and each start stores an attempt for good. Elsewhere the checkout is not limited.
 * @throws AppError FORBIDDEN_CREATE
 */
export function limitStarts(merchantId: string): void {
  if (!env().demo) return;
  const all = state();
  syncLater(all);
  if (!all.limits.has(merchantId)) return;
  const { refused, end } = count(all, merchantId);
  end();
  if (refused) throw new AppError("FORBIDDEN_CREATE", { message: refused.message });
}

function count(all: State, merchantId: string): RequestUse {
  const atMs = now().getTime();
  const merchant = merchantOf(all, merchantId, atMs - (atMs % MINUTE_MS));
  const limit = all.limits.get(merchantId);
  const usage = limit ? usageOf(limit, merchant, atMs) : null;
  const isOver = usage !== null && usage.remaining === 0;
  if (isOver) merchant.minute.refused += 1;
  else merchant.minute.requests += 1;
  syncLater(all);
  const shown = usage && { ...usage, remaining: isOver ? 0 : usage.remaining - 1 };
  return { state: shown, refused: isOver ? tooMany(usage) : null, end: begin(merchant) };
}

/** The `RateLimit-*` headers of a response, if the merchant has a limit. */
export function limitHeaders(use: RequestUse | null): Record<string, string> {
  if (!use?.state) return {};
  const { limit, remaining, resetS } = use.state;
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetS),
  };
}

/** Stores this process's counts and reads the limits and the others' counts. For shutdown and tests. */
export function syncRequestUse(): Promise<void> {
  return sync(state());
}

function tooMany({ limit, resetS }: NonNullable<RequestUse["state"]>): AppError {
  const message =
    `This merchant's limit of ${limit} requests per minute is used up. ` +
    `Nothing was processed. Send the request again in ${resetS} s.`;
  return new AppError("TOO_MANY_REQUESTS", { message, metadata: { retry_after_s: resetS } });
}

function merchantOf({ merchants }: State, merchantId: string, minuteMs: number): Merchant {
  const fresh = () => ({ merchantId, minuteMs, requests: 0, refused: 0, peakInFlight: 0 });
  const merchant = merchants.get(merchantId) ?? { inFlight: 0, minute: fresh(), unsent: [] };
  merchants.set(merchantId, merchant);
  if (merchant.minute.minuteMs !== minuteMs) {
    if (hasUse(merchant.minute)) merchant.unsent.push(merchant.minute);
    merchant.minute = { ...fresh(), peakInFlight: merchant.inFlight };
  }
  return merchant;
}

const hasUse = ({ requests, refused }: UsageDelta) => requests + refused > 0;

function usageOf(limit: Limit, { minute }: Merchant, atMs: number): NonNullable<RequestUse["state"]> {
  const used = minute.requests + (limit.minuteMs === minute.minuteMs ? limit.used : 0);
  const resetS = Math.max(1, Math.ceil((minute.minuteMs + MINUTE_MS - atMs) / 1000));
  return { limit: limit.perMinute, remaining: Math.max(0, limit.perMinute - used), resetS };
}

function begin(merchant: Merchant): () => void {
  merchant.inFlight += 1;
  merchant.minute.peakInFlight = Math.max(merchant.minute.peakInFlight, merchant.inFlight);
  let isOpen = true;
  return () => {
    if (isOpen) merchant.inFlight -= 1;
    isOpen = false;
  };
}

function syncLater(all: State): void {
  all.timer ??= setTimeout(() => {
    delete all.timer;
    void sync(all);
  }, SYNC_EVERY_MS).unref();
}

/** One at a time; concurrent callers share it. */
function sync(all: State): Promise<void> {
  all.syncing ??= withoutOwner(() => exchange(all))
    .catch((error: unknown) => log().warn({ error }, "API usage could not be written"))
    .finally(() => {
      // Also after a failure, so that the calls during an outage don't each wait for the database.
      all.syncedAtMs = performance.now();
      delete all.syncing;
    });
  return all.syncing;
}

async function exchange(all: State): Promise<void> {
  const deltas = takeDeltas(all);
  try {
    if (deltas.length > 0) await addUsage(db(), deltas);
  } catch (error) {
    giveBack(all, deltas);
    throw error;
  }
  const minuteMs = now().getTime() - (now().getTime() % MINUTE_MS);
  const rows = await findRateLimits(db(), minuteMs);
  all.limits = new Map(rows.map(({ merchantId, limit, used }) => [merchantId, { perMinute: limit, minuteMs, used }]));
}

/** The counts that are not stored yet; from here on they are part of the sums that the database returns. */
function takeDeltas(all: State): UsageDelta[] {
  const deltas: UsageDelta[] = [];
  for (const [merchantId, merchant] of all.merchants) {
    const { minute, inFlight, unsent } = merchant;
    merchant.unsent = [];
    deltas.push(...unsent);
    if (hasUse(minute)) {
      deltas.push(minute);
      merchant.minute = { ...minute, requests: 0, refused: 0, peakInFlight: inFlight };
      const limit = all.limits.get(merchantId);
      if (limit) raise(limit, minute);
    } else if (inFlight === 0 && unsent.length === 0) all.merchants.delete(merchantId);
  }
  return deltas;
}

/** Adds the counts that are being stored until the database has answered. */
function raise(limit: Limit, { minuteMs, requests }: UsageDelta): void {
  limit.used = requests + (limit.minuteMs === minuteMs ? limit.used : 0);
  limit.minuteMs = minuteMs;
}

/** The most minutes per merchant that are kept in memory while the database is unreachable: one hour. */
const MAX_UNSENT = 60;

/** A merchant with a delta is not forgotten meanwhile. Its minute stays: the next one may have begun. */
function giveBack({ merchants }: State, deltas: readonly UsageDelta[]): void {
  for (const delta of deltas) {
    const merchant = merchants.get(delta.merchantId);
    if (merchant) merchant.unsent = [...merchant.unsent, delta].slice(-MAX_UNSENT);
  }
}
