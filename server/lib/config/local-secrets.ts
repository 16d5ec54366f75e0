import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startError } from "./start-error";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const LOCK_STALE_MS = 10_000;
const LOCK_RETRY_MS = 20;
const SECRETS_FILE = "secrets.json";

/**
 * Creates the data directory, readable by its owner only. Throws a start error when that is not possible, or when it
 * cannot hold files.
 */
export function makeDataDir(dataDir: string): void {
  const probe = path.join(dataDir, `probe.${randomUUID()}`);
  let doing = "create";
  try {
    makeFolders(path.resolve(dataDir));
    doing = "write in";
    writeFileSync(probe, "", { mode: PRIVATE_FILE });
    // The lock below is a hard link.
    linkSync(probe, `${probe}.link`);
    rmSync(`${probe}.link`);
    rmSync(probe);
  } catch (cause) {
    const reason = `${String(codeOf(cause) ?? cause)}`;
    throw startError(
      `Cannot ${doing} the data directory ${dataDir} (${reason}). Set DATA_DIR to a folder on a local disk that this user can write to.`,
      cause,
    );
  }
}

// Not `recursive`: where a file system refuses new folders with "no such file", as /proc does, Node 20 tries for ever.
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * A secret of this installation's demo, stored in `DATA_DIR/secrets.json` (mode 0600): the stored value, otherwise the
 * result of `make`, which is stored. Two processes that start together get the same value.
 */
export function localSecret(dataDir: string, name: string, make: () => string): string {
  const stored = readSecrets(dataDir)[name];
  if (stored !== undefined) return stored;
  makeDataDir(dataDir);
  return underLock(path.join(dataDir, "secrets.lock"), () => {
    const secrets = readSecrets(dataDir);
    const value = secrets[name] ?? make();
    const draft = path.join(dataDir, `secrets.${randomUUID()}.tmp`);
    writeFileSync(draft, `${JSON.stringify({ ...secrets, [name]: value }, null, 2)}\n`, { mode: PRIVATE_FILE });
    renameSync(draft, path.join(dataDir, SECRETS_FILE));
    return value;
  });
}

/** Whether the data directory has secrets of an earlier start. */
export function hasSecrets(dataDir: string): boolean {
  return existsSync(path.join(dataDir, SECRETS_FILE));
}

function readSecrets(dataDir: string): Record<string, string> {
  const file = path.join(dataDir, SECRETS_FILE);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  } catch (cause) {
    // Without a folder `makeDataDir` says what is wrong.
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "ENOTDIR") return {};
    throw startError(
      `Cannot read ${file}. It belongs to the demo in that folder and to the user who started it.`,
      cause,
    );
  }
}

// Creating a hard link is atomic on every platform. The lock of a dead holder is taken over.
function underLock<T>(lock: string, work: () => T): T {
  const mine = `${lock}.${randomUUID()}`;
  writeFileSync(mine, "", { mode: PRIVATE_FILE });
  try {
    while (!tryLink(mine, lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_RETRY_MS);
    try {
      return work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const pausedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (pausedAt !== undefined && Date.now() - pausedAt > LOCK_STALE_MS) rmSync(lock, { force: true });
    return false;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
