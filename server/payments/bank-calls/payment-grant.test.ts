import { beforeAll, describe, expect, it } from "vitest";
import { findBankByName } from "../../banks/find-bank";
import { seal } from "../../lib/crypto";
import { db } from "../../lib/db";
import { answer, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { moveClock, query } from "../../test/database";
import { paymentRef } from "../attempts/attempt-secrets";
import { findLastAttempt } from "../attempts/attempt-store";
import { cancelCheckout } from "../checkout/cancel-checkout";

// The grant of a payment at a Berlin Group bank with OAuth: its status is fetched, and it is cancelled, with it.

const story = storyOfThisFile();
let oauthBank = "";
beforeAll(async () => {
  oauthBank = (await findBankByName("banco-montepio", "EUR"))?.id ?? "";
});

const TOKENS = /\/oauth\/token$/;
const STATUS = /\/v1\/payments\/.*\/status$/;
const OLD = { access_token: "old", refresh_token: "first", expires_in: 3600 };
const NEW = { access_token: "new", refresh_token: "second", expires_in: 3600 };

const tokenCalls = () => story.bank.called.filter((path) => TOKENS.test(path)).length;
/** The bank answers the next token call with these tokens, after `before`. */
const issue = (tokens: object, before: () => Promise<unknown> = async () => undefined) =>
  story.bank.faults.push({ method: "POST", path: TOKENS, kind: () => before().then(() => Response.json(tokens)) });
/** The Authorization headers of the last two of these exchanges. The bank refuses `new`: it did not issue that itself. */
const lastGrants = (isOne: (exchange: (typeof story.bank.exchanges)[number]) => boolean) =>
  story.bank.exchanges
    .filter(isOne)
    .slice(-2)
    .map(({ requestHeaders }) => requestHeaders["authorization"]);
/** The bank refuses the grant in the next status fetch, and the fetch without it; `first`, if given, happens during it. */
const refuseGrant = (first: () => Promise<unknown> = async () => undefined) => {
  for (const during of [first, async () => undefined]) {
    const kind = () => during().then(() => new Response(null, { status: 401 }));
    story.bank.faults.push({ method: "GET", path: STATUS, kind });
  }
};

async function attemptOf(id: string) {
  const attempt = await findLastAttempt(db(), id);
  if (!attempt) throw new Error("The payment has no attempt.");
  return attempt;
}
const grantOf = async (id: string) => paymentRef(await attemptOf(id)).grant;

/** A payment that its customer has approved; its grant is refused from the return on. */
async function approved(tokens: object): Promise<string> {
  const { token, id } = await story.newPayment();
  const { data } = await story.press(token, oauthBank);
  issue(tokens);
  refuseGrant();
  await answer((await fetch(data.redirect_url ?? "")).url, "approve");
  expect(story.bank.faults).toEqual([]);
  return id;
}

async function poll(): Promise<void> {
  await moveClock("1 minute");
  await workDone();
  expect(story.bank.faults).toEqual([]);
}

describe("a payment's grant that its bank refuses", () => {
  it("is refreshed by a poll, stored, and used: the payment is completed", async () => {
    const id = await approved(OLD);
    refuseGrant();
    issue(NEW);
    await poll();
    expect(lastGrants(({ path }) => STATUS.test(path))).toEqual(["Bearer new", undefined]);
    expect(await story.statusOf(id)).toBe("completed");
    expect(await grantOf(id)).toMatchObject({ accessToken: "new", refreshToken: "second" });
  });

  it("is not refreshed at the customer's return, when a poll may refresh it at the same time", async () => {
    const before = tokenCalls();
    const id = await approved(OLD);
    expect(tokenCalls() - before).toBe(1);
    await poll();
    expect(await story.statusOf(id)).toBe("completed");
  });

  it("does not replace one that was stored during its refresh", async () => {
    const id = await approved(OLD);
    refuseGrant();
    issue(NEW, async () => {
      const sealed = seal(JSON.stringify({ accessToken: "other" }), (await attemptOf(id)).id);
      await query("UPDATE payment_attempts SET grant_sealed = $1 WHERE payment_request_id = $2", [sealed, id]);
    });
    await poll();
    expect([await grantOf(id), await story.statusOf(id)]).toEqual([{ accessToken: "other" }, "completed"]);
  });

  it("is not refreshed by a poll whose lease another worker has by then", async () => {
    const id = await approved(OLD);
    const before = tokenCalls();
    const otherLease =
      "UPDATE payment_attempts SET lease_until = app_now() + interval '9 minutes' WHERE payment_request_id = $1";
    refuseGrant(() => query(otherLease, [id]));
    await poll();
    expect([tokenCalls() - before, await story.statusOf(id)]).toEqual([0, "pending"]);
  });

  it("is refreshed under a lease that is long enough for it, however late in the poll", async () => {
    const id = await approved(OLD);
    refuseGrant(() => moveClock("59 seconds"));
    let leftS = 0;
    issue(NEW, async () => {
      const sql = `SELECT extract(epoch FROM lease_until - app_now())::float8 AS left FROM payment_attempts
        WHERE payment_request_id = $1`;
      leftS = (await query<{ left: number }>(sql, [id])).rows[0]?.left ?? 0;
    });
    await poll();
    expect(leftS).toBeGreaterThan(15);
    expect(await story.statusOf(id)).toBe("completed");
    const leased = "SELECT 1 FROM payment_attempts WHERE payment_request_id = $1 AND lease_until IS NOT NULL";
    expect((await query(leased, [id])).rows).toEqual([]);
  });

  it("is refreshed also for a cancellation, which a poll sends again after five minutes", async () => {
    const grant = await grantOf(await approved(OLD));
    const { token, id } = await story.newPayment();
    await story.press(token, oauthBank);
    const sealed = seal(JSON.stringify(grant), (await attemptOf(id)).id);
    await query("UPDATE payment_attempts SET grant_sealed = $1 WHERE payment_request_id = $2", [sealed, id]);
    // Refused with the grant and without it.
    const refuseCancellation = () => {
      for (const _ of ["with", "without"])
        story.bank.faults.push({ method: "DELETE", kind: new Response(null, { status: 401 }) });
    };
    refuseCancellation();
    await cancelCheckout(shopper, { paymentToken: token });
    expect([story.bank.faults, await story.statusOf(id)]).toEqual([[], "pending"]);
    refuseCancellation();
    issue(NEW);
    await moveClock("5 minutes");
    await poll();
    expect(lastGrants(({ method }) => method === "DELETE")).toEqual(["Bearer new", undefined]);
    expect(await story.statusOf(id)).toBe("cancelled");
  });

  it("whose refresh the bank refuses for good is kept without its refresh token", async () => {
    const id = await approved(OLD);
    refuseGrant();
    const refusal = Response.json({ error: "invalid_grant" }, { status: 400 });
    story.bank.faults.push({ method: "POST", path: TOKENS, kind: refusal });
    await poll();
    expect(await grantOf(id)).not.toHaveProperty("refreshToken");
  });

  it("without a refresh token leaves the payment pending until the next poll", async () => {
    const id = await approved({ ...OLD, refresh_token: undefined });
    refuseGrant();
    const before = tokenCalls();
    await poll();
    expect([tokenCalls() - before, await story.statusOf(id)]).toEqual([0, "pending"]);
    await moveClock("5 minutes");
    await poll();
    expect(await story.statusOf(id)).toBe("completed");
  });
});
