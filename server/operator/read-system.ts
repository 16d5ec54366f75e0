import { type AuditWeakness, readAuditProtection } from "../audit/read-protection";
import { listConnections } from "../connectors/connections/list-connections";
import { listUnavailableBanks, type UnavailableBank } from "../connectors/guard/list-unavailable-banks";
import { type ListedWorker, listWorkers, PRODUCT_VERSION } from "../jobs/heartbeat";
import type { LeasedTable } from "../jobs/leased-rows";
import { now } from "../lib/clock";
import { env } from "../lib/config/env";
import { isSecurityTxtExpired } from "../lib/config/unknown-settings";
import type { Ctx } from "../lib/context";
import { dbOf, Prisma } from "../lib/db";
import { readUntrustedProxy, type UntrustedProxy } from "../lib/net/untrusted-proxy";
import { countFailedMailsWithin } from "../mail/list-mails";
import { readDeliveryQueue } from "../webhooks/log/read-delivery-queue";
import { findLastHour, type LastHour } from "./last-hour-store";
import { requirePlatform } from "./require-platform";
import {
  COUNTED_ROWS,
  countOpenExceptions,
  countQueue,
  type DatabaseState,
  type QueueCounts,
  readDatabaseState,
} from "./system-store";

const MAX_WORKERS = 50;
const MAILS_WITHIN_H = 24;

/**
 * The queues by the names of their jobs, the most harmful backlog first, and which rows are open. Null: counted by its
 * module.
 */
const QUEUES: readonly { name: string; table: LeasedTable | null; open: Prisma.Sql }[] = [
  { name: "payments.poll", table: "payment_attempts", open: Prisma.sql`closed_at IS NULL` },
  { name: "webhooks.deliver", table: null, open: Prisma.sql`TRUE` },
  { name: "mail.send", table: "mails", open: Prisma.sql`sent_at IS NULL AND failed_at IS NULL ORDER BY due_at` },
  { name: "reconciliation.fetch_statements", table: "statement_fetches", open: Prisma.sql`TRUE ORDER BY due_at` },
  { name: "accounts.settle_consents", table: "account_consents", open: Prisma.sql`due_at IS NOT NULL ORDER BY due_at` },
  { name: "webhooks.receiver-test", table: "receiver_tests", open: Prisma.sql`state = 'running'` },
];

type SystemState = {
  at: Date;
  workers: ListedWorker[];
  /**
   * `blocked`: deliveries behind a paused endpoint or an open circuit. They wait for a merchant's server and are not
   * due.
   */
  queues: (QueueCounts & { name: string; blocked: number })[];
  /** Longer queues are counted up to this. */
  countedRows: number;
  /** Whether a mail server is configured; a demo without one keeps e-mails on the outbox page. */
  mailLeaves: boolean;
  failedMails: { count: number; withinH: number };
  openExceptions: number;
  /** Suspended banks of both environments. */
  downBanks: UnavailableBank[];
  /** Enabled connections with an expired or soon expiring certificate, or with unusable files. */
  troubledConnections: { id: string; environment: string; why: "ended" | "ends soon" | "faults" }[];
  /** A peer that sends X-Forwarded-For without being in TRUSTED_PROXIES; null: none within the hour. */
  untrustedProxy: UntrustedProxy | null;
  securityTxtExpired: boolean;
  database: DatabaseState;
  /** Why the role of DATABASE_URL can change the audit log; empty: it can't. */
  auditWeaknesses: AuditWeakness[];
  versions: { product: string; node: string };
};

/** The current state of workers, queues, banks, e-mails and the database. Reads only; every count is bounded.
 * @throws AppError FORBIDDEN_VIEW
 */
export async function readSystem(ctx: Ctx): Promise<SystemState> {
  requirePlatform(ctx);
  const db = dbOf(ctx);
  const [workers, queues, mails, openExceptions, live, test, connections, weaknesses, database] = await Promise.all([
    listWorkers(MAX_WORKERS),
    Promise.all(
      QUEUES.map(async ({ name, table, open }) =>
        table === null
          ? { name, ...(await readDeliveryQueue(ctx, COUNTED_ROWS)) }
          : { name, ...(await countQueue(db, table, open)), blocked: 0 },
      ),
    ),
    countFailedMailsWithin(ctx, MAILS_WITHIN_H),
    countOpenExceptions(db, COUNTED_ROWS + 1),
    listUnavailableBanks("live"),
    listUnavailableBanks("test"),
    listConnections(ctx),
    readAuditProtection(ctx),
    readDatabaseState(db),
  ]);
  return {
    at: now(),
    workers,
    queues,
    countedRows: COUNTED_ROWS,
    mailLeaves: env().smtpUrl !== null,
    failedMails: { count: mails, withinH: MAILS_WITHIN_H },
    openExceptions,
    downBanks: [...live, ...test],
    troubledConnections: connections.filter(({ enabled }) => enabled).flatMap(troubleOf),
    untrustedProxy: readUntrustedProxy(),
    securityTxtExpired: isSecurityTxtExpired(env(), now()),
    database,
    auditWeaknesses: weaknesses,
    versions: { product: PRODUCT_VERSION, node: process.versions.node },
  };
}

/** Figures of the last hour: payments, banks, webhooks and API requests.
 * @throws AppError FORBIDDEN_VIEW
 */
export async function readLastHour(ctx: Ctx): Promise<LastHour> {
  requirePlatform(ctx);
  return findLastHour(dbOf(ctx), now());
}

function troubleOf({
  id,
  environment,
  faults,
  certificates,
}: Awaited<ReturnType<typeof listConnections>>[number]): SystemState["troubledConnections"] {
  if (faults.length > 0) return [{ id, environment, why: "faults" }];
  const worst = (["ended", "ends soon"] as const).find((state) => certificates.some((one) => one.state === state));
  return worst ? [{ id, environment, why: worst }] : [];
}
