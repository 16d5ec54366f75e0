import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "./start-error.js";

/** Saved at least every 55 seconds while a listener runs: an older file is one of a killed process. */
const STALE_MS = 60_000;

/** `pid`: the process that runs the listener; null: none. */
type Saved = { cursor: string | null; pid: number | null; savedAt: number };

export type PositionFile = {
  /** Where the listener stopped; null: it is new. */
  cursor: string | null;
  save(cursor: string): void;
  /** The listener is still running. */
  touch(): void;
  /** Another process may run the listener now. */
  release(): void;
};

/**
 * Opens the file that keeps a listener's position between runs. `identity`: what makes it another listener.
 * @throws StartError when another process runs the listener, and when the file cannot be written
 */
export function openPositionFile(folder: string, name: string, identity: readonly unknown[]): PositionFile {
  const digest = createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 16);
  const file = path.join(folder, `listen-${name}-${digest}.json`);
  const saved = read(file);
  if (saved?.pid && saved.pid !== process.pid && Date.now() - saved.savedAt < STALE_MS && isRunning(saved.pid)) {
    const sentence = `A listener named "${name}" is already running (process ${saved.pid}).`;
    throw new StartError(`${sentence} Stop it, or choose another --name.`);
  }
  let cursor = saved?.cursor ?? null;
  const write = (pid: number | null) => {
    // Renamed, so that a kill leaves the old file or the new one.
    writeFileSync(`${file}.new`, JSON.stringify({ cursor, pid, savedAt: Date.now() } satisfies Saved));
    renameSync(`${file}.new`, file);
  };
  try {
    mkdirSync(folder, { recursive: true });
    write(process.pid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`Cannot write ${file} (${code}). Set XDG_STATE_HOME to a folder that you can write.`);
  }
  return {
    cursor,
    save(next) {
      cursor = next;
      write(process.pid);
    },
    touch: () => write(process.pid),
    release: () => write(null),
  };
}

function read(file: string): Saved | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
