import { db } from "../../lib/db";
import { isDatabaseUnavailable } from "../../lib/db-outage";
import { log } from "../../lib/log";
import { withoutOwner } from "../../lib/request-slot";
import { type CallRow, insertCalls } from "./call-store";

/** The delay after which buffered calls are written together; a crash loses at most these. */
const FLUSH_AFTER_MS = 250;
const BATCH_ROWS = 500;
const RETRY_AFTER_MS = 1_000;
/**
 * The most characters in memory while the database is unreachable, about 16 MiB; beyond it the oldest calls are
 * dropped.
 */
const MAX_BUFFERED_CHARACTERS = 16 * 1024 * 1024;
/** The estimated size of a row in addition to its texts. */
const ROW_CHARACTERS = 500;

type Buffer = {
  rows: CallRow[];
  characters: number;
  dropped: number;
  timer?: NodeJS.Timeout;
  flushing?: Promise<void>;
};

// The entry and Next's bundles are separate module graphs in one process: one buffer, flushed once at shutdown.
const kept = globalThis as { banksideCallLog?: Buffer };

function buffer(): Buffer {
  kept.banksideCallLog ??= { rows: [], characters: 0, dropped: 0 };
  return kept.banksideCallLog;
}

/** Buffers a call. It returns immediately, never fails, and the buffer is bounded. */
export function logCall(row: CallRow): void {
  const state = buffer();
  state.rows.push(row);
  state.characters += weightOf(row);
  dropOldest(state);
  if (state.rows.length >= BATCH_ROWS) void flush(state);
  else flushLater(state, FLUSH_AFTER_MS);
}

/** Writes the buffered calls now, at shutdown and in tests. An unreachable database is not an error. */
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
    if (state.dropped === 0) log().warn("request log: buffer full, dropping the oldest rows");
    state.dropped += 1;
  }
}

function flushLater(state: Buffer, afterMs: number): void {
  state.timer ??= setTimeout(() => {
    delete state.timer;
    void flush(state);
  }, afterMs);
}

/** One flush at a time; concurrent callers wait for it. */
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
      // Removed after one failure: a row that the database refuses would block all later ones.
      state.characters -= characters;
      log().error({ error, calls: batch.length }, "request log: rows could not be written");
    }
  }
  if (state.dropped > 0)
    log().warn({ calls: state.dropped }, "request log: rows were dropped while the buffer was full");
  state.dropped = 0;
}
