// A data folder in which the demo is prepared, made once and copied by each product: initdb and every migration take
// seconds, a copy takes a fraction of one.
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
import { fingerprint } from "../../scripts/lib/sources.mjs";

const root = path.join(import.meta.dirname, "../..");
const KEPT_IN = path.join(root, "node_modules/.cache/bankside");
/** Whatever the content of the folder depends on. */
const SOURCES = ["server", "prisma", "package-lock.json", "e2e/support/prepared-data.ts"];
const FOLDERS_KEPT = 2;
/** What belongs to one start: the port of PostgreSQL, the addresses of the server. */
const OF_ONE_START = ["postgres.port", "addresses.json"];
/** A journey kills the product, never the machine: PostgreSQL need not wait for the disk. */
const SETTINGS = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n";
const PRIVATE = 0o700;

/** Where the prepared folder of these sources is kept between runs. */
export function preparedFolder(): string {
  return path.join(KEPT_IN, `data-${fingerprint(SOURCES).slice(0, 12)}`);
}

/** Makes the folder unless it exists. PostgreSQL is stopped before the folder is kept. */
export function prepareData(folder: string): void {
  if (existsSync(folder)) return;
  const dataDir = mkdtempSync(path.join(tmpdir(), "bankside-e2e-prepared-"));
  const draft = `${folder}.${process.pid}`;
  try {
    const command = [path.join(root, "scripts/bankside.mjs"), "demo", "--json"];
    const env = { ...process.env, DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`The demo could not be prepared: ${stderr}`);
    // Where PostgreSQL's own user cannot reach the folder, its data is elsewhere: then each product makes its own.
    if (!existsSync(path.join(dataDir, "postgres/PG_VERSION"))) return;
    for (const file of OF_ONE_START) rmSync(path.join(dataDir, file), { force: true });
    appendFileSync(path.join(dataDir, "postgres/postgresql.conf"), SETTINGS);
    mkdirSync(KEPT_IN, { recursive: true });
    copyFolder(dataDir, draft);
    renameSync(draft, folder);
    removeOlder();
  } catch (error) {
    // Unless another run was first: a checkout that cannot be written to, for example. Then each product makes its own.
    if (!existsSync(folder)) console.error(`No data folder is kept for the journeys: ${error}`);
  } finally {
    for (const one of [dataDir, draft]) rmSync(one, { recursive: true, force: true });
  }
}

/** Copies the prepared folder, where there is one, into an empty data directory. */
export function copyPreparedData(folder: string, dataDir: string): void {
  if (existsSync(folder)) copyFolder(folder, dataDir);
}

/** The copy belongs to who copies, as a data directory that PostgreSQL has not been started in. */
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
