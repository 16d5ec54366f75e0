#!/usr/bin/env node
// For development. Replaces the `schema-engine` binary that Prisma's command line would download from its own host: the
// same arguments and the same JSON-RPC over stdio, by the WebAssembly build of the same engine from npm. Used for migrate
// deploy/dev/diff/status/reset and db push/pull. The product applies its migrations itself.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import readline from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const RPC_ERROR = 4466;
/** PostgreSQL's internal type "char": the adapter knows no such type, so the catalogue's columns of it are shown as bpchar. */
const OID_CHAR = 18;
const OID_BPCHAR = 1042;

const args = process.argv.slice(2);
const url = optionValues("--datasource").map((text) => JSON.parse(text).url)[0] || process.env.DATABASE_URL || null;
const schemaFiles = [...optionValues("--datamodels"), ...optionValues("-d")];

if (args.includes("cli")) await runCommand(args[args.indexOf("cli") + 1]);
else await serveRpc();

function optionValues(name) {
  return args.flatMap((arg, index) => (arg === name ? [args[index + 1]] : []));
}

/** Connects to a database of the same server for one piece of work. */
async function withClient(database, work) {
  const client = new pg.Client({ ...connectionOptions(), database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// Not `connectionString`: the adapter builds the shadow database's pool from these options with another `database`,
// and a connection string would win over it, so that the shadow database would be the real one.
function connectionOptions() {
  const { hostname, port, username, password, pathname, search } = new URL(url);
  return {
    // A Unix socket's folder is encoded.
    host: decodeURIComponent(hostname.replace(/^\[|\]$/g, "")),
    port: Number(port || "5432"),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(/sslmode=(require|verify)/.test(search) ? { ssl: true } : {}),
  };
}

async function runCommand(command) {
  const { database, host, port } = connectionOptions();
  const name = pg.escapeIdentifier(database);
  try {
    if (command === "can-connect-to-database") await withClient(database, (client) => client.query("SELECT 1"));
    else if (command === "create-database")
      await withClient("postgres", (client) => client.query(`CREATE DATABASE ${name}`));
    else if (command === "drop-database")
      await withClient("postgres", (client) => client.query(`DROP DATABASE IF EXISTS ${name}`));
    else throw new Error(`Unknown command: ${command}`);
  } catch (error) {
    const absent = error.code === "3D000";
    const message = absent ? `Database \`${database}\` does not exist` : error.message || String(error.code);
    const meta = absent ? { database_name: database } : { database_host: host, database_port: port };
    failCommand(message, meta, absent ? "P1003" : "P1001");
  }
}

/** The command line reads the last line of stderr as the error, after one line that says that the engine had started. */
function failCommand(message, meta, code) {
  const line = (level, fields) =>
    `${JSON.stringify({ level, timestamp: new Date().toISOString(), target: "schema_engine", fields })}\n`;
  process.stderr.write(line("INFO", { message: "Starting schema engine CLI" }));
  process.stderr.write(line("ERROR", { message, is_panic: false, error_code: code, meta }));
  process.exitCode = 1;
}

function adaptCharColumns(connection) {
  const performIO = connection.performIO.bind(connection);
  const queryRaw = connection.queryRaw.bind(connection);
  connection.performIO = async (query) => {
    const result = await performIO(query);
    query.charColumns = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== OID_CHAR) continue;
      field.dataTypeID = OID_BPCHAR;
      query.charColumns.push(index);
    }
    return result;
  };
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of query.charColumns ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return connection;
}

// The adapter would cut a script at every semicolon, also in the body of a function, and send each part on its own. In one
// message PostgreSQL runs it as one transaction, as the product does.
function sendScriptsWhole(connection) {
  const pool = connection.underlyingDriver();
  connection.executeScript = async (script) => {
    await pool.query(script).catch((error) => connection.onError(error));
  };
  return connection;
}

function adapt(connection) {
  return sendScriptsWhole(adaptCharColumns(connection));
}

function adapterFactory() {
  const options = connectionOptions();
  const schema = new URL(url).searchParams.get("schema");
  const factory = new PrismaPg(options, schema ? { schema } : undefined);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => adapt(await connect());
  factory.connectToShadowDb = async () => {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await withClient(options.database, (client) => client.query(`CREATE DATABASE "${name}"`));
    const connection = adapt(await new PrismaPg({ ...options, database: name }).connect());
    const dispose = connection.dispose.bind(connection);
    connection.dispose = async () => {
      await dispose();
      await withClient(options.database, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
    };
    return connection;
  };
  return bindMigrationAwareSqlAdapterFactory(factory);
}

async function loadEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) };
  const wasm = createRequire(import.meta.url)
    .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
    .replace(/\.js$/, ".wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const datamodels = schemaFiles.length > 0 ? schemaFiles.map((path) => [path, readFileSync(path, "utf8")]) : undefined;
  return glue.SchemaEngine.new({ datamodels }, () => {}, url ? adapterFactory() : offlineFactory());
}

// A diff between two schema files needs no database, but the engine requires a connection and reads its version and
// schema.
function offlineFactory() {
  const nothing = async () => ({ columnNames: [], columnTypes: [], rows: [] });
  const connection = {
    provider: "postgres",
    adapterName: "none",
    queryRaw: nothing,
    executeRaw: async () => 0,
    executeScript: async () => {},
    startTransaction: () => Promise.reject(new Error("This needs a database: set DATABASE_URL.")),
    dispose: async () => {},
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
  };
  const connect = async () => connection;
  return bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "none",
    connect,
    connectToShadowDb: connect,
  });
}

async function answer(engine, method, params) {
  const result = (await engine[method](params)) ?? {};
  if (method !== "diff") return result;
  if (result.stdout != null) send({ method: "print", params: { content: result.stdout }, id: 0 });
  return { exitCode: result.exitCode, stdout: result.stdout ?? null };
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

async function serveRpc() {
  let engine;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const { id, method, params } = JSON.parse(line);
    try {
      engine ??= await loadEngine();
      send({ id, result: await answer(engine, method, params) });
    } catch (error) {
      const message = error?.message ?? String(error);
      const data = { is_panic: false, message, meta: error?.meta ?? {}, error_code: error?.code ?? error?.error_code };
      send({ id, error: { code: RPC_ERROR, message, data } });
    }
  }
  process.exit(0);
}
