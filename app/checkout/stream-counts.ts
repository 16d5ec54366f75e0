import { boundNamed } from "@/server/lib/bounds";

/** What a stream counts for: a payment request or a payment link, and its merchant. */
export type Subject = { id: string; merchantId: string };

/** Limits of open streams: of one subject, of one merchant with all its payments and links, and of this process. */
export type StreamLimits = { own: number; merchant: number; all: number };

type StreamCounts = { ofSubjects: Map<string, number>; ofMerchants: Map<string, number>; all: number };

// Next.js bundles each route separately; `globalThis` makes the counts process-wide.
const kept = globalThis as { banksideStreams?: StreamCounts };

function counts(): StreamCounts {
  kept.banksideStreams ??= { ofSubjects: new Map(), ofMerchants: new Map(), all: 0 };
  return kept.banksideStreams;
}

function add(numbers: Map<string, number>, name: string, by: 1 | -1): void {
  const next = (numbers.get(name) ?? 0) + by;
  if (next > 0) numbers.set(name, next);
  else numbers.delete(name);
}

function count({ id, merchantId }: Subject, by: 1 | -1): void {
  const all = counts();
  add(all.ofSubjects, id, by);
  add(all.ofMerchants, merchantId, by);
  all.all += by;
}

/** Number of open streams in this process. For tests. */
export function openStreams(): number {
  return counts().all;
}

/**
 * Counts a stream, and returns what ends it, which acts once. Null above a limit. `limits` for tests.
 */
export function takeStream(
  { id, merchantId }: Subject,
  limits: StreamLimits = boundNamed("event stream").streams,
): (() => void) | null {
  const { ofSubjects, ofMerchants, all } = counts();
  const isFull =
    all >= limits.all ||
    (ofSubjects.get(id) ?? 0) >= limits.own ||
    (ofMerchants.get(merchantId) ?? 0) >= limits.merchant;
  if (isFull) return null;
  count({ id, merchantId }, 1);
  let isOpen = true;
  return () => {
    if (isOpen) count({ id, merchantId }, -1);
    isOpen = false;
  };
}
