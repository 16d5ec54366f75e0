import type { ShareLimits } from "./slot-share";

/** The caller that a request counts for. `credential` null: an anonymous caller, identified by address. */
export type SlotCaller = { owner: string; credential: string | null };

/** A kind of request with its own concurrency limits (bounds.ts), per owner and in total. */
export type SlotClass = { name: string; own: number; all: number };

export type SlotLimits = ShareLimits & {
  /** Concurrent requests of the process. More than a few dozen only queue at the processor and the database. */
  all: number;
  /** Concurrent anonymous requests. The rest of `all` is reserved for authenticated callers. */
  anonymous: number;
  /** Concurrent requests of one credential, one address, and one owner with all its credentials. */
  credential: number;
  address: number;
  owner: number;
  /** Requests older than this wait for I/O and do not count towards the share. */
  workMs: number;
  /** An owner counts as active for this long after a request. */
  activeMs: number;
  /** Requests of one owner that may wait for a bank or a reader without a slot. */
  paused: number;
  /** Queue lengths, per owner and in total. A queued request takes up to 20 KiB, and its body (`incoming-bodies.ts`). */
  queue: { own: number; all: number };
  /** A request queued for longer is rejected. */
  waitMs: number;
};

export const SLOT_LIMITS: SlotLimits = {
  all: 64,
  anonymous: 48,
  credential: 16,
  address: 8,
  owner: 32,
  share: { min: 1, max: 8 },
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
  /** Gets what takes the request out of the queue. */
  onQueued?(leave: () => void): void;
};
