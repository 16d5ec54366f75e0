import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { authenticate } from "../identity/tokens/authenticate";
import type { Ctx } from "../lib/context";
import { newId } from "../lib/ids";
import { query } from "../test/database";
import { newPartner, newTenant, tokenFor } from "../test/rows/fixtures";
import { resolveMerchant } from "./resolve-merchant";

const CALLS = 5;

// With a stopped clock no cache entry expires.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function ctxOf(token: string): Promise<Ctx> {
  return { caller: (await authenticate(`Bearer ${token}`)).caller, requestId: "test", ip: null };
}

const outcome = (ctx: Ctx, merchantId: string) =>
  resolveMerchant(ctx, merchantId).then(
    ({ id }) => id,
    (error: Error) => error.message,
  );

/** The outcomes of some calls in a row, and their look-ups of merchants. */
async function ask(ctx: Ctx, merchantId: string): Promise<{ outcomes: string[]; statements: string[] }> {
  const sent = vi.spyOn(pg.Client.prototype, "query").mockClear();
  const outcomes: string[] = [];
  for (let calls = 0; calls < CALLS; calls++) outcomes.push(await outcome(ctx, merchantId));
  return { outcomes, statements: aboutMerchants(sent.mock.calls) };
}

/** The look-ups of one merchant. The counts of requests, kept in batches beside the calls, read and write the table too. */
function aboutMerchants(calls: readonly unknown[][]): string[] {
  const texts = calls.map(([statement]) => (statement as { text?: string }).text ?? String(statement));
  return texts.filter((text) => /\bFROM merchants WHERE id = /.test(text));
}

describe("a partner's call for a merchant", () => {
  it("of its own is looked up once, and cached for 500 ms", async () => {
    const { partnerId, token } = await newPartner();
    const { merchantId } = await newTenant({ partnerId });
    const { outcomes, statements } = await ask(await ctxOf(token), merchantId);
    expect(outcomes).toEqual(Array(CALLS).fill(merchantId));
    expect(statements).toHaveLength(1);
  });

  it("of another partner is looked up each time, as an unknown one is, also if its own partner has it cached", async () => {
    const partner = await ctxOf((await newPartner()).token);
    const other = await newPartner();
    const foreign = await newTenant({ partnerId: other.partnerId });
    for (const token of [foreign.token, other.token, await tokenFor("admin")])
      expect(await outcome(await ctxOf(token), foreign.merchantId)).toBe(foreign.merchantId);
    const refused = await ask(partner, foreign.merchantId);
    expect(refused.statements.length, refused.statements.join("\n")).toBe(CALLS);
    expect(refused).toEqual(await ask(partner, newId()));
  });

  it("is looked up again after a refusal, which is not cached", async () => {
    const { partnerId, token } = await newPartner();
    const partner = await ctxOf(token);
    const { merchantId } = await newTenant();
    expect(await outcome(partner, merchantId)).not.toBe(merchantId);
    const sql = "UPDATE merchants SET partner_id = $1 WHERE id = $2";
    await query(sql, [partnerId, merchantId]);
    expect(await outcome(partner, merchantId)).toBe(merchantId);
  });

  it("of another partner is looked up once for concurrent calls", async () => {
    const partner = await ctxOf((await newPartner()).token);
    const { merchantId } = await newTenant();
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const crowd = await Promise.all(Array.from({ length: CALLS }, () => outcome(partner, merchantId)));
    expect(new Set(crowd).size).toBe(1);
    expect(aboutMerchants(sent.mock.calls)).toHaveLength(1);
  });
});

it("a merchant's call for another merchant is refused without a look-up, existing or not", async () => {
  const { token } = await newTenant();
  const merchant = await ctxOf(token);
  const refused = await ask(merchant, (await newTenant()).merchantId);
  expect(refused.statements).toEqual([]);
  expect(refused).toEqual(await ask(merchant, newId()));
});

describe("a user's call for a merchant", () => {
  const userCtx = (merchantId: string): Ctx => ({
    caller: { kind: "merchant", merchantId, actor: { kind: "user", id: newId() }, scopes: [], testOnly: false },
    requestId: "test",
    ip: null,
  });

  it("is looked up once for a page with all of its calls, and each time otherwise", async () => {
    const { merchantId } = await newTenant();
    const ctx = userCtx(merchantId);
    expect((await ask(ctx, merchantId)).statements).toHaveLength(CALLS);
    const page = { ...ctx, lookUps: new Map() };
    expect((await ask(page, merchantId)).statements).toHaveLength(1);
    expect((await ask({ ...page, caller: { ...page.caller } }, merchantId)).statements).toHaveLength(0);
    expect((await ask({ ...ctx, lookUps: new Map() }, merchantId)).statements).toHaveLength(1);
  });
});
