import { setTimeout as sleep } from "node:timers/promises";
import { readAuditProtection } from "./audit/read-protection";
import { syncCatalogue } from "./banks/sync-catalogue";
import { checkConnections, takeNewKeyFiles } from "./connectors/check-connections";
import { type DemoObject, ensureDemo } from "./demo/ensure-demo";
import { demoWebhookSecret } from "./demo/ensure-demo-shop";
import { type DemoShop, startDemoShop } from "./demo-shop/server";
import { claimOf } from "./entry/claim-database";
import type { EmbeddedPostgres } from "./entry/embedded-postgres";
import { type Entry, listenError, startEntry } from "./entry/entry-server";
import { keepAnswers } from "./entry/kept-answers";
import { onUncaught } from "./entry/last-resort";
import { migrate } from "./entry/migrate";
import { preparePages } from "./entry/pages";
import { panel } from "./entry/panel";
import { prepareEnvironment, readConfiguration } from "./entry/prepare";
import { readiness } from "./entry/readiness";
import { onReload } from "./entry/reload";
import { onShutdown } from "./entry/shutdown";
import { step } from "./entry/step";
import { flushCalls } from "./http/call-log";
import { handleApi } from "./http/handler";
import { apiListener } from "./http/listener";
import { startWorker } from "./jobs/worker";
import { closeDb } from "./lib/db";
import { type Env, env } from "./lib/env";
import { log } from "./lib/log";
import { simbankHostOf } from "./lib/simbank-origin";
import { isStartError } from "./lib/start-error";
import { syncRequestUse } from "./merchants/request-limit";
import { closeWatches } from "./payments/watch-checkout";

/** npm runs its scripts there, and `scripts/start.mjs` goes there. */
const projectRoot = process.cwd();
const LOOPBACKS = ["127.0.0.1", "::1"];
const OPENAPI_PATH = "/openapi.json";
const DEFAULT_SHUTDOWN_TIMEOUT_MS = 10_000;

/** What is running, in the order in which it ends. */
interface Running {
  entry?: Entry;
  shop?: DemoShop;
  worker?: { stop(): Promise<void> };
  /** From the moment at which it begins to start: it may be serving before we know of it. */
  postgres?: Promise<EmbeddedPostgres | null>;
}

const running: Running = {};
const stopping = new AbortController();

/** A step of the start, unless the stop has begun: then nothing more is started, and the start ends with that reason. */
async function part<T>(name: string, work: () => Promise<T>): Promise<T> {
  stopping.signal.throwIfAborted();
  const result = await step(name, work);
  stopping.signal.throwIfAborted();
  return result;
}

async function start(): Promise<void> {
  // A configuration that is refused starts nothing.
  readConfiguration();
  await part("starting the database", () => {
    running.postgres = prepareEnvironment("server");
    return running.postgres;
  });
  const settings = env();
  const serves = settings.role !== "worker";
  // Ports first: that one is taken is known before anything else is done.
  if (serves) running.entry = await startEntry(entryOptions(settings));
  const claim = claimOf(settings, (await running.postgres) !== null);
  await part("bringing the database to the present schema", () =>
    migrate(settings.migrationUrl, projectRoot, { runtimeUrl: settings.databaseUrl, claim }),
  );
  await warnOfWeakRole();
  const hasDemoData = settings.demo && !settings.demoPublic;
  // The demo's preparation does so too.
  if (!hasDemoData) await part("bringing the catalogue of banks in step", syncCatalogue);
  const demo = hasDemoData ? await part("preparing the demo", ensureDemo) : null;
  await part("checking the connections to banks", checkConnections);
  // Whoever looks at the demo and closes the terminal wants it to end, which is what the signal does by itself.
  if (!settings.demo) onReload(takeNewKeyFiles);
  if (serves) await part("opening the doors", () => serve(settings, demo));
  // After the doors: what a killed process left is sent to its bank again at once, and that may be the simulated one here.
  if (settings.role !== "web") running.worker = await startWorker();
  process.stdout.write(panel(settings, demo));
}

/** A role that could change the audit log is no reason not to start; the operator's page of the system says it too. */
async function warnOfWeakRole(): Promise<void> {
  const weaknesses = await readAuditProtection({});
  if (weaknesses.length === 0) return;
  const advice = "Give DATABASE_URL a role that owns no tables: docs/operate/hardening.md.";
  log().warn({ weaknesses }, `The database role of this installation can change the audit log. ${advice}`);
}

// In the demo both loopback addresses are taken: browsers read "localhost" as either, and a program that sat on the other
// one would be shown in our place. Every demo refuses other host names: a page elsewhere that names our address as its own
// (DNS rebinding) must not read the outbox.
function entryOptions(settings: Env) {
  const { port, host, demo, baseUrl } = settings;
  const names = new Set(["localhost", "127.0.0.1", "[::1]", host, new URL(baseUrl).hostname]);
  const rules = { hosts: demo ? names : null, simbankHost: simbankHostOf(settings) };
  return { port, hosts: hostsOf(settings), rules, isHttps: baseUrl.startsWith("https://") };
}

function hostsOf({ host, hostIsDefault }: Env): readonly string[] {
  return hostIsDefault ? LOOPBACKS : [host];
}

async function serve(settings: Env, demo: DemoObject | null): Promise<void> {
  const { port, host } = settings;
  const pages = await preparePages({ projectRoot, port, host });
  const kept = keepAnswers((address) => (address === OPENAPI_PATH ? makeOpenApi() : pages.make(address)));
  running.entry?.open({ api: apiListener(), page: pages.answer, kept, isReady: readiness });
  if (demo) running.shop = await openShop(settings, demo);
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
  const credentials = { clientId: merchant.client_id, clientSecret: merchant.client_secret };
  const options = {
    port,
    hosts: hostsOf(settings),
    apiUrl,
    dataDir,
    webhookSecret: demoWebhookSecret(),
    ...credentials,
  };
  return startDemoShop(options).catch((error: NodeJS.ErrnoException & { address?: string }) => {
    throw error.code ? listenError(port, error.address ?? host, error, "SHOP_PORT") : error;
  });
}

let stopped: Promise<void> | undefined;

/** Stops once, whoever asks first. */
function stop(): Promise<void> {
  stopped ??= stopAll();
  return stopped;
}

/** Ends what runs: requests first, then work in hand, then the database under both. */
async function stopAll(): Promise<void> {
  stopping.abort();
  const timeoutMs = shutdownTimeoutMs();
  // The start begins nothing more. A step that is in hand may still bring up what has to be stopped here.
  await Promise.race([started.catch(() => undefined), sleep(timeoutMs)]);
  await Promise.all([running.shop?.close(timeoutMs), running.entry?.drain(timeoutMs)]);
  await running.worker?.stop();
  await closeWatches();
  await flushCalls();
  await syncRequestUse();
  await closeDb();
  const postgres = await running.postgres?.catch(() => null);
  await postgres?.release();
}

/** A start that ends early may not have an environment that can be parsed: then the default holds. */
function shutdownTimeoutMs(): number {
  try {
    return env().shutdownTimeoutS * 1000;
  } catch {
    return DEFAULT_SHUTDOWN_TIMEOUT_MS;
  }
}

onShutdown(stop);
onUncaught(stop);
const started = start();
try {
  await started;
} catch (error) {
  // A start that was told to stop ends here; who told it so sees to the rest.
  if (!stopping.signal.aborted) {
    if (isStartError(error)) process.stderr.write(`\n${error.message}\n`);
    else log().fatal({ error }, "the start failed");
    await stop().catch(() => undefined);
    process.exit(1);
  }
}
