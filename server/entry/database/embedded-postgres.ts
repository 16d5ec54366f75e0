import { createHash, randomBytes, randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { localSecret, makeDataDir } from "../../lib/config/local-secrets";
import { startError } from "../../lib/config/start-error";
import { type ClusterSession, openSession, USER } from "./cluster-session";
import { freePort } from "./free-port";
import { supportsSocket, urlOf } from "./postgres-address";
import { isOpenTo, type Launcher, launcherFor } from "./postgres-launcher";

/** A running embedded PostgreSQL, which this process started or found running. */
export interface EmbeddedPostgres {
  /** The URL of one of its databases for the role that owns it, password included. */
  url(database: string): string;
  /** The same for the runtime role, which owns nothing. `ensureDatabase` creates it. */
  runtimeUrl(database: string): string;
  /** Creates the database and the runtime role unless they exist. */
  ensureDatabase(database: string): Promise<void>;
  /** Claims the data directory for this server process; false while another server holds it. */
  claimServer(): Promise<boolean>;
  /** Ends the use; stops PostgreSQL unless another process still uses it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** False for temporary test databases: a crash of the machine may lose them. */
  durable: boolean;
  /** False: only over loopback, for proxies in front of it. By default over a Unix socket, if the folder supports one. */
  usesSocket?: boolean;
  /** Ends the start between two steps. */
  signal?: AbortSignal;
}

interface Cluster extends EmbeddedOptions {
  /** PostgreSQL's own data directory. */
  folder: string;
  launcher: Launcher;
  password: string;
  runtimePassword: string;
}

/** Owns no table (ADR 52). Its rights on tables are granted by `runtime-role.ts`. */
const RUNTIME_USER = "bankside_app";
const MAX_CONNECTIONS = 200;
const START_DEADLINE_MS = 60_000;
const RETRY_MS = 100;
const LOG_TAIL_CHARACTERS = 600;
const DUPLICATE_OBJECT = "42710";
const UNIQUE_VIOLATION = "23505";
/**
 * Starts the embedded PostgreSQL of a data directory, or connects to a running one: it keeps running when its process
 * is killed, and the command line runs beside a server. It listens on 127.0.0.1 and, where the data folder supports one,
 * on a Unix socket, which is used then. It stops with its last user (`cluster-session.ts`).
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  makeDataDir(options.dataDir);
  const cluster = await openCluster(options);
  const deadline = Date.now() + START_DEADLINE_MS;
  for (let output = ""; ; await sleep(RETRY_MS)) {
    const session = await openSession(cluster);
    if (session) return running(cluster, session);
    // After a try to connect, so that a server that this start has started is returned and then released.
    options.signal?.throwIfAborted();
    if (Date.now() > deadline) throw startError(`The embedded PostgreSQL did not start. ${output}${logTail(cluster)}`);
    if (!existsSync(path.join(cluster.folder, "PG_VERSION"))) await initialise(cluster);
    options.signal?.throwIfAborted();
    output = await startServer(cluster);
  }
}

/** Whether a data directory has a cluster, running or not. */
export function hasCluster(dataDir: string): boolean {
  return foldersOf(path.resolve(dataDir)).some((folder) => existsSync(path.join(folder, "PG_VERSION")));
}

async function openCluster(options: EmbeddedOptions): Promise<Cluster> {
  const dataDir = path.resolve(options.dataDir);
  const newPassword = () => randomBytes(24).toString("base64url");
  const password = localSecret(dataDir, "database_password", newPassword);
  const runtimePassword = localSecret(dataDir, "database_runtime_password", newPassword);
  const secrets = { password, runtimePassword };
  const [inside, elsewhere] = foldersOf(dataDir);
  const existing = [inside, elsewhere].find((folder) => existsSync(folder));
  const launcher = launcherFor(existing ?? inside);
  if (!launcher.user) return { ...options, ...secrets, dataDir, launcher, folder: existing ?? inside };

  // The unprivileged user must reach the data: in DATA_DIR if the folders above it allow that, otherwise in another
  // folder.
  if (!isOpenTo(dataDir, launcher.user.uid)) chmodSync(dataDir, 0o711);
  const folder = isOpenTo(dataDir, launcher.user.uid) ? inside : elsewhere;
  if (folder === elsewhere) {
    chmodSync(dataDir, 0o700);
    mkdirSync(path.dirname(elsewhere), { recursive: true, mode: 0o711 });
  }
  if (existing && existing !== folder) renameSync(existing, folder);
  if (existing && statSync(folder).uid !== launcher.user.uid) await launcher.own(folder);
  return { ...options, ...secrets, dataDir, launcher, folder };
}

/** The possible data folders: inside the data directory, or outside for a user who can't reach it. */
function foldersOf(dataDir: string): [inside: string, elsewhere: string] {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return [path.join(dataDir, "postgres"), path.join("/var/lib/bankside", name, "postgres")];
}

// Created under a temporary name and renamed at the end, so that an interrupted start leaves no incomplete cluster.
async function initialise(cluster: Cluster): Promise<void> {
  const draft = `${cluster.folder}.${randomUUID()}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  await cluster.launcher.own(draft);
  await cluster.launcher.own(passwordFile);
  const flags = [
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const done = await cluster.launcher.run("initdb", [
    ...["-D", draft, "-U", USER, `--pwfile=${passwordFile}`, "--no-instructions", ...flags],
    ...(cluster.durable ? [] : ["--no-sync"]),
  ]);
  rmSync(passwordFile, { force: true });
  if (done.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw startError(`The embedded database cannot be created in ${cluster.folder}: ${done.output.trim()}`);
  }
  try {
    renameSync(draft, cluster.folder);
  } catch (error) {
    // Another start was faster; its cluster is used.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path.join(cluster.folder, "PG_VERSION"))) throw error;
  }
}

// pg_ctl starts the server in its own session: Ctrl-C reaches only this process, which stops the server last.
async function startServer(cluster: Cluster): Promise<string> {
  const remembered = path.join(cluster.dataDir, "postgres.port");
  const port = await freePort(existsSync(remembered) ? Number(readFileSync(remembered, "utf8")) : null);
  writeFileSync(remembered, String(port), { mode: 0o600 });
  const { folder, usesSocket = true } = cluster;
  const settings = {
    listen_addresses: "127.0.0.1",
    // Its data folder: a path of its own would have to be quoted for pg_ctl's shell, and relative it is short.
    unix_socket_directories: usesSocket && (await supportsSocket(folder)) ? "." : "",
    unix_socket_permissions: "0700",
    max_connections: String(MAX_CONNECTIONS),
    log_min_messages: "warning",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(cluster.durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value === "" ? '""' : value}`);
  const done = await cluster.launcher.run("pg_ctl", [
    ...["start", "--wait", "--timeout=30", "-D", cluster.folder, "-l", path.join(cluster.folder, "server.log")],
    ...["-o", `-p ${port} ${flags.join(" ")}`],
  ]);
  return done.code === 0 ? "" : done.output.trim();
}

