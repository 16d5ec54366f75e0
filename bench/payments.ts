// `npm run bench:payments`: whole payments a second. Customers pay over HTTP, one payment after the other: the shop creates
// the request and starts it at a bank, the customer approves on the bank's page and is redirected back, and the payment is
// whole when the shop has acknowledged the webhook `payment_request.succeeded`. The simulated bank is a process of its own
// (`npm run simbank`). `-- --web 2` adds a second web process, to which every other customer goes; `-- --durable` and
// `-- --commit-delay 3` as in `npm run bench`. It fails for a payment that is not whole within a minute, never for being slow.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { request } from "undici";
import type { EmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { freePort } from "../server/entry/database/free-port";
import { DURABILITY_OPTIONS, describeDurability, durabilityOf, withDatabase } from "./database";
import { percentile, print } from "./figures";
import { residentMiB, serve } from "./processes";
import { BUILD_WITHIN_MS, firstBank, ORDER, post, toolOf } from "./servers";

const { values: given } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    customers: { type: "string", default: "64" },
    web: { type: "string", default: "1" },
    ...DURABILITY_OPTIONS,
  },
});
const [SECONDS, CUSTOMERS, WEB] = [Number(given.seconds), Number(given.customers), Number(given.web)];
const DURABILITY = durabilityOf(given);
const WARM_UP_S = Math.min(5, SECONDS);
const WHOLE_WITHIN_MS = 60_000;
const KEY_BYTES = 32;
const STEPS = ["create", "initiate", "bank's page", "approve", "return", "webhook"] as const;

type Took = Record<(typeof STEPS)[number], number>;
type Shop = { url: string; paid(id: string): Promise<void> };

/** Acknowledges every webhook; `paid` resolves when the payment's has arrived. */
async function startShop(): Promise<Shop> {
  const arrived = new Set<string>();
  const waiting = new Map<string, () => void>();
  const server = createServer(async (incoming, response) => {
    let text = "";
    for await (const chunk of incoming) text += String(chunk);
    response.writeHead(204).end();
    const event = JSON.parse(text) as { type: string; data: { object: { id: string } } };
    if (event.type !== "payment_request.succeeded") return;
    const id = event.data.object.id;
    arrived.add(id);
    waiting.get(id)?.();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const paid = (id: string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`payment ${id}: no webhook in time`)), WHOLE_WITHIN_MS);
      const done = () => {
        clearTimeout(timer);
        waiting.delete(id);
        arrived.delete(id);
        resolve();
      };
      if (arrived.has(id)) done();
      else waiting.set(id, done);
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, paid };
}

/** Each has an address of its own, as behind a proxy: the product limits the concurrent requests of one address. */
type Customer = { origin: string; address: string };
type Installation = { origins: string[]; pids: Map<string, number>; token: string; bankId: string };

async function startInstallation(databaseUrl: string, dataDir: string, shop: Shop): Promise<Installation> {
  const ports = await Promise.all(Array.from({ length: WEB }, () => freePort(null)));
  const origins = ports.map((port) => `http://localhost:${port}`);
  const bankPort = await freePort(null);
  const key = () => randomBytes(KEY_BYTES).toString("base64");
  const common = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: path.join(dataDir, "product"), DEMO: "1", DEMO_SAMPLES: "0" },
    ...{ ENCRYPTION_KEY: `bench:${key()}`, NEXTAUTH_SECRET: key(), BASE_URL: origins[0] ?? "" },
    ...{ SIMBANK_URL: `http://localhost:${bankPort}`, SIMBANK_PORT: String(bankPort) },
    WEBHOOK_ALLOW_CIDRS: `127.0.0.1/32:${new URL(shop.url).port}`,
  };
  const pids = new Map<string, number>();
  const bankUrl = `${common.SIMBANK_URL}/healthz`;
  pids.set("simulated bank", await serve(["scripts/simbank.mjs"], common, bankUrl, BUILD_WITHIN_MS));
  for (const [index, port] of ports.entries()) {
    const shopPort = String(await freePort(null));
    const env = { ...common, PORT: String(port), SHOP_PORT: shopPort, ROLE: index === 0 ? "all" : "web" };
    const pid = await serve(["scripts/start.mjs"], env, `http://127.0.0.1:${port}/readyz`, BUILD_WITHIN_MS);
    pids.set(`product ${index + 1}`, pid);
  }
  const tool = toolOf(common);
  const { id } = await tool<{ id: string }>("merchant", "create", "--brand-name", "Olaria do Norte");
  await tool("endpoint", "create", "--merchant", id, "--name", "shop", "--url", shop.url, "--default");
  const client = await tool<object>("credential", "create", "--name", "Bench", "--merchant", id);
  const [origin = ""] = origins;
  const { access_token } = await post<{ access_token: string }>(`${origin}/api/v1/oauth2/token`, client);
  return { origins, pids, token: access_token, bankId: await firstBank(origin) };
}

