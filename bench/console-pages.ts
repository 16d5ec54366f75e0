// `npm run bench:console-pages`: the queries of every Console page at 10,000 and at 1,000,000 payments with all related
// rows. Each call is made on both databases in turn, through the whole stack above the use-case. Shown are medians, and
// the large tables with sequential scans, by the database's own count. Then the write cost of the payments' indexes.
// Ratios count, absolute figures do not. It never fails for being slow.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { EmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { fillPayments } from "../server/test/rows/payment-rows";
import { fillBusiness } from "./business-rows";
import type { PageRequest, PageResponse } from "./console-client";
import { merchantId, merchantIds, migrateWithMerchants, withDatabase } from "./database";
import { median, print } from "./figures";
import { environment, root } from "./processes";

const SMALL = 10_000;
const LARGE = 1_000_000;
const WARM_UP = 2;
const RUNS = 9;
/** PostgreSQL publishes a session's statistics within this time. */
const COUNTED_WITHIN_MS = 1_500;
/** A sequential scan of a table with fewer rows is right. */
const MANY_ROWS = 2_000;
const WRITES = 5_000;
const PAGE_CLIENT = path.join(import.meta.dirname, "console-client.ts");

const live = { test: false };
const period = { currency: null, until: null, comparison: "previous", timeZone: "Europe/Lisbon" };
const figures = (days: number) => ({ ...live, ...period, days });

/** Calls of each page; `thing`: the table and column whose newest row of the merchant the input names. */
type Call = { page: string; path: string; input?: object; thing?: { table: string; as: string } };
const CALLS: Call[] = [
  { page: "overview, 14 days", path: "overview.figures", input: figures(14) },
  { page: "overview, 90 days", path: "overview.figures", input: figures(90) },
  { page: "overview", path: "overview.actionItems", input: live },
  { page: "overview", path: "overview.latest", input: live },
  { page: "payments", path: "payments.list", input: live },
  { page: "payments, by amounts", path: "payments.list", input: { ...live, amountFrom: "80", amountTo: "90" } },
  { page: "payments", path: "payments.choices", input: live },
  { page: "payment", path: "payments.get", thing: { table: "payment_requests", as: "id" } },
  { page: "any page, a search", path: "search.find", input: { ...live, text: "ord-00004711" } },
  { page: "links", path: "paymentLinks.list", input: live },
  { page: "balances", path: "accounts.list" },
  { page: "balances", path: "transactions.unmatched", input: live },
  { page: "transactions", path: "transactions.list", input: live },
  { page: "transactions, unmatched", path: "transactions.list", input: { ...live, kind: "unmatched" } },
  { page: "transactions", path: "transactions.filterOptions", input: live },
  { page: "transactions", path: "transactions.discrepancies", input: live },
  { page: "webhooks", path: "webhooks.endpoints.list" },
  { page: "webhooks", path: "webhooks.health.list" },
  { page: "deliveries", path: "webhooks.log.search" },
  { page: "deliveries, failed", path: "webhooks.log.search", input: { status: "failed" } },
  { page: "delivery", path: "webhooks.log.get", thing: { table: "webhook_deliveries", as: "id" } },
  { page: "API log", path: "developers.calls.search", input: live },
  { page: "API log, refused", path: "developers.calls.search", input: { ...live, outcome: "refused" } },
  { page: "API log, a call", path: "developers.calls.get", thing: { table: "api_calls", as: "id" } },
  { page: "go-live", path: "developers.goLive" },
  { page: "credentials", path: "credentials.list" },
  { page: "team", path: "team.list" },
  { page: "audit", path: "audit.list" },
  { page: "audit", path: "audit.choices" },
];

type Side = { pageClient: ChildProcess; client: pg.Client };

/** A database with that many payments, and a process that queries it. */
async function prepare(url: string, payments: number, dataDir: string): Promise<Side> {
  const client = await migrateWithMerchants(url);
  await fillPayments(client, merchantIds, payments);
  await fillBusiness(client, merchantId);
  const secrets = {
    ENCRYPTION_KEY: `bench:${Buffer.alloc(32, 7).toString("base64")}`,
    NEXTAUTH_SECRET: "b".repeat(48),
  };
  const env = environment({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "1", LOG_LEVEL: "silent", ...secrets });
  const pageClient = fork(PAGE_CLIENT, [merchantId], { cwd: root, env, execArgv: ["--import", "tsx"] });
  await once(pageClient, "message");
  return { pageClient, client };
}

