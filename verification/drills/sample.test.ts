import { afterAll, describe, expect, it, vi } from "vitest";
import { closeDb } from "../../server/lib/db";
import { sizeOf } from "../depth";
import { LIMIT_FACTOR } from "../limits";
import { drillBacklog } from "./backlog";
import { drillFairness } from "./fairness";
import { drillHang } from "./hang";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
afterAll(closeDb);

const DRILL_MS = 600_000 * LIMIT_FACTOR;
const HEALTHY = sizeOf("deliveries while a third of the endpoints hang");
const SHARED_BACKLOG = sizeOf("deliveries of a backlog with one large merchant");
const [OTHERS, LARGE] = [SHARED_BACKLOG * 0.1, SHARED_BACKLOG * 0.9];
const BACKLOG = sizeOf("deliveries of a backlog");

describe("a third of the endpoints hangs", () => {
  it.each(["one", "many"] as const)(
    "and all deliveries of the others complete first, with endpoints of %s merchants",
    async (merchants) => {
      const report = await drillHang({ deliveries: HEALTHY, merchants });
      expect(report).toMatchObject({ healthy: HEALTHY, deliveredBefore: HEALTHY, doubled: 0, afterwards: 0 });
      expect(report.heldCalls).toBeGreaterThanOrEqual(10);
    },
    DRILL_MS,
  );

  it(
    "control: and a worker without caps makes all its calls to them, and delivers nothing more until their release",
    async () => {
      const report = await drillHang({ deliveries: HEALTHY, merchants: "many", naive: true });
      expect(report.heldCalls).toBe(200);
      expect(report.deliveredBefore).toBeLessThan(report.healthy);
      expect(report.deliveredBefore + report.afterwards).toBe(report.healthy);
    },
    DRILL_MS,
  );
});

describe("one merchant has 90 % of a backlog, and the oldest deliveries", () => {
  it(
    "and the others' complete while most of its own still wait",
    async () => {
      const report = await drillFairness({ backlog: SHARED_BACKLOG });
      expect(report).toMatchObject({ others: OTHERS, othersDone: OTHERS, big: LARGE, doubled: 0 });
      expect(report.bigBefore).toBeLessThan(report.big / 2);
    },
    DRILL_MS,
  );

  it(
    "control: and by age alone the others wait for nearly all of its own",
    async () => {
      const report = await drillFairness({ backlog: SHARED_BACKLOG, naive: true });
      expect(report).toMatchObject({ othersDone: OTHERS, big: LARGE });
      // Two workers with one batch each: some of one's own last calls end after the first of the other's.
      expect(report.bigBefore).toBeGreaterThan(report.big * 0.75);
    },
    DRILL_MS,
  );
});

describe("a backlog", () => {
  it(
    "drains with nothing lost, stuck or doubled, and in bounded memory",
    async () => {
      const report = await drillBacklog({ deliveries: BACKLOG, workers: 2, merchants: Math.min(50, BACKLOG / 50) });
      expect(report).toMatchObject({ taken: BACKLOG, doubled: 0, delivered: BACKLOG, open: 0, failed: 0 });
      expect(report.memoryMb).toBeLessThan(600);
    },
    DRILL_MS,
  );
});
