import type { ShareLimits } from "./slot-share";

/** Whom a request counts for. `credential` null: a stranger, known by the address alone. */
export type SlotCaller = { owner: string; credential: string | null };

/** A kind of request with a bound of its own (bounds.ts): how many of it at once, for one owner and for all. */
export type SlotClass = { name: string; own: number; all: number };

export type SlotLimits = ShareLimits & {
  /** At once in the process; more than a few dozen only queue at the processor and the database. */
  all: number;
  /** At once for all strangers together: callers with a credential always find a slot. */
  strangers: number;
  /** At once for one credential, one address, and one owner with all of its credentials. */
  credential: number;
  address: number;
  owner: number;
  /** A request that has taken longer waits for something else than the processor, and does not count towards the share. */
  workMs: number;
  /** An owner counts as active for so long after a request. */
  activeMs: number;
  /** Requests of one owner that wait for the bank at once without holding a slot. */
  paused: number;
  /** Queued at once, for one owner and for all; each takes up to 20 KiB. */
  queue: { own: number; all: number };
  /** A request that is queued for longer is refused. */
  waitMs: number;
};

export const SLOT_LIMITS: SlotLimits = {
  all: 64,
  strangers: 48,
  credential: 16,
  address: 8,
  owner: 32,
  share: { least: 1, most: 8 },
  busyAbove: 0.5,
  workMs: 250,
  activeMs: 1_000,
  paused: 64,
  queue: { own: 256, all: 2_048 },
  waitMs: 10_000,
};

export type SlotRequest = {
  caller: SlotCaller;
  class: SlotClass | null;
};
