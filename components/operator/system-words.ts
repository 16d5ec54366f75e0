import type { Outputs } from "../console/queries";

type System = Outputs["platform"]["system"]["read"];
type Queue = System["queues"][number];

/** A worker looks every second: what has waited this long does not wait its turn. */
export const LATE_AFTER_S = 60;
/** A transaction that is open this long keeps others waiting. */
const LONG_TRANSACTION_S = 60;
/** Of the database's connections, so many may be taken before somebody has to know. */
const FULL_SHARE = 0.9;
/** Expiry is decided by the database's clock: one that is further off than this is worth setting. */
const CLOCK_OFF_MS = 5_000;

/** Something that needs somebody: the fact, why it matters, and where it is put right, if that is here. Sorted by harm. */
export type Need = { tone: "bad" | "warn"; fact: string; why: string; href?: string; action?: string };

/** A time that something has waited: `40 s`, `12 min`, `3 h`, `2 days`. */
export function ageWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? "1 day" : `${days} days`;
}

/** A size of storage in powers of 1024, as databases count it. */
export function sizeWords(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const size = bytes / 1_024 ** at;
  return `${at === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[at] ?? "B"}`;
}

const QUEUE_WORDS: Record<string, { name: string; unit: string; harm: string }> = {
  "payments.poll": {
    name: "Payments followed at their banks",
    unit: "payments",
    harm: "Shoppers and shops wait to hear how their payments stand.",
  },
  "webhooks.deliver": { name: "Webhooks", unit: "deliveries", harm: "Shops hear late that they were paid." },
  "mail.send": { name: "Mails", unit: "mails", harm: "Sign-in codes come late." },
  "reconciliation.read": {
    name: "Statements to read",
    unit: "statements",
    harm: "Money that has arrived is matched late.",
  },
  "accounts.settle_consents": {
    name: "Consents to settle",
    unit: "consents",
    harm: "People are told late that access to their account ends.",
  },
  "webhooks.exam": { name: "Receiver exams", unit: "exams", harm: "Developers wait for their result." },
};

/** What a queue holds, in words; one without any is named as its job is. */
export function queueWords(name: string): { name: string; unit: string; harm: string } {
  return QUEUE_WORDS[name] ?? { name, unit: "rows", harm: "" };
}

/** A count of a queue, which ends at its bound: `10,000+`. */
export function queueCount(count: number, countedRows: number): string {
  return count > countedRows ? `${countedRows.toLocaleString("en-GB")}+` : count.toLocaleString("en-GB");
}

/** Whether what is due in a queue has waited too long. Mails that never leave (the demo) are late for nobody. */
export function isLate({ name, oldestDueForS }: Queue, { mailLeaves }: Pick<System, "mailLeaves">): boolean {
  if (name === "mail.send" && !mailLeaves) return false;
  return oldestDueForS !== null && oldestDueForS > LATE_AFTER_S;
}

/** Why a bank is left alone, by the word of its last call. */
export function downWords(reason: string): string {
  if (reason === "certificate") return "our certificate for it cannot be used";
  if (reason === "auth") return "it does not accept our certificate, key or client";
  return "it does not answer";
}

