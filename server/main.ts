import { getRequestListener } from "@hono/node-server";
import { syncCatalogue } from "./banks/sync-catalogue";
import { type DemoObject, ensureDemo } from "./demo/ensure-demo";
import { demoWebhookSecret } from "./demo/ensure-demo-shop";
import { startDemoShop } from "./demo-shop/server";
import type { EmbeddedPostgres } from "./entry/embedded-postgres";
import { type Entry, listenError, startEntry } from "./entry/entry-server";
import { migrate } from "./entry/migrate";
import { preparePages } from "./entry/pages";
import { panel } from "./entry/panel";
import { prepareEnvironment } from "./entry/prepare";
import { readiness } from "./entry/readiness";
import { onShutdown } from "./entry/shutdown";
import { step } from "./entry/step";
import { handleApi } from "./http/handler";
import { peerOf } from "./http/peer";
import { startWorker } from "./jobs/worker";
import { closeDb } from "./lib/db";
import { type Env, env } from "./lib/env";
import { log } from "./lib/log";
import { isStartError } from "./lib/start-error";

/** npm runs its scripts there, and `scripts/start.mjs` goes there. */
const projectRoot = process.cwd();
const LOOPBACKS = ["127.0.0.1", "::1"];

/** What is running, in the order in which it ends. */
interface Running {
  entry?: Entry;
  shop?: { close(): Promise<void> };
  worker?: { stop(): Promise<void> };
  postgres?: EmbeddedPostgres | null;
}

const running: Running = {};

async function start(): Promise<void> {
  running.postgres = await step("starting the database", () => prepareEnvironment("server"));
  const settings = env();
  const serves = settings.role !== "worker";
  // Ports first: that one is taken is known before anything else is done.
  if (serves) running.entry = await startEntry(entryOptions(settings));
  await step("bringing the database to the present schema", () => migrate(settings.databaseUrl, projectRoot));
  await step("bringing the catalogue of banks in step", syncCatalogue);
  const demo = settings.demo ? await step("preparing the demo", ensureDemo) : null;
  if (settings.role !== "web") running.worker = await startWorker();
  if (serves) await step("opening the doors", () => serve(settings, demo));
  process.stdout.write(panel(settings, demo));
}

// In the demo both loopback addresses are taken: browsers read "localhost" as either, and a program that sat on the other
// one would be shown in our place. Every demo refuses other host names: a page elsewhere that names our address as its own
// (DNS rebinding) must not read the outbox.
function entryOptions({ port, host, hostIsDefault, demo, baseUrl }: Env) {
  const names = new Set(["localhost", "127.0.0.1", "[::1]", host, new URL(baseUrl).hostname]);
  return { port, hosts: hostIsDefault ? LOOPBACKS : [host], rules: { hosts: demo ? names : null } };
}

async function serve(settings: Env, demo: DemoObject | null): Promise<void> {
  const { port, host } = settings;
  const page = await preparePages({ projectRoot, port, host });
  const answer = getRequestListener((request, { incoming }) => handleApi(request, { remoteAddress: peerOf(incoming) }));
  const api: typeof answer = (request, response) => {
    // A host name that makes no address would be refused without the envelope. Nothing in the API depends on it.
    request.headers.host = "localhost";
    return answer(request, response);
  };
  running.entry?.open({ api, page, isReady: readiness });
  if (demo) running.shop = await openShop(settings, demo);
}

async function openShop(settings: Env, demo: DemoObject): Promise<{ close(): Promise<void> }> {
  const merchant = demo.merchants[0];
  if (!merchant) throw new Error("The demo has no merchant.");
  const { shopPort: port, host, baseUrl: apiUrl, dataDir } = settings;
  const credentials = { clientId: merchant.client_id, clientSecret: merchant.client_secret };
  const options = { port, host, apiUrl, dataDir, webhookSecret: demoWebhookSecret(), ...credentials };
  return startDemoShop(options).catch((error: NodeJS.ErrnoException) => {
    throw error.code ? listenError(port, host, error, "SHOP_PORT") : error;
  });
}

/** Ends what runs: requests first, then work in hand, then the database under both. */
async function stop(): Promise<void> {
  const timeoutMs = env().shutdownTimeoutS * 1000;
  await running.shop?.close();
  await running.entry?.drain(timeoutMs);
  await running.worker?.stop();
  await closeDb();
  await running.postgres?.release();
}

onShutdown(stop);
try {
  await start();
} catch (error) {
  if (isStartError(error)) process.stderr.write(`\n${error.message}\n`);
  else log().fatal({ error }, "the start failed");
  await stop().catch(() => undefined);
  process.exit(1);
}
