import { db, isDatabaseUnavailable } from "../lib/db";
import { log } from "../lib/log";
import { withoutOwner } from "../lib/request-slot";
import { type CallRow, insertCalls } from "./call-store";

/** A call waits this long for others to be written with it: what a crash loses at most. */
const FLUSH_AFTER_MS = 250;
const BATCH_ROWS = 500;
const RETRY_AFTER_MS = 1_000;
/** What is kept in memory while the database is away; past it the oldest calls go. About 16 MiB. */
const MAX_BUFFERED_CHARACTERS = 16 * 1024 * 1024;
/** What a row weighs beside its texts. */
const ROW_CHARACTERS = 500;

type Buffer = {
  rows: CallRow[];
  characters: number;
  dropped: number;
  timer?: NodeJS.Timeout;
  flushing?: Promise<void>;
};

// The entry and Next's bundles are separate module graphs in one process: one buffer, flushed once at the end.
const kept = globalThis as { banksideCallLog?: Buffer };

function buffer(): Buffer {
  kept.banksideCallLog ??= { rows: [], characters: 0, dropped: 0 };
  return kept.banksideCallLog;
}

/** Puts a call into the buffer. Takes no time that a caller would notice, never fails, and never grows without end. */
export function logCall(row: CallRow): void {
  const state = buffer();
  state.rows.push(row);
  state.characters += weightOf(row);
  dropOldest(state);
  if (state.rows.length >= BATCH_ROWS) void flush(state);
  else flushLater(state, FLUSH_AFTER_MS);
}

/** Writes what is buffered now. For shutting down, and for tests; an unreachable database is no error. */
export function flushCalls(): Promise<void> {
  return flush(buffer());
}

function weightOf(row: CallRow): number {
  return ROW_CHARACTERS + row.path.length + (row.request?.length ?? 0) + (row.answer?.length ?? 0);
}

function dropOldest(state: Buffer): void {
  while (state.characters > MAX_BUFFERED_CHARACTERS) {
    const oldest = state.rows.shift();
    if (!oldest) return;
    state.characters -= weightOf(oldest);
    if (state.dropped === 0) log().warn("the log of calls is full: its oldest rows are dropped");
    state.dropped += 1;
  }
}

function flushLater(state: Buffer, afterMs: number): void {
  state.timer ??= setTimeout(() => {
    delete state.timer;
    void flush(state);
  }, afterMs);
}

/** One flush at a time; whoever comes in between waits for the same one. */
function flush(state: Buffer): Promise<void> {
  state.flushing ??= withoutOwner(() => writeAll(state)).finally(() => {
    delete state.flushing;
  });
  return state.flushing;
}

async function writeAll(state: Buffer): Promise<void> {
  while (state.rows.length > 0) {
    const batch = state.rows.splice(0, BATCH_ROWS);
    const characters = batch.reduce((sum, row) => sum + weightOf(row), 0);
    try {
      await insertCalls(db(), batch);
      state.characters -= characters;
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        state.rows.unshift(...batch);
        dropOldest(state);
        return flushLater(state, RETRY_AFTER_MS);
      }
      // Never twice: a row that the database refuses would stop all that come after it.
      state.characters -= characters;
      log().error({ error, calls: batch.length }, "calls were not logged");
    }
  }
  if (state.dropped > 0) log().warn({ calls: state.dropped }, "calls were dropped from the log while it was full");
  state.dropped = 0;
}