type Page = { html: string; location: string | null };

/** Opens a page as the customer's browser does, or sends its form. A redirect is not followed. */
async function open(customer: Customer, url: string, form?: Record<string, string>): Promise<Page> {
  const headers = { accept: "text/html", "x-forwarded-for": customer.address };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const post = form && { method: "POST" as const, body: new URLSearchParams(form).toString() };
  // Not fetch, which takes as much of the shared processors as the page that it opens.
  const {
    statusCode,
    headers: sent,
    body,
  } = await request(url, { headers: { ...headers, ...(post ? type : {}) }, ...post });
  const html = await body.text();
  const { location } = sent;
  if (statusCode >= 400) throw new Error(`${url}: ${statusCode}`);
  return { html, location: typeof location === "string" ? new URL(location, url).href : null };
}

/** One whole payment; the milliseconds of each step. */
async function pay({ token, bankId }: Installation, customer: Customer, shop: Shop): Promise<Took> {
  const { origin, address } = customer;
  const took = {} as Took;
  const step = async <T>(name: keyof Took, work: () => Promise<T>): Promise<T> => {
    const begunMs = performance.now();
    const result = await work();
    took[name] = performance.now() - begunMs;
    return result;
  };
  const body = { order: { ...ORDER, test_transaction: true } };
  const created = await step("create", () =>
    post<{ payment_request_id: string; payment_token: string }>(
      `${origin}/api/v1/embedded/payment-requests`,
      body,
      token,
    ),
  );
  const choice = { payment_token: created.payment_token, bankId };
  const started = await step("initiate", () =>
    post<{ redirect_url: string }>(`${origin}/api/v1/embedded/payment-initiation`, choice, undefined, address),
  );
  const page = await step("bank's page", () => open(customer, started.redirect_url));
  const fields = page.html.match(/<input\b[^>]*\bname="account"[^>]*>/g) ?? [];
  const chosen = fields.find((field) => /\schecked\b/.test(field)) ?? fields[0] ?? "";
  const account = /\svalue="([^"]*)"/.exec(chosen)?.[1];
  const form = { answer: "approve", ...(account === undefined ? {} : { account }) };
  const { location } = await step("approve", () => open(customer, started.redirect_url, form));
  if (location === null) throw new Error("the bank does not redirect the customer back");
  await step("return", () => open(customer, location));
  await step("webhook", () => shop.paid(created.payment_request_id));
  return took;
}

/** All customers pay until the time is over; a payment that has begun is completed and counted. */
async function load(installation: Installation, shop: Shop, seconds: number): Promise<{ all: Took[]; perS: number }> {
  const all: Took[] = [];
  const begunMs = performance.now();
  const until = begunMs + seconds * 1000;
  const keepPaying = async (customer: Customer) => {
    while (performance.now() < until) all.push(await pay(installation, customer, shop));
  };
  const { origins } = installation;
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => ({
    origin: origins[n % origins.length] ?? "",
    address: `10.0.${Math.floor(n / 250)}.${(n % 250) + 1}`,
  }));
  await Promise.all(customers.map(keepPaying));
  return { all, perS: (all.length / (performance.now() - begunMs)) * 1000 };
}

function percentiles(values: readonly number[]): string {
  return [0.5, 0.99].map((part) => percentile(values, part).toFixed(0).padStart(9)).join("");
}

async function main(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  await postgres.ensureDatabase("product");
  const shop = await startShop();
  print("starting the simulated bank and the product (builds them first when their sources are newer)");
  const installation = await startInstallation(postgres.url("product"), dataDir, shop);
  await load(installation, shop, WARM_UP_S);
  const { all, perS } = await load(installation, shop, SECONDS);
  print(`\n${perS.toFixed(1)} whole payments a second: ${all.length} of ${CUSTOMERS} customers in ${SECONDS} s`);
  print(
    `${WEB} web processes; Node ${process.versions.node}, ${os.cpus().length} cores. ${describeDurability(DURABILITY)}`,
  );
  print(`\n${"".padEnd(14)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}`);
  for (const step of STEPS) print(`${step.padEnd(14)}${percentiles(all.map((took) => took[step]))}`);
  const resident = [...installation.pids].map(([name, pid]) => `${name} ${residentMiB(pid)?.toFixed(0) ?? "unknown"}`);
  print(`\nResident memory, MiB, without PostgreSQL: ${resident.join(", ")}`);
}

await withDatabase(main, DURABILITY);
process.exit();
