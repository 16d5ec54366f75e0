import type { Outputs } from "../../ui/queries";
import { formatNumber, plural } from "../../ui/text";

type System = Outputs["platform"]["system"]["read"];
type Queue = System["queues"][number];

/** Workers poll every second; a row due for longer than this is late. */
export const LATE_AFTER_S = 60;
/** A transaction open for longer may block others. */
const LONG_TRANSACTION_S = 60;
/** Share of used connections above which the page warns. */
const FULL_SHARE = 0.9;
/** The database's clock decides expiry; a larger difference is reported. */
const CLOCK_OFF_MS = 5_000;

/** A problem of the installation: the fact, its effect, and the page to solve it, if any. Sorted by harm. */
export type ActionItem = { tone: "bad" | "warn"; fact: string; why: string; href?: string; action?: string };

/** An age: `40 s`, `12 min`, `3 h`, `2 days`. */
export function formatAge(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return plural(Math.floor(seconds / 86_400), "day");
}

/** A size in powers of 1024. */
export function formatSize(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const size = bytes / 1_024 ** at;
  return `${at === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[at] ?? "B"}`;
}

const QUEUE_LABELS: Record<string, { name: string; unit: string; harm: string }> = {
  "payments.poll": {
    name: "Bank status polls",
    unit: "payments",
    harm: "Payment statuses are updated late.",
  },
  "webhooks.deliver": {
    name: "Webhook deliveries",
    unit: "deliveries",
    harm: "Merchants’ servers receive events late.",
  },
  "mail.send": { name: "E-mails", unit: "e-mails", harm: "Sign-in codes and other e-mails arrive late." },
  "reconciliation.fetch_statements": {
    name: "Statement fetches",
    unit: "statements",
    harm: "Received money is matched late.",
  },
  "accounts.settle_consents": {
    name: "Consent checks",
    unit: "consents",
    harm: "Merchants learn late that access to their account ends.",
  },
  "webhooks.receiver-test": { name: "Receiver tests", unit: "tests", harm: "Developers wait for their results." },
};

/** Labels of a queue; an unknown queue has its job's name. */
export function queueLabels(name: string): { name: string; unit: string; harm: string } {
  return QUEUE_LABELS[name] ?? { name, unit: "rows", harm: "" };
}

/** A queue's count, capped: `10,000+`. */
export function formatQueueCount(count: number, countedRows: number): string {
  return count > countedRows ? `${formatNumber(countedRows)}+` : formatNumber(count);
}

/** Whether workers process a queue: a demo without a mail server keeps its e-mails. */
function isProcessed({ name }: Queue, { mailLeaves }: Pick<System, "mailLeaves">): boolean {
  return name !== "mail.send" || mailLeaves;
}

/** Whether a queue's oldest due row is late. */
export function isLate(queue: Queue, system: Pick<System, "mailLeaves">): boolean {
  return isProcessed(queue, system) && (queue.oldestDueForS ?? 0) > LATE_AFTER_S;
}

/** The due rows of all queues, and the age of the oldest one. */
export function sumQueues(system: Pick<System, "queues" | "mailLeaves">): { due: number; oldestForS: number } {
  const processed = system.queues.filter((queue) => isProcessed(queue, system));
  return {
    due: processed.reduce((sum, queue) => sum + queue.due, 0),
    oldestForS: Math.max(0, ...processed.map(({ oldestDueForS }) => oldestDueForS ?? 0)),
  };
}

/** What follows the number of running workers. */
export function formatWorkers(workers: readonly Pick<System["workers"][number], "alive">[]): string {
  const silent = workers.filter(({ alive }) => !alive).length;
  if (silent > 0) return `${silent} without a heartbeat`;
  return workers.length === 0 ? "start one" : "all of them";
}

/** Why a bank's circuit is open, from the failure of its last call. */
export function formatCircuitReason(reason: string): string {
  if (reason === "certificate") return "our certificate for it can’t be used";
  if (reason === "profile") return "this version can’t read its connection";
  if (reason === "auth") return "it doesn’t accept our certificate, key or client";
  return "it doesn’t respond";
}

