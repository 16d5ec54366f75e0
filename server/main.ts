import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { readAuditProtection } from "./audit/read-protection";
import { syncCatalogue } from "./banks/sync-catalogue";
import { checkConnections, reloadKeyFiles } from "./connectors/connections/check-connections";
import { probeSimbank, resolveSimbank } from "./connectors/connections/probe-simbank";
import { hasLiveConnections } from "./connectors/profiles";
import { type DemoObject, ensureDemo } from "./demo/ensure-demo";
import { demoWebhookSecret } from "./demo/ensure-demo-shop";
import { startReceiver } from "./demo/visitors/receiver";
import { type DemoShop, startDemoShop } from "./demo-shop/server";
import { collectGarbage } from "./entry/collect-garbage";
import { claimOf } from "./entry/database/claim-database";
import type { EmbeddedPostgres } from "./entry/database/embedded-postgres";
import { migrate } from "./entry/database/migrate";
import { mistypedSettings, prepareEnvironment, readConfiguration, startSentence } from "./entry/database/prepare";
import { underStartLock } from "./entry/database/start-lock";
import { checkPort, type Entry, type EntryOptions, startEntry } from "./entry/entry-server";
import { listenError } from "./entry/listen";
import { preparePages } from "./entry/pages";
import { panel } from "./entry/panel";
import { readiness } from "./entry/readiness";
import { plain } from "./entry/refusals";
import { onReload } from "./entry/reload";
import { cacheResponses } from "./entry/response-cache";
import { onClosedTerminal, onShutdown, stopTimes } from "./entry/shutdown";
import { announce, step, warn, writeLogLines } from "./entry/step";
import { onUncaughtError } from "./entry/uncaught-errors";
import { flushCalls } from "./http/call-log/call-log";
import { handleApi } from "./http/handler";
import { apiListener } from "./http/listener";
import { startHeartbeat } from "./jobs/heartbeat";
import { startWorker, type Worker } from "./jobs/worker";
import { now } from "./lib/clock";
import { type Env, env } from "./lib/config/env";
import { serveOwnOrigin } from "./lib/config/own-origin";
import { simbankHostOf } from "./lib/config/simbank-origin";
import { startError } from "./lib/config/start-error";
import { ineffectiveSettings } from "./lib/config/unknown-settings";
import { closeDb } from "./lib/db";
import { log } from "./lib/log";
import { syncRequestUse } from "./merchants/rate-limit";
import { closeWatches } from "./payments/checkout/watch-checkout";

/** npm and `scripts/start.mjs` set the working directory to it. */
const projectRoot = process.cwd();
const LOOPBACKS = ["127.0.0.1", "::1"];
const OPENAPI_PATH = "/openapi.json";

/** The running parts, in the order in which they are stopped. */
interface Running {
  entry?: Entry;
  shop?: DemoShop;
  /** Of a public demo, instead of the shop. */
  receiver?: Server;
  /** With ROLE=web only its heartbeat. */
  worker?: Worker;
  /** Set when the start begins: the database may be serving before the promise resolves. */
  postgres?: Promise<EmbeddedPostgres | null>;
  /** The database is reachable and migrated. */
  database?: true;
}

const running: Running = {};
const stopping = new AbortController();

/** Runs and prints one step of the start. Throws the abort reason once a stop has begun. */
async function part<T>(name: string, work: () => Promise<T>): Promise<T> {
  stopping.signal.throwIfAborted();
  const result = await step(name, work);
  stopping.signal.throwIfAborted();
  return result;
}

