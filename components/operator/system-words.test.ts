import { describe, expect, it } from "vitest";
import type { Outputs } from "../console/queries";
import { ageWords, LATE_AFTER_S, needsOf, queueCount, sizeWords, systemNews } from "./system-words";

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
    { name: "webhooks.deliver", open: 3, due: 1, inHand: 1, oldestDueForS: 1 },
    { name: "mail.send", open: 2, due: 2, inHand: 0, oldestDueForS: 9_000 },
  ],
  countedRows: 10_000,
  mailLeaves: false,
  failedMails: { count: 0, withinH: 24 },
  openAnomalies: 0,
  downBanks: [],
  troubledConnections: [],
  untrustedProxy: null,
  database: {
    version: "17.2",
    sizeBytes: 1,
    connections: 20,
    maxConnections: 100,
    longestTransactionS: 0,
    schema: "20261125000400_operator",
    clockAheadMs: 12,
  },
  auditWeaknesses: [],
  versions: { product: "0.1.0", node: "22.1.0" },
};

const facts = (changed: Partial<System>) => needsOf({ ...calm, ...changed }).map(({ fact }) => fact);

describe("the news of the system", () => {
  it("are none while everything runs, and mails that never leave are late for nobody", () => {
    expect(systemNews(calm)).toBe("Everything runs.");
    expect(needsOf(calm)).toEqual([]);
  });

  it("name mails that are late where they leave", () => {
    expect(facts({ mailLeaves: true })).toEqual(["Mails: one has been due for 2 h."]);
  });

  it("name a database role that can change the audit log, with what lets it", () => {
    const [need] = needsOf({ ...calm, auditWeaknesses: ["superuser", "writes"] });
    expect(need).toMatchObject({ tone: "warn", href: "#database" });
    expect(need?.fact).toBe("The database role of this installation can change the audit log.");
    expect(need?.why).toContain("it is a superuser, it may update or delete entries");
  });

  it("begin with what does most harm", () => {
    const changed: Partial<System> = {
      workers: [],
      openAnomalies: 2,
      failedMails: { count: 1, withinH: 24 },
      downBanks: [{ profileId: "monzo", environment: "live", bankIds: [], reason: "auth", since: null }],
      troubledConnections: [{ id: "bpi-live", environment: "live", why: "ends soon" }],
      queues: [{ name: "webhooks.deliver", open: 1, due: 1, inHand: 0, oldestDueForS: LATE_AFTER_S + 1 }],
    };
    expect(facts(changed)).toEqual([
      "No worker runs.",
      "bpi-live: a certificate ends within 30 days.",
      "monzo is left alone.",
      "Webhooks: one has been due for 1 min.",
      "2 notes on payments need a look.",
      "One mail was given up.",
    ]);
    expect(systemNews({ ...calm, ...changed })).toBe("6 things need a person.");
    expect(needsOf({ ...calm, ...changed })[0]?.tone).toBe("bad");
  });

  it("name a proxy whose X-Forwarded-For is ignored because it is not trusted", () => {
    const untrustedProxy = { address: "10.0.0.5", lastAt: "2026-11-20T13:59:00.000Z" };
    expect(facts({ untrustedProxy })).toEqual(["X-Forwarded-For from 10.0.0.5 is ignored."]);
  });

  it("tell of a database that is nearly full, held up, or of another time", () => {
    const database = { ...calm.database, connections: 95, longestTransactionS: 600, clockAheadMs: -90_000 };
    expect(facts({ database })).toEqual([
      "95 of the database's 100 connections are taken.",
      "A transaction has been open for 10 min.",
      "The database's clock is 1 min off this machine's.",
    ]);
  });
});

describe("figures", () => {
  it("are said in the greatest unit that they fill", () => {
    expect([0, 59.9, 60, 3_599, 3_600, 86_400, 200_000].map(ageWords)).toEqual([
      "0 s",
      "59 s",
      "1 min",
      "59 min",
      "1 h",
      "1 day",
      "2 days",
    ]);
    expect([0, 1_023, 1_024, 1_572_864, 157_286_400].map(sizeWords)).toEqual([
      "0 B",
      "1023 B",
      "1.0 KiB",
      "1.5 MiB",
      "150 MiB",
    ]);
  });

  it("of a queue end where counting ended", () => {
    expect([0, 10_000, 10_001].map((count) => queueCount(count, 10_000))).toEqual(["0", "10,000", "10,000+"]);
  });
});
