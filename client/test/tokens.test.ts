import { describe, expect, it } from "vitest";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { disableCredential } from "../../server/identity/credentials/disable-credential";
import { moveClock, query } from "../../server/test/database";
import { ctx } from "../../server/test/rows/fixtures";
import type { Fault } from "./faulty-proxy";
import { envelope, failureOf, LINKS, ORDER, REFRESH, stageOfEachTest, TOKEN } from "./stage";

const { bankside, tenant, plan, sentTo, paths, linksMade } = stageOfEachTest();

const credentials = () => ({
  ...{ grant_type: "client_credentials" as const },
  ...{ client_id: tenant().clientId, client_secret: tenant().clientSecret },
});
/** How often the server took a refresh token of this test's merchant for stolen. */
const reusesDetected = async () => {
  const sql = "SELECT 1 FROM audit_entries WHERE action = 'token_family.reuse_detected' AND merchant_id = $1";
  return (await query(sql, [tenant().merchantId])).rowCount;
};

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

  it.each<[string, Fault]>([
    ["is lost", "lost_after"],
    ["breaks off", "lost_halfway"],
    ["is a proxy's", { status: 500, body: "<html>" }],
    ["is a 500", { status: 500, body: envelope("INTERNAL_SERVER_ERROR") }],
    ["is a 503", { status: 503, body: envelope("SERVICE_UNAVAILABLE") }],
  ])(
    "are issued by the client credentials when the response of a refresh %s twice, and the used refresh token is not sent again",
    async (_, fault) => {
      let nowMs = 0;
      const client = bankside({ nowMs: () => nowMs });
      await client.createPaymentLink({ order: ORDER });
      plan(REFRESH, "lost_after", fault);
      nowMs = 841_000;
      await client.createPaymentLink({ order: ORDER });
      expect(paths()).toEqual([TOKEN, LINKS, REFRESH, REFRESH, TOKEN, LINKS]);
      await moveClock("2 minutes");
      nowMs = 2 * 841_000;
      await client.createPaymentLink({ order: ORDER });
      expect(paths().slice(6)).toEqual([REFRESH, LINKS]);
      expect(await reusesDetected()).toBe(0);
    },
  );

  it("are issued by the client credentials after a refresh without a response, also when the issue fails at first", async () => {
    let nowMs = 0;
    const client = bankside({ nowMs: () => nowMs, retry: { attempts: 1 } });
    await client.createPaymentLink({ order: ORDER });
    plan(REFRESH, "lost_after");
    plan(TOKEN, "lost_before");
    nowMs = 841_000;
    expect(await failureOf(client.createPaymentLink({ order: ORDER }))).toMatchObject({ code: "NETWORK_ERROR" });
    await moveClock("2 minutes");
    await client.createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, LINKS, REFRESH, TOKEN, TOKEN, LINKS]);
    expect(await reusesDetected()).toBe(0);
  });

  it("are refreshed again once when a response is lost, but not after 55 s", async () => {
    let nowMs = 0;
    let delayMs = 54_000;
    const slowly: typeof fetch = (request, init) => {
      const isRefresh = (request as Request).url.endsWith(REFRESH);
      return fetch(request, init).finally(() => (nowMs += isRefresh ? delayMs : 0));
    };
    const client = bankside({ nowMs: () => nowMs, fetch: slowly });
    await client.createPaymentLink({ order: ORDER });
    for (delayMs of [54_000, 56_000]) {
      plan(REFRESH, "lost_after");
      nowMs += 841_000;
      await client.createPaymentLink({ order: ORDER });
    }
    expect(paths()).toEqual([TOKEN, LINKS, REFRESH, REFRESH, LINKS, REFRESH, TOKEN, LINKS]);
  });

  it("control: a used refresh token that is sent again after 60 s revokes its family", async () => {
    const client = bankside();
    const { refresh_token = "" } = await client.issueToken(credentials());
    await client.refreshToken({ refresh_token });
    await moveClock("2 minutes");
    expect(await failureOf(client.refreshToken({ refresh_token }))).toMatchObject({ code: "INVALID_GRANT" });
    expect(await reusesDetected()).toBe(1);
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
