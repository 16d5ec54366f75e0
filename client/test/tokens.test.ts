import { describe, expect, it } from "vitest";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { disableCredential } from "../../server/identity/credentials/disable-credential";
import { moveClock } from "../../server/test/database";
import { ctx } from "../../server/test/rows/fixtures";
import { envelope, failureOf, LINKS, ORDER, REFRESH, stageOfEachTest, TOKEN } from "./stage";

const { bankside, tenant, plan, sentTo, paths, linksMade } = stageOfEachTest();

describe("tokens", () => {
  it("are requested once for twenty concurrent calls", async () => {
    const client = bankside();
    await Promise.all(Array.from({ length: 20 }, () => client.createPaymentLink({ order: ORDER })));
    expect([sentTo(TOKEN).length, sentTo(LINKS).length, await linksMade()]).toEqual([1, 20, 20]);
  });

  it("are not requested for an operation without a token", async () => {
    await bankside().listTopBanks({ country: "PT" });
    expect(paths()).toEqual(["/api/v1/banks/top?country=PT"]);
  });

  it("are renewed by the refresh token before they expire, once for concurrent calls", async () => {
    let nowMs = 0;
    const client = bankside({ nowMs: () => nowMs });
    await client.createPaymentLink({ order: ORDER });
    nowMs = 839_000;
    await client.createPaymentLink({ order: ORDER });
    nowMs = 841_000;
    await Promise.all([client.createPaymentLink({ order: ORDER }), client.createPaymentLink({ order: ORDER })]);
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, LINKS, LINKS]);
  });

  it("are requested by the client credentials again after the refresh token has expired", async () => {
    let nowMs = 0;
    const client = bankside({ nowMs: () => nowMs });
    await client.createPaymentLink({ order: ORDER });
    await moveClock("25 hours");
    nowMs = 25 * 3_600_000;
    await client.createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, LINKS, REFRESH, TOKEN, LINKS]);
  });

  it("that the API rejects are renewed, and the call is sent again", async () => {
    const client = bankside();
    await client.createPaymentLink({ order: ORDER });
    await moveClock("901 seconds");
    await client.createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, LINKS]);
    expect(new Set(sentTo(LINKS).map(({ token }) => token)).size).toBe(2);
    expect(await linksMade()).toBe(2);
  });

  it("that are rejected twice are not renewed again", async () => {
    const refusal = { status: 401, body: envelope("INVALID_TOKEN") };
    plan(LINKS, refusal, refusal);
    expect(await failureOf(bankside().createPaymentLink({ order: ORDER }))).toMatchObject({ code: "INVALID_TOKEN" });
    expect(paths()).toEqual([TOKEN, LINKS, REFRESH, LINKS]);
  });

  it("are not requested again with wrong credentials", async () => {
    const client = bankside({ clientSecret: "csec_wrong" });
    const errors = await Promise.all([1, 2].map(() => failureOf(client.createPaymentLink({ order: ORDER }))));
    expect(errors).toMatchObject([{ code: "UNAUTHORIZED" }, { code: "UNAUTHORIZED" }]);
    expect(paths()).toEqual([TOKEN]);
  });

  it("of a disabled credential fail with the API's error", async () => {
    const credential = await createCredential(ctx, { name: "Doomed", owner: { merchantId: tenant().merchantId } });
    const client = bankside({ clientId: credential.client_id, clientSecret: credential.client_secret });
    await client.createPaymentLink({ order: ORDER });
    await disableCredential(ctx, { id: credential.client_id });
    await moveClock("901 seconds");
    expect(await failureOf(client.createPaymentLink({ order: ORDER }))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, TOKEN]);
  });

  it("are kept when the call that requested them is aborted", async () => {
    const client = bankside();
    const control = new AbortController();
    const given = client.createPaymentLink({ order: ORDER }, { signal: control.signal });
    const kept = client.createPaymentLink({ order: ORDER });
    control.abort();
    expect(await failureOf(given)).toMatchObject({ name: "AbortError" });
    expect(await kept).toMatchObject({ status: "active" });
    expect([sentTo(TOKEN).length, await linksMade()]).toEqual([1, 1]);
  });
});
