import { describe, expect, it } from "vitest";
import type { Outputs } from "../../ui/queries";
import {
  formatAge,
  formatQueueCount,
  formatSize,
  formatSystemStatus,
  formatWorkers,
  LATE_AFTER_S,
  listActionItems,
  sumQueues,
} from "./system-labels";

type System = Outputs["platform"]["system"]["read"];

const calm: System = {
  at: "2026-11-20T14:00:00.000Z",
  workers: [
    {
      id: "w1",
      host: "one 1",
      version: "0.1.0",
      startedAt: "2026-11-20T13:00:00.000Z",
      beatAt: "2026-11-20T13:59:58.000Z",
      alive: true,
    },
  ],
  queues: [
    { name: "webhooks.deliver", open: 3, due: 1, inHand: 1, oldestDueForS: 1, blocked: 0 },
    { name: "mail.send", open: 2, due: 2, inHand: 0, oldestDueForS: 9_000, blocked: 0 },
  ],
  countedRows: 10_000,
  mailLeaves: false,
  failedMails: { count: 0, withinH: 24 },
  openExceptions: 0,
  downBanks: [],
  troubledConnections: [],
  untrustedProxy: null,
  securityTxtExpired: false,
  database: {
    version: "17.2",
    sizeBytes: 1,
    connections: 20,
    maxConnections: 100,
    oldestTransaction: null,
    idleSlots: [],
    schema: "20261125000400_operator",
    clockAheadMs: 12,
  },
  auditWeaknesses: [],
  versions: { product: "0.1.0", node: "22.1.0" },
};

const facts = (changed: Partial<System>) => listActionItems({ ...calm, ...changed }).map(({ fact }) => fact);

describe("action items of the system", () => {
  it("are none while everything works; e-mails of a demo without a mail server are not late", () => {
    expect(formatSystemStatus(calm)).toBe("Everything is working.");
    expect(listActionItems(calm)).toEqual([]);
  });

  it("name late e-mails where a mail server is set", () => {
    expect(facts({ mailLeaves: true })).toEqual(["E-mails are 2 h late."]);
  });

  it("name a database role that can change the audit log, and why", () => {
    const [need] = listActionItems({ ...calm, auditWeaknesses: ["superuser", "writes"] });
    expect(need).toMatchObject({ tone: "warn", href: "#database" });
    expect(need?.fact).toBe("The database role of this installation can change the audit log.");
    expect(need?.why).toContain("it is a superuser, it can update or delete entries");
  });

  it("are sorted by harm", () => {
    const changed: Partial<System> = {
      workers: [],
      openExceptions: 2,
      failedMails: { count: 1, withinH: 24 },
      downBanks: [{ profileId: "monzo", environment: "live", bankIds: [], reason: "auth", since: null }],
      troubledConnections: [{ id: "bpi-live", environment: "live", why: "ends soon" }],
      queues: [{ name: "webhooks.deliver", open: 1, due: 1, inHand: 0, oldestDueForS: LATE_AFTER_S + 1, blocked: 0 }],
    };
    expect(facts(changed)).toEqual([
      "No worker is running.",
      "bpi-live: a certificate expires within 30 days.",
      "The circuit of monzo is open.",
      "Webhook deliveries are 1 min late.",
      "2 exceptions need review.",
      "1 e-mail was not delivered.",
    ]);
    expect(formatSystemStatus({ ...calm, ...changed })).toBe("6 items need attention.");
    expect(listActionItems({ ...calm, ...changed })[0]?.tone).toBe("bad");
  });

  it("name the counted exceptions where there are more", () => {
    expect(facts({ openExceptions: 10_001 })).toEqual(["10,000+ exceptions need review."]);
  });

  it("name a proxy whose X-Forwarded-For is ignored because it is not trusted", () => {
    const untrustedProxy = { address: "10.0.0.5", lastAt: "2026-11-20T13:59:00.000Z" };
    expect(facts({ untrustedProxy })).toEqual(["X-Forwarded-For from 10.0.0.5 is ignored."]);
  });

  it("name an expired security.txt", () => {
    expect(facts({ securityTxtExpired: true })).toEqual(["security.txt has expired."]);
  });

  it("name a database with few free connections, a long transaction, an idle slot, or another clock", () => {
    const holder = "psql, process 812, idle in transaction";
    const oldestTransaction = { since: calm.at, forS: 600, holder };
    const changed = { connections: 95, oldestTransaction, idleSlots: ["reports"], clockAheadMs: -90_000 };
    const database = { ...calm.database, ...changed };
    expect(facts({ database })).toEqual([
      "95 of 100 database connections are in use.",
      "A database transaction has been open for 10 min: psql, process 812, idle in transaction.",
      "The replication slot reports has no reader.",
      "The database’s clock differs from this server’s by 1 min.",
    ]);
  });
});

describe("figures", () => {
  it("are formatted in the largest unit", () => {
    expect([0, 59.9, 60, 3_599, 3_600, 86_400, 200_000].map(formatAge)).toEqual([
      "0 s",
      "59 s",
      "1 min",
      "59 min",
      "1 h",
      "1 day",
      "2 days",
    ]);
    expect([0, 1_023, 1_024, 1_572_864, 157_286_400].map(formatSize)).toEqual([
      "0 B",
      "1023 B",
      "1.0 KiB",
      "1.5 MiB",
      "150 MiB",
    ]);
  });

  it("of the workers say what to do without one, and how many have no heartbeat", () => {
    const [alive, silent] = [{ alive: true }, { alive: false }];
    expect([[], [alive], [silent], [alive, silent, silent]].map(formatWorkers)).toEqual([
      "start one",
      "all of them",
      "1 without a heartbeat",
      "2 without a heartbeat",
    ]);
  });

  it("of the due rows have their oldest one: e-mails in both or in none", () => {
    expect(sumQueues(calm)).toEqual({ due: 1, oldestForS: 1 });
    expect(sumQueues({ ...calm, mailLeaves: true })).toEqual({ due: 3, oldestForS: 9_000 });
  });

  it("of a queue are capped", () => {
    expect([0, 10_000, 10_001].map((count) => formatQueueCount(count, 10_000))).toEqual(["0", "10,000", "10,000+"]);
  });
});
