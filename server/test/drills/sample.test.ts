import { afterAll, describe, expect, it, vi } from "vitest";
import { closeDb } from "../../lib/db";
import { drillBacklog } from "./backlog";
import { drillFairness } from "./fairness";
import { drillHang } from "./hang";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32");
afterAll(closeDb);

/** For machines that do much else besides. */
const DRILL_MS = 600_000;

describe("a third of the endpoints hangs", () => {
  it.each(["one", "many"] as const)(
    "and the others' deliveries are all done before the first of them is let go, the endpoints being those of %s",
    async (merchants) => {
      const report = await drillHang({ deliveries: 600, merchants });
      expect(report).toMatchObject({ healthy: 600, deliveredBefore: 600, doubled: 0, afterwards: 0 });
      expect(report.heldCalls).toBeGreaterThanOrEqual(10);
    },
    DRILL_MS,
  );

  it(
    "TWIN: and a worker without caps has every place with them, and delivers nothing more until then",
    async () => {
      const report = await drillHang({ deliveries: 600, merchants: "many", naive: true });
      expect(report.heldCalls).toBe(200);
      expect(report.deliveredBefore).toBeLessThan(report.healthy);
      expect(report.deliveredBefore + report.afterwards).toBe(report.healthy);
    },
    DRILL_MS,
  );
});

describe("one merchant owns nine in ten of a backlog, and the oldest", () => {
  it(
    "and the others' are done while most of its own still waits",
    async () => {
      const report = await drillFairness({ backlog: 1_800 });
      expect(report).toMatchObject({ others: 180, othersDone: 180, big: 1_620, doubled: 0 });
      expect(report.bigBefore).toBeLessThan(report.big / 2);
    },
    DRILL_MS,
  );

  it(
    "TWIN: and by age alone the others wait for nearly all of it",
    async () => {
      const report = await drillFairness({ backlog: 1_800, naive: true });
      expect(report).toMatchObject({ othersDone: 180, big: 1_620 });
      expect(report.bigBefore).toBeGreaterThan(report.big * 0.9);
    },
    DRILL_MS,
  );
});

describe("a backlog", () => {
  it(
    "drains with nothing lost, stuck or doubled, and in bounded memory",
    async () => {
      const report = await drillBacklog({ deliveries: 5_000, workers: 2 });
      expect(report).toMatchObject({ taken: 5_000, doubled: 0, delivered: 5_000, open: 0, failed: 0 });
      expect(report.memoryMb).toBeLessThan(600);
    },
    DRILL_MS,
  );
});
