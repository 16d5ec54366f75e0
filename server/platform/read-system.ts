import { type AuditWeakness, readAuditProtection } from "../audit/read-protection";
import { listConnections } from "../connectors/list-connections";
import { type DownBank, listDownBanks } from "../connectors/list-down-banks";
import { type ListedWorker, listWorkers, PRODUCT_VERSION } from "../jobs/heartbeat";
import type { LeasedTable } from "../jobs/leased-rows";
import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { dbOf, Prisma } from "../lib/db";
import { env } from "../lib/env";
import { readUntrustedProxy, type UntrustedProxy } from "../lib/untrusted-proxy";
import { countFailedMailsWithin } from "../mail/list-failed-mails";
import { requirePlatform } from "./require-platform";
import {
  COUNTED_ROWS,
  countOpenAnomalies,
  countQueue,
  type DatabaseState,
  type QueueCounts,
  readDatabaseState,
} from "./system-store";

const MAX_WORKERS = 50;
const MAILS_WITHIN_H = 24;

/** The queues by the names of their jobs, and which of a table's rows are still to be done. */
const QUEUES: readonly { name: string; table: LeasedTable; open: Prisma.Sql }[] = [
  { name: "payments.poll", table: "payment_attempts", open: Prisma.sql`closed_at IS NULL` },
  { name: "webhooks.deliver", table: "webhook_deliveries", open: Prisma.sql`status = 'waiting'` },
  { name: "mail.send", table: "mails", open: Prisma.sql`sent_at IS NULL AND failed_at IS NULL` },
  { name: "reconciliation.read", table: "account_readings", open: Prisma.sql`TRUE` },
  { name: "accounts.settle_consents", table: "account_consents", open: Prisma.sql`due_at IS NOT NULL` },
  { name: "webhooks.exam", table: "webhook_exams", open: Prisma.sql`state = 'running'` },
];

export type SystemState = {
  at: Date;
  workers: ListedWorker[];
  /** In the order of the harm that a backlog does. */
  queues: (QueueCounts & { name: string })[];
  /** Of a longer queue, this is how far it is counted. */
  countedRows: number;
  /** Whether mails leave at all: in the demo they stay on the outbox page. */
  mailLeaves: boolean;
  failedMails: { count: number; withinH: number };
  openAnomalies: number;
  /** Banks that cannot be called right now, of either environment. */
  downBanks: DownBank[];
  /** Enabled connections with a certificate that has ended or soon will, or whose files cannot be used. */
  troubledConnections: { id: string; environment: string; why: "ended" | "ends soon" | "faults" }[];
  /** A peer that sends X-Forwarded-For without being in TRUSTED_PROXIES; null: none within the hour. */
  untrustedProxy: UntrustedProxy | null;
  database: Omit<DatabaseState, "clock"> & { clockAheadMs: number };
  /** Why the role of DATABASE_URL could change the audit log; none where it cannot. */
  auditWeaknesses: AuditWeakness[];
  versions: { product: string; node: string };
};

/**
 * How the installation is just now: workers, queues, banks, mails, the database. Reads only; every count is bounded.
 * @throws AppError FORBIDDEN_VIEW
 */
export async function readSystem(ctx: Ctx): Promise<SystemState> {
  requirePlatform(ctx);
  const db = dbOf(ctx);
  const [workers, counts, mails, openAnomalies, live, test, connections, weaknesses, { clock, ...database }] =
    await Promise.all([
      listWorkers(MAX_WORKERS),
      Promise.all(QUEUES.map(({ table, open }) => countQueue(db, table, open))),
      countFailedMailsWithin(ctx, MAILS_WITHIN_H),
      countOpenAnomalies(db, COUNTED_ROWS + 1),
      listDownBanks("live"),
      listDownBanks("test"),
      listConnections(ctx),
      readAuditProtection(ctx),
      readDatabaseState(db),
    ]);
  return {
    at: now(),
    workers,
    queues: QUEUES.flatMap(({ name }, index) => {
      const found = counts[index];
      return found ? [{ name, ...found }] : [];
    }),
    countedRows: COUNTED_ROWS,
    mailLeaves: env().smtpUrl !== null,
    failedMails: { count: mails, withinH: MAILS_WITHIN_H },
    openAnomalies,
    downBanks: [...live, ...test],
    troubledConnections: connections.filter(({ enabled }) => enabled).flatMap(troubleOf),
    untrustedProxy: readUntrustedProxy(),
    database: { ...database, clockAheadMs: clock.getTime() - now().getTime() },
    auditWeaknesses: weaknesses,
    versions: { product: PRODUCT_VERSION, node: process.versions.node },
  };
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
