// `npm run bench:links`: the cost of lists and searches of payment links at 10,000 and at 1,000,000 rows. Each query
// runs on both tables in turn. Shown are medians of the database's own time (planning and running, total included) and
// of the whole use-case. Ratios count, absolute figures do not. It never fails for being slow.
import pg from "pg";
import { startEmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { migrate } from "../server/entry/database/migrate";
import type { PrismaClient } from "../server/generated/prisma/client";
import { type Caller, systemCtx } from "../server/lib/context";
import { Prisma } from "../server/lib/db";
import { newId } from "../server/lib/ids";
import { scopeOf } from "../server/merchants/resolve-merchant";
import { listPaymentLinks } from "../server/payments/links/queries/list-payment-links";
import { countSql, findLinks, foldCounts, pageSql, searchSql } from "../server/payments/links/queries/list-store";
import { type ListPaymentLinks, paymentLinksQuery } from "../server/payments/links/schema";
import { fillLinks } from "../server/test/rows/link-rows";
import { databaseOf } from "./database";
import { inDataDir, root } from "./processes";

const SMALL = 10_000;
const LARGE = 1_000_000;
const MERCHANTS = 50;
const WARM_UP = 5;
const RUNS = 41;

type Question = { name: string; caller: Caller; query: ListPaymentLinks };
type Cost = { databaseMs: number; callMs: number };

const actor = { kind: "credential", id: null } as const;
const rights = { actor, scopes: [], testOnly: false } as const;
const partnerId = newId();
const merchantIds = Array.from({ length: MERCHANTS }, newId);
const merchant: Caller = { kind: "merchant", merchantId: merchantIds[0] ?? "", ...rights };
const partner: Caller = { kind: "partner", partnerId, ...rights };

/** The same queries for either table. The largest merchant has 60 % of the links. */
function questionsAt(links: number): Question[] {
  const question = (name: string, query: Record<string, string> = {}, caller = merchant): Question => {
    return { name, caller, query: paymentLinksQuery.parse(query) };
  };
  const pages = Math.floor((links * 0.6) / 25);
  return [
    question("first page"),
    question("first page, status=active", { status: "active" }),
    question("first page, status=expired", { status: "expired" }),
    question("first page, amount:asc", { sort: "amount:asc" }),
    question("first page, updated_at:desc", { sort: "updated_at:desc" }),
    question(`first page, partner of ${MERCHANTS}`, {}, partner),
    question("search: whole order id", { search: "ord-00004711" }),
    question("search: whole reference", { search: "ORDER 4711" }),
    question("search: nothing found", { search: "no such order" }),
    question("search: five digits", { search: "04711" }),
    question("search: three letters, half of all", { search: "ord" }),
    question("middle page", { page: String(Math.floor(pages / 2)) }),
    question("last page", { page: String(pages) }),
    question("middle page, partner", { page: String(Math.floor(links / 50)) }, partner),
  ];
}

async function databaseMs(db: PrismaClient, { caller, query }: Question): Promise<number> {
  const { page, limit, sort, status, search } = query;
  const filter = { scope: scopeOf(caller), status, search };
  const window = { sort, limit, offset: BigInt(page - 1) * BigInt(limit) };
  const { total } = await findLinks(db, filter, window);
  const asked =
    search === undefined ? [countSql(filter), pageSql(filter, window, total)] : [searchSql(filter, search, window)];
  let sum = 0;
  for (const sql of asked) {
    type Answer = [{ "QUERY PLAN": [{ "Planning Time": number; "Execution Time": number }] }];
    const [row] = await db.$queryRaw<Answer>(Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`);
    sum += row["QUERY PLAN"][0]["Planning Time"] + row["QUERY PLAN"][0]["Execution Time"];
  }
  return sum;
}

async function callMs({ caller, query }: Question): Promise<number> {
  const began = performance.now();
  await listPaymentLinks({ ...systemCtx("bench"), caller }, query);
  return performance.now() - began;
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** The costs of one query at both tables, which are called in turn. */
async function compare(asked: { client: () => PrismaClient; question: Question }[]): Promise<Cost[]> {
  const costs = asked.map(() => ({ databaseMs: [] as number[], callMs: [] as number[] }));
  for (let run = -WARM_UP; run < RUNS; run++) {
    for (const [at, { client, question }] of asked.entries()) {
      const cost = { databaseMs: await databaseMs(client(), question), callMs: await callMs(question) };
      if (run < 0) continue;
      costs[at]?.databaseMs.push(cost.databaseMs);
      costs[at]?.callMs.push(cost.callMs);
    }
  }
  return costs.map((cost) => ({ databaseMs: median(cost.databaseMs), callMs: median(cost.callMs) }));
}

async function fill(url: string, dataDir: string, links: number): Promise<() => PrismaClient> {
  await migrate(url, root);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("INSERT INTO partners (id, name) VALUES ($1, 'Partner')", [partnerId]);
  await client.query(
    "INSERT INTO merchants (id, brand_name, partner_id) SELECT id, 'Merchant', $2 FROM unnest($1::uuid[]) AS id",
    [merchantIds, partnerId],
  );
  await fillLinks(client, merchantIds, links);
  // The state after a worker's run: every expired link has its event, and the counts are folded.
  await client.query("UPDATE payment_links SET expired_event_at = open_until WHERE open_until <= app_now()");
  const clientOf = () => databaseOf(url, dataDir);
  await foldCounts(clientOf());
  await client.query("VACUUM ANALYZE payment_links, payment_link_counts");
  await client.end();
  return clientOf;
}

async function main(dataDir: string): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    const databases = [];
    for (const links of [SMALL, LARGE]) {
      say(`filling ${links.toLocaleString("en-GB")} links, 60 % of them one merchant's`);
      await postgres.ensureDatabase(`links_${links}`);
      const client = await fill(postgres.url(`links_${links}`), dataDir, links);
      databases.push({ client, questions: questionsAt(links) });
    }
    say(
      `\nmedian of ${RUNS}, ms${"database: 10k".padStart(34)}${"1M".padStart(9)}${"×".padStart(7)}${"call: 10k".padStart(13)}${"1M".padStart(9)}${"×".padStart(7)}`,
    );
    for (const [at, { name }] of (databases[0]?.questions ?? []).entries()) {
      const asked = databases.flatMap(({ client, questions }) =>
        questions[at] ? [{ client, question: questions[at] }] : [],
      );
      const [small, large] = await compare(asked);
      if (!small || !large) throw new Error("A question was not asked of both.");
      const figures = [small.databaseMs, large.databaseMs, small.callMs, large.callMs].map((ms) => ms.toFixed(2));
      const ratios = [large.databaseMs / small.databaseMs, large.callMs / small.callMs].map((ratio) =>
        ratio.toFixed(1),
      );
      const cells = [
        figures[0]?.padStart(12),
        figures[1]?.padStart(9),
        ratios[0]?.padStart(7),
        figures[2]?.padStart(13),
        figures[3]?.padStart(9),
        ratios[1]?.padStart(7),
      ];
      say(name.padEnd(37) + cells.join(""));
    }
    for (const { client } of databases) await client().$disconnect();
  } finally {
    await postgres.release();
  }
}

await inDataDir(main);
