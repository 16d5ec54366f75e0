import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../server/http/registry";
import { systemCtx } from "../../server/lib/context";
import { closeDb } from "../../server/lib/db";
import { byId, type Endpoint } from "../../server/lib/endpoint";
import { AppError } from "../../server/lib/errors";
import { paymentLinkEndpoints } from "../../server/payments/links/rest-endpoints";
import { paymentEndpoints } from "../../server/payments/rest-endpoints";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { withFault } from "../../server/test/with-fault";
import { judgeEndpoint, type Verdict } from "./matrix";
import { type EndpointId, PLANS, type Plan } from "./plans";
import { newWorld, type World } from "./world";

const endpoints = ENDPOINTS as readonly unknown[] as readonly (Endpoint & { id: EndpointId })[];
const MATRIX_TIMEOUT_MS = 120_000;

simbankOfThisFile();
let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(closeDb);

describe("the tenant matrix", () => {
  it("has exactly one row for every endpoint", () => {
    expect(Object.keys(PLANS).sort()).toEqual(endpoints.map(({ id }) => id).sort());
    const numbers = Object.values(PLANS).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("does not compile without one of its rows", () => {
    const { listTopBanks: taken, ...others } = PLANS;
    // @ts-expect-error listTopBanks has no row here.
    const incomplete: Record<EndpointId, Plan> = others;
    expect(Object.keys(incomplete)).toHaveLength(endpoints.length - (taken ? 1 : 0));
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s: every caller with every id gets the expected response",
    async (id, endpoint) => {
      const { calls, refused, wrong } = await judgeEndpoint(endpoint, PLANS[id], world);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThanOrEqual(world.callers.length);
      // The token endpoint refuses a client that is in the body and in HTTP Basic.
      expect(refused > 0).toBe(endpoint.auth !== "public" || endpoint.acceptsBasic === true);
    },
    MATRIX_TIMEOUT_MS,
  );
});

describe("control: the matrix detects", () => {
  const merchants = () => ({ ...world, callers: world.callers.filter(({ name }) => name === "merchant") });
  const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
  const status = byId(paymentEndpoints, "getPaymentStatus");
  const anybody = systemCtx("control");

  async function judgeWith<P, Q, B, D>(
    endpoint: Endpoint<P, Q, B, D> & { id: EndpointId },
    other: Parameters<typeof withFault<P, Q, B, D, Verdict>>[1],
  ): Promise<string[]> {
    const judge = () => judgeEndpoint(endpoint as unknown as Endpoint, PLANS[endpoint.id], merchants());
    return (await withFault(endpoint, other, judge)).wrong;
  }

  it("a query without tenancy", async () => {
    const wrong = await judgeWith(status, (original) => (_ctx, input) => original(anybody, input));
    expect(wrong).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^merchant; bravo live .*: 200 .*, expected 404 PAYMENT_REQUEST_NOT_FOUND$/),
        expect.stringMatching(/^merchant; sibling test .*: the answer holds .*, of sibling$/),
      ]),
    );
  });

  it("an effect despite a refusal", async () => {
    const wrong = await judgeWith(createLink, (original) => async (ctx, input) => {
      await original(anybody, input).catch(() => undefined);
      return original(ctx, input);
    });
    expect(wrong).toEqual([expect.stringMatching(/^merchant: what was refused has changed .*payment_links/)]);
  });

  it("a refusal that distinguishes a foreign id from an unknown one", async () => {
    const wrong = await judgeWith(status, (original) => async (ctx, input) => {
      const exists = await original(anybody, input).then(
        () => true,
        () => false,
      );
      const telling = new AppError("PAYMENT_REQUEST_NOT_FOUND", { message: exists ? "Not yours." : "No such thing." });
      return original(ctx, input).catch(() => Promise.reject(telling));
    });
    expect(wrong.length).toBeGreaterThan(0);
    for (const each of wrong) expect(each).toContain("No such thing.");
  });
});