/** All problems of the installation, most harmful first. */
export function listActionItems(system: System): ActionItem[] {
  const { workers, queues, downBanks, failedMails, openExceptions, untrustedProxy } = system;
  const items: ActionItem[] = [];
  if (!workers.some(({ alive }) => alive)) {
    items.push({
      tone: "bad",
      fact: "No worker is running.",
      why: "Payment statuses are not fetched and webhooks are not sent until one starts.",
      href: "#workers",
      action: "View workers",
    });
  }
  items.push(...connectionItems(system));
  for (const { profileId, environment, reason } of downBanks) {
    const tone = environment === "live" ? "bad" : "warn";
    const fact = `The circuit of ${profileId} is open${environment === "test" ? " in test" : ""}.`;
    const why = `Reason: ${formatCircuitReason(reason)}. Customers can’t choose its banks until it recovers.`;
    items.push({ tone, fact, why, href: "/operator/banks", action: "View bank" });
  }
  for (const queue of queues.filter((one) => isLate(one, system))) {
    const { name, harm } = queueLabels(queue.name);
    const fact = `${name} are ${formatAge(queue.oldestDueForS ?? 0)} late.`;
    items.push({ tone: "warn", fact, why: harm, href: "#queues", action: "View queue" });
  }
  if (openExceptions > 0) {
    const count = formatQueueCount(openExceptions, system.countedRows);
    const fact = openExceptions === 1 ? "1 exception needs review." : `${count} exceptions need review.`;
    const why = "These payments can’t be settled automatically.";
    items.push({ tone: "warn", fact, why, href: "/operator/exceptions", action: "Review exceptions" });
  }
  if (failedMails.count > 0) {
    const fact =
      failedMails.count === 1 ? "1 e-mail was not delivered." : `${failedMails.count} e-mails were not delivered.`;
    const why = `The mail server rejected or didn’t answer every attempt in the last ${failedMails.withinH} hours.`;
    items.push({ tone: "warn", fact, why, href: "/operator/mails", action: "View details" });
  }
  if (untrustedProxy !== null) {
    const fact = `X-Forwarded-For from ${untrustedProxy.address} is ignored.`;
    const why =
      "It isn’t in TRUSTED_PROXIES. If it’s your proxy, all its visitors share one address here, and its sign-in limits. Add it and restart.";
    items.push({ tone: "warn", fact, why });
  }
  if (system.securityTxtExpired) {
    const why =
      "Reporters of vulnerabilities must not use it. Check its contacts, set a later SECURITY_EXPIRES and restart.";
    items.push({ tone: "warn", fact: "security.txt has expired.", why });
  }
  return [...items, ...databaseItems(system)];
}

function connectionItems({ troubledConnections }: System): ActionItem[] {
  return troubledConnections.map(({ id, environment, why }): ActionItem => {
    const words = {
      ended: ["A certificate has expired", "Its bank is no longer called."],
      "ends soon": ["A certificate expires within 30 days", "A new one can take weeks to issue."],
      faults: ["Its PEM files can’t be used", "Its bank is not called."],
    }[why];
    const tone = environment === "live" && why !== "ends soon" ? "bad" : "warn";
    return {
      tone,
      fact: `${id}: ${words[0]?.toLowerCase()}.`,
      why: words[1] ?? "",
      href: `/operator/banks/${id}`,
      action: "View connection",
    };
  });
}

const WEAKNESS_LABELS: Record<System["auditWeaknesses"][number], string> = {
  superuser: "it is a superuser",
  roles: "it can grant itself roles (CREATEROLE)",
  replication: "it can set session_replication_role",
  schema: "it owns the schema",
  owner: "it owns the audit log’s tables",
  writes: "it can update or delete entries",
};

/** Why the runtime role can change the audit log; null: it can't. */
export function formatAuditWeaknesses(weaknesses: System["auditWeaknesses"]): string | null {
  return weaknesses.length === 0 ? null : weaknesses.map((one) => WEAKNESS_LABELS[one]).join(", ");
}

function databaseItems({ database, auditWeaknesses }: System): ActionItem[] {
  const { connections, maxConnections, oldestTransaction, idleSlots, clockAheadMs } = database;
  const at = { tone: "warn", href: "#database", action: "View database" } as const;
  const items: ActionItem[] = [];
  if (connections > maxConnections * FULL_SHARE) {
    const fact = `${connections} of ${maxConnections} database connections are in use.`;
    items.push({ ...at, fact, why: "New processes may fail to connect." });
  }
  if (oldestTransaction !== null && oldestTransaction.forS > LONG_TRANSACTION_S) {
    const fact = `A database transaction has been open for ${formatAge(oldestTransaction.forS)}: ${oldestTransaction.holder}.`;
    items.push({ ...at, fact, why: "It can block other transactions and stops vacuum from removing old rows." });
  }
  for (const slot of idleSlots) {
    const why = "It stops vacuum from removing old rows, and the disc fills. Start its reader, or drop it.";
    items.push({ ...at, fact: `The replication slot ${slot} has no reader.`, why });
  }
  if (Math.abs(clockAheadMs) > CLOCK_OFF_MS) {
    const fact = `The database’s clock differs from this server’s by ${formatAge(Math.abs(clockAheadMs) / 1_000)}.`;
    items.push({ ...at, fact, why: "The database’s clock decides when payments expire." });
  }
  const weakness = formatAuditWeaknesses(auditWeaknesses);
  if (weakness !== null) {
    const fact = "The database role of this installation can change the audit log.";
    const why = `Use a role that owns no tables for DATABASE_URL (docs/operate/hardening.md): ${weakness}.`;
    items.push({ ...at, fact, why });
  }
  return items;
}

/** The page's lead. */
export function formatSystemStatus(system: System): string {
  const items = listActionItems(system);
  if (items.length === 0) return "Everything is working.";
  if (items.length === 1) return "1 item needs attention.";
  return `${items.length} items need attention.`;
}
