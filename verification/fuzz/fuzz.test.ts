import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../server/http/registry";
import { closeDb } from "../../server/lib/db";
import { byId, type Endpoint } from "../../server/lib/endpoint";
import { AppError } from "../../server/lib/errors";
import { paymentLinkEndpoints } from "../../server/payments/links/rest-endpoints";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { withFault } from "../../server/test/with-fault";
import { campaign } from "./campaign";
import { countRows, unaccounted } from "./effects";
import { type Moving, newMoving } from "./moving";
import { FUZZ, report } from "./report";

const endpoints = ENDPOINTS as readonly unknown[] as readonly Endpoint[];
const ENOUGH_SENT = 50;
const LEAST_SHARE = 0.2;
const CONTROL = { requests: 200, seed: 1 };

simbankOfThisFile();
let moving: Moving;
beforeAll(async () => {
  moving = await newMoving();
});
afterAll(closeDb);

describe("fuzzed requests", () => {
  it(
    `${FUZZ.requests}: get only declared responses in the envelope, no 5xx, and have no effect without success`,
    async () => {
      const before = await countRows();
      const beganMs = performance.now();
      const tally = await campaign(endpoints, { ...FUZZ, moving });
      process.stdout.write(report(tally, { tookMs: performance.now() - beganMs }));
      expect(tally.failures).toEqual([]);
      expect(unaccounted(before, await countRows(), tally)).toEqual([]);
      // Not all are refused early: a share of the unmutated requests succeeds at every endpoint.
      const poor = [...tally.right].filter(([, { sent, succeeded }]) => succeeded < sent * LEAST_SHARE);
      expect(poor.filter(([, { sent }]) => sent >= ENOUGH_SENT)).toEqual([]);
      expect([...tally.right.keys()].sort()).toEqual(endpoints.map(({ id }) => id).sort());
    },
    FUZZ.timeoutMs,
  );
});

describe("control: fuzzing finds", () => {
  const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
  const only = [createLink] as readonly unknown[] as readonly Endpoint[];

  it("a fault caused by one text, and prints the smallest failing request", async () => {
    const { failures } = await withFault(
      createLink,
      (original) => (ctx, input) => {
        if (/[^\0-\x7f]/.test(input.body.order.order_id ?? "")) throw new Error("injected fault");
        return original(ctx, input);
      },
      () => campaign(only, { ...CONTROL, moving }),
    );
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/the status is 500.*\(nothing done to it\)\s+curl -i -X POST .*INTERNAL_SERVER_ERROR/s);
  });

  it("an effect that remains after a refusal", async () => {
    const before = await countRows();
    const tally = await withFault(
      createLink,
      (original) => async (ctx, input) => {
        await original(ctx, input);
        throw new AppError("UNKNOWN_WEBHOOK_ENDPOINT");
      },
      () => campaign(only, { ...CONTROL, moving }),
    );
    expect(unaccounted(before, await countRows(), tally)).toEqual([expect.stringMatching(/^\d+ links, 0 successes$/)]);
  });
});