/** The input of a call; the row that it names is looked up before the measurement. */
async function inputOf({ client }: Side, { input = {}, thing }: Call): Promise<object> {
  if (!thing) return input;
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM ${thing.table} WHERE merchant_id = $1 ORDER BY id DESC LIMIT 1`,
    [merchantId],
  );
  return { ...input, [thing.as]: rows[0]?.id };
}

async function ask({ pageClient }: Side, request: PageRequest): Promise<number> {
  pageClient.send(request);
  const [answered] = (await once(pageClient, "message")) as [PageResponse];
  if (answered.refused) throw new Error(`${request.path} was refused: ${answered.refused}`);
  return answered.ms;
}

/** The number of sequential scans of each large table until now. */
async function scansOf({ client }: Side): Promise<Map<string, number>> {
  await sleep(COUNTED_WITHIN_MS);
  const { rows } = await client.query<{ name: string; scans: string }>(
    "SELECT relname AS name, seq_scan AS scans FROM pg_stat_user_tables WHERE n_live_tup > $1",
    [MANY_ROWS],
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

async function compare(small: Side, large: Side, call: Call): Promise<string> {
  const taken: [number[], number[]] = [[], []];
  const inputs = { small: await inputOf(small, call), large: await inputOf(large, call) };
  const before = await scansOf(large);
  for (let run = -WARM_UP; run < RUNS; run++) {
    const [a, b] = [
      await ask(small, { path: call.path, input: inputs.small }),
      await ask(large, { path: call.path, input: inputs.large }),
    ];
    if (run < 0) continue;
    taken[0].push(a);
    taken[1].push(b);
  }
  const after = await scansOf(large);
  const scanned = [...after].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name);
  const [a, b] = [median(taken[0]), median(taken[1])];
  const cells = [a.toFixed(1), b.toFixed(1), (b / a).toFixed(1)].map((cell) => cell.padStart(9)).join("");
  return `${call.page.padEnd(24)}${call.path.padEnd(26)}${cells}  ${scanned.join(", ")}`;
}

/** The time to write payments with all their indexes, and with only the indexes for look-ups by key. */
async function compareWrites({ client }: Side): Promise<string> {
  const { rows: indexes } = await client.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indrelid = 'payment_requests'::regclass AND NOT indisunique`,
  );
  const write = async (drop: readonly string[]) => {
    await client.query("BEGIN");
    for (const name of drop) await client.query(`DROP INDEX ${name}`);
    const began = performance.now();
    await client.query(
      `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
         order_id, locale, test, status, expires_at, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'embedded', sha256(n::text::bytea), '', n, 'EUR', 'Order ' || n, 'NEW-' || n, 'en', false,
         'pending', app_now() + interval '15 minutes', app_now(), app_now() FROM generate_series(1, $2::int) AS n`,
      [merchantId, WRITES],
    );
    const ms = performance.now() - began;
    await client.query("ROLLBACK");
    return ms;
  };
  const [all, few]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    all.push(await write([]));
    few.push(await write(indexes.map(({ name }) => name)));
  }
  const each = (ms: number) => `${((ms * 1000) / WRITES).toFixed(0)} µs`;
  return `a new payment's row, of 1M: ${each(median(all))} with ${indexes.length} indexes beside its keys, ${each(median(few))} without, ${(median(all) / median(few)).toFixed(1)} times`;
}

async function main(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const payments of [SMALL, LARGE]) {
      print(`filling ${payments.toLocaleString("en-GB")} payments, their deliveries, API calls and transactions`);
      await postgres.ensureDatabase(`console_${payments}`);
      sides.push(await prepare(postgres.url(`console_${payments}`), payments, path.join(dataDir, String(payments))));
    }
    const [small, large] = sides;
    if (!small || !large) throw new Error("There are not two databases.");
    const head = ["10k", "1M", "×"].map((cell) => cell.padStart(9)).join("");
    print(`\n${`median of ${RUNS}, ms`.padEnd(50)}${head}  large tables read whole`);
    for (const call of CALLS) print(await compare(small, large, call));
    print(`\n${await compareWrites(large)}`);
  } finally {
    for (const { pageClient, client } of sides) {
      const isGone = once(pageClient, "exit");
      pageClient.disconnect();
      await isGone;
      await client.end();
    }
  }
}

await withDatabase(main);
