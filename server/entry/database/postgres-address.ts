import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** A Unix socket's whole path, in bytes: 104 on macOS and 108 on Linux, each with an end mark. */
const MAX_SOCKET_PATH = 103;
const LOOPBACK = "127.0.0.1";

/** The login of a role. */
type Login = { user: string; password: string };

/** The port that the server of a data folder wrote down; undefined if none runs. */
export function servingPort(folder: string): number | undefined {
  const file = path.join(folder, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  // Process id, data directory, start time, port, …
  const port = Number(readFileSync(file, "utf8").split("\n")[3]);
  return port > 0 ? port : undefined;
}

/**
 * The hosts at which the server of a data folder may be reached: first the Unix socket in that folder, which costs less
 * than TCP and which only its owner can open. The host of a socket is its folder.
 */
export function hostsOf(folder: string, port: number): string[] {
  return [...(existsSync(socketOf(folder, port)) ? [folder] : []), LOOPBACK];
}

/** The URL of a database. libpq and `pg` read an encoded path as the folder of the socket. */
export function urlOf(host: string, port: number, database: string, { user, password }: Login): string {
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}

/**
 * Whether a server can listen on a Unix socket in this folder. Not if its path is too long, on Windows (Node has no such
 * sockets there), and on file systems without sockets, such as a Windows folder seen from WSL.
 */
export async function supportsSocket(folder: string): Promise<boolean> {
  const longest = socketOf(folder, 65_535);
  if (process.platform === "win32" || Buffer.byteLength(longest) > MAX_SOCKET_PATH) return false;
  const trial = path.join(folder, `.s.try.${process.pid}`);
  const server = createServer();
  try {
    return await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(trial, () => resolve(true));
    });
  } finally {
    server.close();
    rmSync(trial, { force: true });
  }
}

function socketOf(folder: string, port: number): string {
  return path.join(folder, `.s.PGSQL.${port}`);
}
