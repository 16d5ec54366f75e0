import path from "node:path";
import { claimOf } from "../entry/database/claim-database";
import { checkDatabase, migrate } from "../entry/database/migrate";
import { prepareEnvironment } from "../entry/database/prepare";
import { databaseName } from "../entry/database/start-database";
import { type Env, env } from "../lib/config/env";
import { isStartError } from "../lib/config/start-error";
import { commandLineCtx } from "../lib/context";
import { closeDb } from "../lib/db";
import { isAppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { COMMANDS } from "./commands";
import { migrateCommand } from "./commands/migrate";
import { help, optionOf, parseArguments } from "./parse-arguments";

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const interruption = new AbortController();
/** Ends the use of the embedded PostgreSQL; undefined until it has started. */
let release: (() => Promise<void>) | undefined;

/**
 * PostgreSQL has a session of its own, which Ctrl-C does not reach: it is stopped here, which ends the command's
 * statements. A start that is not complete is ended by `interruption`, and released in `main`.
 */
function interrupt(signal: keyof typeof EXIT_CODES): void {
  // npm repeats the terminal's signal.
  if (interruption.signal.aborted) return;
  interruption.abort();
  process.exitCode = EXIT_CODES[signal];
  const leave = () => process.exit();
  void release?.().then(leave, leave);
}

/** Runs one command. Uses the embedded database of a running server, or starts one and stops it afterwards. */
async function main(): Promise<void> {
  const request = parseArguments(process.argv.slice(2), COMMANDS);
  if (request.kind === "help") {
    process.stdout.write(help(COMMANDS, request.command));
    return;
  }
  // Keeps the output of a command free of info lines.
  process.env["LOG_LEVEL"] ||= "warn";
  const { command, given } = request;
  const mayCreate = command.creates !== undefined && given.isSet(command.creates);
  const postgres = await prepareEnvironment(mayCreate ? "creator" : "tool", interruption.signal);
  release = async () => postgres?.release();
  try {
    interruption.signal.throwIfAborted();
    // Standard output belongs to the command.
    process.stderr.write(`Installation: ${installationOf(env(), postgres !== null)}\n`);
    // A demo that was never started has an empty database; elsewhere the operator says when to migrate.
    if (env().demo) {
      const { migrationUrl, databaseUrl, encryptionKeys: keys } = env();
      const claim = claimOf(env(), postgres !== null);
      await migrate(migrationUrl, process.cwd(), { runtimeUrl: databaseUrl, claim, keys });
    } else if (command !== migrateCommand) await checkDatabase(env(), process.cwd());
    const { json, text, failed } = await command.run(commandLineCtx(newId()), given);
    process.stdout.write(`${request.json ? JSON.stringify(json) : text}\n`);
    if (failed) process.exitCode = 1;
  } finally {
    await closeDb();
    await release();
  }
}

/** Where the command acts, without user and password. */
function installationOf({ dataDir, databaseUrl }: Env, isEmbedded: boolean): string {
  return isEmbedded ? `the demo in ${path.resolve(dataDir)}` : `the database ${databaseName(databaseUrl)}`;
}

/** The message of an error that the operator can fix, by option where there is one; any other error with its stack. */
function explain(error: unknown): string {
  if (isStartError(error)) return error.message;
  if (!isAppError(error)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const words = process.argv.slice(2).join(" ");
  const command = COMMANDS.find(({ name }) => words.startsWith(name));
  const fields = error.metadata?.errors?.map(({ field, message }) => `${optionOf(field, command)}: ${message}`) ?? [];
  const isMerchant = error.code === "MERCHANT_NOT_FOUND";
  const message = isMerchant ? `No such merchant. "merchant list" shows the ids of the merchants here.` : error.message;
  return [message, ...fields].join("\n");
}

process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
try {
  await main();
} catch (error) {
  if (!interruption.signal.aborted) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
