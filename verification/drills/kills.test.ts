import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDb } from "../../server/lib/db";
import { startSimbank, type TestSimbank } from "../../server/test/banks/simbank";
import { SEED } from "../../server/test/rows/seed";
import { sizeOf } from "../depth";
import { LIMIT_FACTOR } from "../limits";
import { judge, type Verdict } from "./judge";
import { drillKills, type KillsReport } from "./kills";
import type { KillsPlan } from "./kills-plan";
import type { RecordedCall } from "./processes/receiver";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");

const DRILL_MS = 900_000 * LIMIT_FACTOR;
const SAMPLE = {
  payments: sizeOf("payments while workers are killed"),
  workers: 2,
  kills: sizeOf("killed workers"),
  killEveryMs: 300,
  seed: SEED,
};

/** The judge's verdict for other records: one call lost, changed, or another's. */
const SPOILED = {
  lost: (calls: RecordedCall[]) => calls.filter(({ event, key }) => event !== calls[0]?.event || key !== calls[0]?.key),
  "by another secret": (calls: RecordedCall[]) => {
    const [one, other] = calls.filter(({ signature }) => signature !== null);
    return calls.map((call) => (call === one && other ? { ...call, signature: other.signature } : call));
  },
  "in other bytes": (calls: RecordedCall[]) =>
    calls.map((call, index) => {
      const body = Buffer.from(call.body, "base64").toString().replace(',"', ', "');
      return index === 0 ? { ...call, body: Buffer.from(body).toString("base64") } : call;
    }),
  "by another id": (calls: RecordedCall[]) => {
    const [one] = calls;
    const other = calls.find(({ key, event }) => key === one?.key && event !== one.event);
    return calls.map((call) => (call === one && other ? { ...call, event: other.event } : call));
  },
};

let bank: TestSimbank;
let report: KillsReport;
let late: Verdict;
const spoiled = new Map<string, Verdict>();

/** Judges the run again, by calls that were changed and by secrets that were valid for a shorter time. */
async function judgeSpoiled(plan: KillsPlan, file: string): Promise<void> {
  const calls = readFileSync(file, "utf8").trimEnd().split("\n");
  for (const [name, spoil] of Object.entries(SPOILED)) {
    const changed = spoil(calls.map((line) => JSON.parse(line) as RecordedCall));
    writeFileSync(`${file}.${name}`, changed.map((call) => `${JSON.stringify(call)}\n`).join(""));
    spoiled.set(name, await judge(plan, `${file}.${name}`));
  }
  for (const { secrets } of plan.endpoints) for (const validity of secrets ?? []) validity.untilMs = 0;
  late = await judge(plan, file);
}

beforeAll(async () => {
  bank = await startSimbank();
  report = await drillKills({ ...SAMPLE, alsoJudge: judgeSpoiled });
}, DRILL_MS);
afterAll(async () => {
  await bank.close();
  await closeDb();
});

describe("payments that end while workers are killed", () => {
  it("are delivered to every endpoint, with one id and one body", () => {
    expect(report.wrongs).toEqual({});
    expect(report.kills).toBe(SAMPLE.kills);
    expect(report.events).toBeGreaterThanOrEqual(SAMPLE.payments);
    expect(report.reached).toBeGreaterThan(SAMPLE.payments);
  });

  it("are delivered with signatures that two implementations verify, while secrets are rotated", () => {
    const { signed, verified, rotations } = report;
    expect(rotations).toBeGreaterThanOrEqual(2);
    expect(signed).toBeGreaterThan(SAMPLE.payments);
    expect(verified).toEqual({ byHand: signed, client: signed });
  });

  it(
    "control: are lost where a worker writes the outcome before the call",
    async () => {
      const { wrongs } = await drillKills({ ...SAMPLE, payments: 40, kills: 1, naive: true });
      expect(wrongs["an event did not reach an endpoint"]).toBeGreaterThanOrEqual(1);
      expect(wrongs["a delivery waits"]).toBeUndefined();
    },
    DRILL_MS,
  );
});

describe("the judge", () => {
  it.each([
    ["lost", "an event did not reach an endpoint"],
    ["by another secret", "a signature is wrong"],
    ["in other bytes", "a body is not the one that was written"],
    ["by another id", "an event's id is not the one in its body"],
  ] as const)("control: finds a call that is %s", (name, wrong) => {
    expect(spoiled.get(name)?.wrongs[wrong]).toBeGreaterThanOrEqual(1);
  });

  it("control: finds deliveries signed with a rotated secret", () => {
    expect(late.wrongs["a signature is wrong"]).toBe(report.signed);
  });
});