/** Everything about the installation that needs somebody, the most harmful first. */
export function needsOf(system: System): Need[] {
  const { workers, queues, downBanks, failedMails, openAnomalies, untrustedProxy } = system;
  const needs: Need[] = [];
  if (!workers.some(({ alive }) => alive)) {
    needs.push({
      tone: "bad",
      fact: "No worker runs.",
      why: "Payments are not followed and webhooks do not leave until one starts.",
      href: "#workers",
      action: "See the workers",
    });
  }
  needs.push(...connectionNeeds(system));
  for (const { profileId, environment, reason } of downBanks) {
    const tone = environment === "live" ? "bad" : "warn";
    const fact = `${profileId} is left alone${environment === "test" ? " in test" : ""}.`;
    const why = `Because ${downWords(reason)}. Shoppers are not offered it meanwhile.`;
    needs.push({ tone, fact, why, href: "/operator/banks", action: "See the bank" });
  }
  for (const queue of queues.filter((one) => isLate(one, system))) {
    const { name, harm } = queueWords(queue.name);
    const fact = `${name}: one has been due for ${ageWords(queue.oldestDueForS ?? 0)}.`;
    needs.push({ tone: "warn", fact, why: harm, href: "#queues", action: "See the queue" });
  }
  if (openAnomalies > 0) {
    const fact = openAnomalies === 1 ? "One payment needs a look." : `${openAnomalies} notes on payments need a look.`;
    const why = "What no rule could decide was kept, and nobody has dealt with it.";
    needs.push({ tone: "warn", fact, why, href: "/operator/to-look-at", action: "Look at them" });
  }
  if (failedMails.count > 0) {
    const fact = failedMails.count === 1 ? "One mail was given up." : `${failedMails.count} mails were given up.`;
    const why = `In the last ${failedMails.withinH} hours the mail server did not take them.`;
    needs.push({ tone: "warn", fact, why, href: "/operator/mails", action: "See why" });
  }
  if (untrustedProxy !== null) {
    const fact = `X-Forwarded-For from ${untrustedProxy.address} is ignored.`;
    const why =
      "It isn’t in TRUSTED_PROXIES. If it’s your proxy, all its visitors share one address here, and its sign-in limits. Add it and restart.";
    needs.push({ tone: "warn", fact, why });
  }
  return [...needs, ...databaseNeeds(system)];
}

function connectionNeeds({ troubledConnections }: System): Need[] {
  return troubledConnections.map(({ id, environment, why }): Need => {
    const words = {
      ended: ["A certificate has ended", "Its bank is not called any more."],
      "ends soon": ["A certificate ends within 30 days", "New ones take weeks to get."],
      faults: ["Its PEM files cannot be used", "Its bank is not called."],
    }[why];
    const tone = environment === "live" && why !== "ends soon" ? "bad" : "warn";
    return {
      tone,
      fact: `${id}: ${words[0]?.toLowerCase()}.`,
      why: words[1] ?? "",
      href: `/operator/banks/${id}`,
      action: "See the connection",
    };
  });
}

const WEAKNESS_WORDS: Record<System["auditWeaknesses"][number], string> = {
  superuser: "it is a superuser",
  roles: "it may give itself other roles (CREATEROLE)",
  replication: "it may set session_replication_role",
  schema: "it owns the schema",
  owner: "it owns the audit log's tables",
  writes: "it may update or delete entries",
};

/** Why the database does not keep the audit log from the running product; null where it does. */
export function auditWeaknessText(weaknesses: System["auditWeaknesses"]): string | null {
  return weaknesses.length === 0 ? null : weaknesses.map((one) => WEAKNESS_WORDS[one]).join(", ");
}

function databaseNeeds({ database, auditWeaknesses }: System): Need[] {
  const { connections, maxConnections, longestTransactionS, clockAheadMs } = database;
  const at = { tone: "warn", href: "#database", action: "See the database" } as const;
  const needs: Need[] = [];
  if (connections > maxConnections * FULL_SHARE) {
    const fact = `${connections} of the database's ${maxConnections} connections are taken.`;
    needs.push({ ...at, fact, why: "The next process may find none." });
  }
  if (longestTransactionS > LONG_TRANSACTION_S) {
    const fact = `A transaction has been open for ${ageWords(longestTransactionS)}.`;
    needs.push({ ...at, fact, why: "It keeps others waiting, and old rows from being tidied." });
  }
  if (Math.abs(clockAheadMs) > CLOCK_OFF_MS) {
    const fact = `The database's clock is ${ageWords(Math.abs(clockAheadMs) / 1_000)} off this machine's.`;
    needs.push({ ...at, fact, why: "Expiry is decided by it." });
  }
  const weakness = auditWeaknessText(auditWeaknesses);
  if (weakness !== null) {
    const fact = "The database role of this installation can change the audit log.";
    const why = `Use a role that owns no tables for DATABASE_URL (docs/operate/hardening.md): ${weakness}.`;
    needs.push({ ...at, fact, why });
  }
  return needs;
}

/** The news, as the head of the page says it. */
export function systemNews(system: System): string {
  const needs = needsOf(system);
  if (needs.length === 0) return "Everything runs.";
  if (needs.length === 1) return "One thing needs a person.";
  return `${needs.length} things need a person.`;
}
