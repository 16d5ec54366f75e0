// `npm run bench:links`: the cost of lists and searches of payment links at 10,000 and at 1,000,000 rows. Each query
// runs on both tables in turn. Shown are medians of the database's own time (planning and running, total included) and
// of the whole use-case. Ratios count, absolute figures do not. It never fails for being slow.
import type { PrismaClient } from "../server/generated/prisma/client";
import { type Caller, systemCtx } from "../server/lib/context";
import type { Prisma } from "../server/lib/db";
import { newId } from "../server/lib/ids";
import { scopeOf } from "../server/merchants/resolve-merchant";
import { listPaymentLinks } from "../server/payments/links/queries/list-payment-links";
import { countSql, findLinks, foldCounts, pageSql, searchSql } from "../server/payments/links/queries/list-store";
import { type ListPaymentLinks, paymentLinksQuery } from "../server/payments/links/schema";
import { fillLinks } from "../server/test/rows/link-rows";
import { vacuum } from "../server/test/rows/vacuum";
import { databaseOf, merchantId, merchantIds, migrateWithMerchants } from "./database";
import { compareSizes, type Question, type Side } from "./two-sizes";

const actor = { kind: "credential", id: null } as const;
const rights = { actor, scopes: [], testOnly: false } as const;
const partnerId = newId();
const merchant: Caller = { kind: "merchant", merchantId, ...rights };
const partner: Caller = { kind: "partner", partnerId, ...rights };

/** The same queries for either table. The largest merchant has 60 % of the links. */
function questionsAt(links: number): Question[] {
  const question = (name: string, query: Record<string, string> = {}, caller = merchant): Question => {
    const parsed = paymentLinksQuery.parse(query);
    return {
      name,
      queries: (db) => queriesOf(db, caller, parsed),
      call: () => listPaymentLinks({ ...systemCtx("bench"), caller }, parsed),
    };
  };
  const pages = Math.floor((links * 0.6) / 25);
  return [
    question("first page"),
    question("first page, status=active", { status: "active" }),
    question("first page, status=expired", { status: "expired" }),
    question("first page, amount:asc", { sort: "amount:asc" }),
    question("first page, updated_at:desc", { sort: "updated_at:desc" }),
    question(`first page, partner of ${merchantIds.length}`, {}, partner),
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

async function queriesOf(db: PrismaClient, caller: Caller, query: ListPaymentLinks): Promise<Prisma.Sql[]> {
  const { page, limit, sort, status, search } = query;
  const filter = { scope: scopeOf(caller), status, search };
  const window = { sort, limit, offset: BigInt(page - 1) * BigInt(limit) };
  if (search !== undefined) return [searchSql(filter, search, window)];
  const { total } = await findLinks(db, filter, window);
  return [countSql(filter), pageSql(filter, window, total)];
}

async function fill(url: string, dataDir: string, links: number): Promise<Side> {
  const client = await migrateWithMerchants(url, partnerId);
  await fillLinks(client, merchantIds, links);
  // The state after a worker's run: every expired link has its event, and the counts are folded.
  await client.query("UPDATE payment_links SET expired_event_at = open_until WHERE open_until <= app_now()");
  const clientOf = () => databaseOf(url, dataDir);
  await foldCounts(clientOf());
  await vacuum(client, ["payment_links", "payment_link_counts"]);
  await client.end();
  return { client: clientOf, questions: questionsAt(links) };
}

await compareSizes({ what: "links", warmUps: 5, runs: 41, fill });