/**
 * Roles belong to the cluster, and two starts may create this one at the same time: the second gets a duplicate error.
 */
async function ensureRuntimeRole(client: pg.Client, password: string): Promise<void> {
  const role = pg.escapeIdentifier(RUNTIME_USER);
  const found = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [RUNTIME_USER]);
  if (found.rowCount !== 0) return;
  const sql = `CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(password)}`;
  await client.query(sql).catch((error: { code?: string }) => {
    if (error.code !== DUPLICATE_OBJECT && error.code !== UNIQUE_VIOLATION) throw error;
  });
}

function running(cluster: Cluster, session: ClusterSession): EmbeddedPostgres {
  const { host, port } = session.client;
  const stopFlags = ["stop", "--wait", "--timeout=60", "--mode=fast", "-D", cluster.folder];
  return {
    url: (database) => urlOf(host, port, database, { user: USER, password: cluster.password }),
    runtimeUrl: (database) => urlOf(host, port, database, { user: RUNTIME_USER, password: cluster.runtimePassword }),
    ensureDatabase: async (database) => {
      const { client } = session;
      await ensureRuntimeRole(client, cluster.runtimePassword);
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
    },
    claimServer: session.claimServer,
    release: () => session.end(() => cluster.launcher.run("pg_ctl", stopFlags)),
  };
}

function logTail(cluster: Cluster): string {
  const file = path.join(cluster.folder, "server.log");
  return existsSync(file) ? `Its log ends with:\n${readFileSync(file, "utf8").slice(-LOG_TAIL_CHARACTERS)}` : "";
}