async function start(): Promise<void> {
  const mistyped = mistypedSettings();
  try {
    const { demo: isDemo } = readConfiguration();
    // A reload during the start waits for its end, because the key files may have been read before.
    if (isDemo) onClosedTerminal();
    else onReload(() => started.then(reloadKeyFiles));
    // A service's output is a log; the demo's addresses are for its reader, also in a file.
    if (!isDemo && !process.stdout.isTTY) writeLogLines();
  } finally {
    // Of a refused start too: a mistyped name is a usual reason.
    for (const sentence of mistyped) warn(sentence);
  }
  await part("starting the database", () => {
    running.postgres = prepareEnvironment("server", stopping.signal);
    return running.postgres;
  });
  const settings = env();
  for (const sentence of ineffectiveSettings(settings, now())) warn(sentence);
  const { role, baseUrl, simbankUrl } = settings;
  const serves = role !== "worker";
  const served = entryOptions(settings);
  if (served) await checkPort(served);
  const { migrationUrl, databaseUrl: runtimeUrl, encryptionKeys: keys } = settings;
  const isEmbedded = (await running.postgres) !== null;
  const claim = claimOf(settings, isEmbedded);
  const { signal } = stopping;
  await part("migrating the database", () => migrate(migrationUrl, projectRoot, { runtimeUrl, claim, keys, signal }));
  running.database = true;
  // Before the process seals or reads anything: else its key could be retired, or its schema changed, meanwhile.
  const seen = await startHeartbeat("web");
  running.worker = seen;
  await warnOfWeakRole();
  const hasDemoData = settings.demo && !settings.demoPublic;
  // One process at a time: each creates what is missing.
  const alone = <T>(work: () => Promise<T>) => underStartLock(migrationUrl, work, signal);
  if (!hasDemoData) await part("updating the bank catalogue", () => alone(syncCatalogue));
  const demo = hasDemoData ? await part("preparing the demo", () => alone(ensureDemo)) : null;
  await part("checking the bank connections", checkConnections);
  const otherBank = settings.simbankEnabled && simbankUrl !== baseUrl ? simbankUrl : null;
  if (otherBank !== null)
    await part("resolving the simulated bank's name", () => checkSimbank(resolveSimbank, otherBank));
  if (served && serves) await part("starting the HTTP server", () => serve(served, settings, demo));
  // After the HTTP server: the worker resends interrupted bank calls at once, maybe to the simulated bank of this process.
  if (role !== "web") {
    running.worker = await startWorker();
    await seen.stop();
  }
  if (otherBank !== null) await part("checking the simulated bank", () => checkSimbank(probeSimbank, otherBank));
  if (served && !serves)
    running.entry = await startEntry(served, { api: notServed, page: notServed, isReady: workerReadiness });
  await collectGarbage();
  announce(panel(settings, demo, isEmbedded), "Bankside is running", {
    role,
    ...(serves ? { console: `${baseUrl}/console` } : {}),
  });
}

/**
 * Every test payment would fail at a simulated bank that this process cannot reach, and only the log would say why. The
 * name is checked first. The bank last, because SIMBANK_URL may be a second name of this installation, whose balancer waits
 * until this process is ready. With live connections only logged: live payments do not depend on it.
 */
async function checkSimbank(check: typeof probeSimbank, simbankUrl: string): Promise<void> {
  const fault = await check(simbankUrl, { signal: stopping.signal });
  if (fault === null) return;
  if (!(await hasLiveConnections())) throw startError(fault);
  log().error({ alert: true }, fault);
}

/** Only a warning: the operator's System page shows it as well. */
async function warnOfWeakRole(): Promise<void> {
  const weaknesses = await readAuditProtection({});
  if (weaknesses.length === 0) return;
  const advice = "Give DATABASE_URL a role that owns no tables: docs/operate/hardening.md.";
  log().warn({ weaknesses }, `The database role can change the audit log. ${advice}`);
}

// The demo listens on both loopback addresses, because browsers resolve "localhost" to either and another program could
// listen on the other one. A demo refuses other host names: a page of another site must not read the outbox by DNS rebinding.
// A worker serves its health checks only, if they have a port.
function entryOptions(settings: Env): EntryOptions | null {
  const { role, host, demo, baseUrl, healthPort } = settings;
  const port = role === "worker" ? healthPort : settings.port;
  if (port === null) return null;
  const names = new Set(["localhost", "127.0.0.1", "[::1]", host, new URL(baseUrl).hostname]);
  const rules = { hosts: demo ? names : null, simbankHost: simbankHostOf(settings) };
  const portVariable = role === "worker" ? "HEALTH_PORT" : "PORT";
  return { port, portVariable, hosts: hostsOf(settings), rules, isHttps: baseUrl.startsWith("https://") };
}

