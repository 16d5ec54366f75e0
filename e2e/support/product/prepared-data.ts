// A data folder with the demo, made once and copied by each installation: initdb and the migrations take seconds, a copy a
// fraction of one.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { removeAtEnd } from "../../../scripts/lib/remove-at-end.mjs";
import { fingerprint } from "../../../scripts/lib/sources.mjs";

const root = path.join(import.meta.dirname, "../../..");
const KEPT_IN = path.join(root, "node_modules/.cache/bankside");
/** The sources on which the folder's content depends. */
const SOURCES = ["server", "simbank", "prisma", "package-lock.json", "e2e/support/product/prepared-data.ts"];
const FOLDERS_KEPT = 2;
/** Files of one start: PostgreSQL's port and the server's addresses. */
const OF_ONE_START = ["postgres.port", "addresses.json"];
/** Specs kill processes and never the machine, so PostgreSQL need not flush to disk. */
const SETTINGS = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n";
const PRIVATE = 0o700;

/** The prepared folder of these sources, kept between runs. */
export function preparedFolder(): string {
  return path.join(KEPT_IN, `data-${fingerprint(SOURCES).slice(0, 12)}`);
}

/** Makes the folder unless it exists. PostgreSQL is stopped before the folder is kept. */
export function prepareData(folder: string): void {
  if (existsSync(folder)) return;
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-e2e-prepared-"));
  const draft = `${folder}.${process.pid}`;
  removeAtEnd(dataDir, draft);
  try {
    const command = [path.join(root, "scripts/bankside.mjs"), "demo", "--create", "--json"];
    const env = { ...process.env, DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`The demo could not be prepared: ${stderr}`);
    // Where PostgreSQL runs as a user who cannot reach the folder, its data is elsewhere: each installation makes its own.
    if (!existsSync(path.join(dataDir, "postgres/PG_VERSION"))) return;
    for (const file of OF_ONE_START) rmSync(path.join(dataDir, file), { force: true });
    appendFileSync(path.join(dataDir, "postgres/postgresql.conf"), SETTINGS);
    mkdirSync(KEPT_IN, { recursive: true });
    copyFolder(dataDir, draft);
    renameSync(draft, folder);
    removeOlder();
  } catch (error) {
    // Another run may have made it first. Without it (a read-only checkout, for example) each installation makes its own.
    if (!existsSync(folder)) console.error(`The prepared data folder could not be kept: ${error}`);
  } finally {
    for (const one of [dataDir, draft]) rmSync(one, { recursive: true, force: true });
  }
}

/** Copies the prepared folder, if it exists, into an empty data directory. */
export function copyPreparedData(folder: string, dataDir: string): void {
  if (existsSync(folder)) copyFolder(folder, dataDir);
}

/** Copies a data directory in which PostgreSQL is not running. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const one of [to, path.join(to, "postgres")]) chmodSync(one, PRIVATE);
}

function removeOlder(): void {
  const madeAt = (name: string) => statSync(path.join(KEPT_IN, name)).mtimeMs;
  const folders = readdirSync(KEPT_IN).filter((name) => /^data-[0-9a-f]{12}$/.test(name));
  for (const name of folders.sort((a, b) => madeAt(b) - madeAt(a)).slice(FOLDERS_KEPT))
    rmSync(path.join(KEPT_IN, name), { recursive: true, force: true });
}
