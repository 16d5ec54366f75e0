// Compares the figures in docs/integrate/webhooks.md with those of the code.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../server/test/code-rules/files";
import { deliveryHeaders } from "../../server/webhooks/delivery/delivery-headers";
import { RETRY_SCHEDULE_S } from "../../server/webhooks/delivery/retry-schedule";
import * as health from "../../server/webhooks/health/circuit-rules";
import { verifyWebhook } from "../src/index.js";

const guide = readFileSync(path.join(projectRoot, "docs/integrate/webhooks.md"), "utf8");
const section = (heading: string) => guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
/** The rows of the tables of a section, without heads. */
const rowsOf = (heading: string) =>
  [...section(heading).matchAll(/^\| (?<cells>.*) \|$/gm)].map(({ groups }) => (groups?.["cells"] ?? "").split(" | "));

const inWords = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;

describe("the webhooks guide", () => {
  it("has the retry schedule of deliveries", () => {
    const [, ...rows] = rowsOf("The schedule");
    expect(rows).toEqual(RETRY_SCHEDULE_S.map((seconds, index) => [String(index + 2), inWords(seconds)]));
    expect(guide).toContain("ten attempts over three days");
    expect(RETRY_SCHEDULE_S).toHaveLength(9);
  });

  it("lists exactly the headers of a delivery", () => {
    const named = [...section("What is sent").matchAll(/^\| `([\w-]+)` \| (?:.*)$/gm)].map(([, name]) => name);
    const sent = Object.keys(deliveryHeaders({ id: "1", body: "{}" }, "whsec_", new Date()));
    expect(named.filter((name) => /^[A-Z]/.test(name ?? ""))).toEqual(sent);
    expect(guide).toContain(deliveryHeaders({ id: "1", body: "{}" }, null, new Date())["User-Agent"]);
  });

  it("has a test vector that verifies", async () => {
    const vector = Object.fromEntries(
      rowsOf("What is sent").map(([key = "", value = ""]) => [key, value.slice(1, -1)]),
    );
    const { secret = "", "`t`": t = "", body: payload = "", "`v1`": v1 = "" } = vector;
    const delivery = { payload, headers: { "x-signature": `t=${t},v1=${v1}` }, secret };
    const event = await verifyWebhook({ ...delivery, now: new Date(Number(t) * 1_000) });
    expect(event.type).toBe("payment_request.succeeded");
  });

  it("has the thresholds of endpoint health", () => {
    const { FAILURES_TO_OPEN, OPEN_AFTER_S, FAILURES_TO_SLOW, NOTIFY_AFTER_S } = health;
    expect([FAILURES_TO_SLOW, OPEN_AFTER_S]).toEqual([3, 60]);
    const text = section("Health");
    expect(text).toContain("three failures in a row");
    expect(text).toContain(`${FAILURES_TO_OPEN} failures in a row, over a minute or more`);
    expect(text).toContain(`failing for ${NOTIFY_AFTER_S / 60} minutes`);
    expect([health.CIRCUIT_OPEN_KEEPS_DAYS, health.PAUSE_KEEPS_DAYS]).toEqual([4, 30]);
    expect(text).toContain(
      "Deliveries expire after four days behind an open circuit, and after 30 days behind a pause",
    );
  });
});