function notServed(_request: IncomingMessage, response: ServerResponse): void {
  plain(response, 404, "This process is a worker. It serves /healthz and /readyz only.");
}

/** About the worker of this process, where `/readyz` elsewhere is about any. */
async function workerReadiness() {
  const { database } = await readiness();
  const worker = running.worker?.isBeating() ?? false;
  return { ready: database && worker, database, worker };
}

function hostsOf({ host, hostIsDefault }: Env): readonly string[] {
  return hostIsDefault ? LOOPBACKS : [host];
}

async function serve(options: EntryOptions, settings: Env, demo: DemoObject | null): Promise<void> {
  const { port, host } = settings;
  const pages = await preparePages({ projectRoot, port, host });
  const cached = cacheResponses((address) => (address === OPENAPI_PATH ? makeOpenApi() : pages.make(address)));
  running.entry = await startEntry(options, { api: apiListener(), page: pages.answer, cached, isReady: readiness });
  serveOwnOrigin(settings.baseUrl, { host: hostsOf(settings)[0] ?? host, port });
  if (demo) running.shop = await openShop(settings, demo);
  else if (settings.demoPublic) running.receiver = await startReceiver(settings.shopPort);
}

async function makeOpenApi() {
  const response = await handleApi(new Request(`http://localhost${OPENAPI_PATH}`), { remoteAddress: null });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

async function openShop(settings: Env, demo: DemoObject): Promise<DemoShop> {
  const merchant = demo.merchants[0];
  if (!merchant) throw new Error("The demo has no merchant.");
  const { shopPort: port, host, baseUrl: apiUrl, dataDir } = settings;
  const { client_id: clientId, client_secret: clientSecret } = merchant;
  const hosts = hostsOf(settings);
  const options = { port, hosts, apiUrl, dataDir, webhookSecret: demoWebhookSecret(), clientId, clientSecret };
  return startDemoShop(options).catch((error: NodeJS.ErrnoException & { address?: string }) => {
    throw error.code ? listenError(port, error.address ?? host, error, "SHOP_PORT") : error;
  });
}

let stopped: Promise<void> | undefined;

/** Stops once; later calls get the same promise. Only a stop by signal has a delay: a failed process must not serve. */
function stop(delayMs = 0): Promise<void> {
  stopped ??= stopAll(delayMs);
  return stopped;
}

/** Stops the HTTP servers first, then the worker, then the database. */
async function stopAll(delayMs: number): Promise<void> {
  stopping.abort();
  const { timeoutMs } = stopTimes();
  // The step of the start that is running may still start a part that has to be stopped here.
  await Promise.race([started.catch(() => undefined), sleep(timeoutMs)]);
  running.receiver?.close();
  await Promise.all([running.shop?.close(timeoutMs), running.entry?.drain(timeoutMs, delayMs)]);
  await running.worker?.stop();
  if (running.database) {
    await closeWatches();
    await flushCalls();
    await syncRequestUse();
    await closeDb();
  }
  const postgres = await running.postgres?.catch(() => null);
  await postgres?.release();
}

onShutdown(() => stop(stopTimes().delayMs));
onUncaughtError(stop);
const started = start();
try {
  await started;
} catch (error) {
  // After an abort, the stop that caused it ends the process.
  if (!stopping.signal.aborted) {
    const sentence = startSentence(error);
    if (sentence !== null) process.stderr.write(`\n${sentence}\n`);
    else log().fatal({ error }, "start failed");
    await stop().catch(() => undefined);
    process.exit(1);
  }
}
