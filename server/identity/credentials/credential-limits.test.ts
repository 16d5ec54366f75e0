import { beforeEach, describe, expect, it } from "vitest";
import { flushCalls } from "../../http/call-log/call-log";
import { now } from "../../lib/clock";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { call, request } from "../../test/client";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx, newTenant, type Tenant } from "../../test/rows/fixtures";
import { postTokenRequest, readStatusCode } from "../../test/rows/users";
import { identityEndpoints } from "../rest-endpoints";
import { REFRESH_TOKEN_PREFIX } from "../tokens/token-set";
import { createUser } from "../users/create-user";
import { createCredential } from "./create-credential";
import { disableCredential } from "./disable-credential";
import { limitCredential } from "./limit-credential";
import { listCredentials } from "./list-credentials";
import { mailCredentialEnds } from "./mail-credential-ends";

const refresh = byId(identityEndpoints, "refreshToken");
const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HERE = "203.0.113.7";
const ELSEWHERE = "198.51.100.7";
const WORKS = "PAYMENT_REQUEST_NOT_FOUND";

let tenant: Tenant;
let clientId: string;
let grant: { client_id: string; client_secret: string };
beforeEach(async () => {
  await stopClock();
  tenant = await newTenant();
  grant = await createCredential(ctx, { name: "Limited", owner: { merchantId: tenant.merchantId } });
  clientId = grant.client_id;
});

const inFuture = (ms: number) => new Date(now().getTime() + ms);
const limit = (limits: { endsAt?: Date | null; allowedNetworks?: string[] }, id = clientId) =>
  limitCredential(ctx, { id, ...limits });
const rows = async (sql: string, values: unknown[] = []) => (await query(sql, values)).rows;
const makeLink = (token: string, ip: string) =>
  request(
    "POST",
    createLink.path,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ order: { amount: 2550, currency: "EUR", test_transaction: true } }),
    },
    ip,
  );

describe("a credential with an end", () => {
  it("gets tokens until its end, which end with it, and none afterwards: neither by its secret nor by a refresh", async () => {
    await limit({ endsAt: inFuture(HOUR_MS) });
    await moveClock("50 minutes");
    const { data } = await postTokenRequest(grant);
    expect(data.expires_in).toBe(600);
    await moveClock("9 minutes 59 seconds");
    expect(await readStatusCode(data.access_token)).toBe(WORKS);
    await moveClock("1 second");
    expect(await readStatusCode(data.access_token)).toBe("INVALID_TOKEN");
    expect((await postTokenRequest(grant)).error.code).toBe("UNAUTHORIZED");
    expect((await call(refresh, { refresh_token: data.refresh_token })).error.code).toBe("INVALID_GRANT");
  });

  it("after its end gets the response of an unknown client", async () => {
    await limit({ endsAt: inFuture(HOUR_MS) });
    await moveClock("1 hour");
    const unknown = await postTokenRequest({ ...grant, client_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" });
    expect((await postTokenRequest(grant)).text).toBe(unknown.text);
  });

  it("keeps working if the end is removed before it is reached, and not afterwards", async () => {
    await limit({ endsAt: inFuture(HOUR_MS) });
    await limit({ endsAt: null });
    await moveClock("2 hours");
    expect((await postTokenRequest(grant)).status).toBe(200);
    await limit({ endsAt: inFuture(HOUR_MS) });
    await moveClock("1 hour");
    await expect(limit({ endsAt: null })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it.each([
    ["now", 0],
    ["past", -1],
    ["eleven years ahead", 11 * 366 * DAY_MS],
    ["no time at all", Number.NaN],
  ])("is refused an end that is %s, and nothing changes", async (_what, ms) => {
    await limit({ allowedNetworks: [HERE] });
    await expect(limit({ endsAt: inFuture(ms) })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field: "ends_at" }] },
    });
    const [listed] = await listCredentials(ctx, { merchantId: tenant.merchantId });
    expect(listed).toMatchObject({ id: clientId, endsAt: null, allowedNetworks: [`${HERE}/32`] });
  });
});

describe("a credential with allowed IP addresses", () => {
  it("gets tokens from them; from elsewhere the error contains the address", async () => {
    await limit({ allowedNetworks: [HERE] });
    expect((await postTokenRequest(grant, HERE)).status).toBe(200);
    const refused = await postTokenRequest(grant, ELSEWHERE);
    expect([refused.status, refused.error.code]).toEqual([403, "FORBIDDEN"]);
    expect(refused.error.metadata).toEqual({ reason: "address_not_allowed", ip: ELSEWHERE });
    expect(refused.error.message).toContain(ELSEWHERE);
  });

  it("reveals nothing of its networks to a caller without the secret", async () => {
    await limit({ allowedNetworks: [HERE] });
    expect((await postTokenRequest({ ...grant, client_secret: "x" }, ELSEWHERE)).error.code).toBe("UNAUTHORIZED");
  });

  it("rejects calls from elsewhere without effect, also with an earlier token", async () => {
    const { data } = await postTokenRequest(grant, HERE);
    await limit({ allowedNetworks: [HERE] });
    await moveClock("1 second");
    const refused = await makeLink(data.access_token, ELSEWHERE);
    expect([refused.status, refused.error.code]).toEqual([403, "FORBIDDEN"]);
    const made = "SELECT 1 FROM payment_links WHERE merchant_id = $1";
    expect(await rows(made, [tenant.merchantId])).toHaveLength(0);
    expect((await makeLink(data.access_token, HERE)).status).toBe(200);
    expect(await rows(made, [tenant.merchantId])).toHaveLength(1);
  });

  it("refreshes only from them, and a try from elsewhere uses nothing up", async () => {
    const { data } = await postTokenRequest(grant, HERE);
    await limit({ allowedNetworks: [HERE] });
    const from = (ip: string) =>
      postTokenRequest({ grant_type: "refresh_token", refresh_token: data.refresh_token }, ip);
    expect((await from(ELSEWHERE)).error.code).toBe("FORBIDDEN");
    expect((await from(HERE)).data.refresh_token).toMatch(new RegExp(`^${REFRESH_TOKEN_PREFIX}`));
    await moveClock("61 seconds");
    // Used a minute ago: from here it is reuse and ends the family, from elsewhere it ends nothing.
    expect((await from(ELSEWHERE)).error.code).toBe("FORBIDDEN");
    const revoked = "SELECT 1 FROM token_families WHERE credential_id = $1 AND revoked_at IS NOT NULL";
    expect(await rows(revoked, [clientId])).toHaveLength(0);
    expect((await from(HERE)).error.code).toBe("INVALID_GRANT");
    expect(await rows(revoked, [clientId])).toHaveLength(1);
  });

  it("has the refusals in its merchant's request log, with the address", async () => {
    const { data } = await postTokenRequest(grant, HERE);
    await limit({ allowedNetworks: [HERE] });
    await moveClock("1 second");
    await postTokenRequest(grant, ELSEWHERE);
    await makeLink(data.access_token, ELSEWHERE);
    await flushCalls();
    const logged = "SELECT endpoint, actor_id, status, ip FROM api_calls WHERE merchant_id = $1 ORDER BY id";
    expect(await rows(logged, [tenant.merchantId])).toEqual([
      { endpoint: "issueToken", actor_id: null, status: 403, ip: ELSEWHERE },
      { endpoint: "createPaymentLink", actor_id: clientId, status: 403, ip: ELSEWHERE },
    ]);
  });

  it("works from everywhere again once the list is empty", async () => {
    await limit({ allowedNetworks: [HERE] });
    await limit({ allowedNetworks: [] });
    expect((await postTokenRequest(grant, ELSEWHERE)).status).toBe(200);
  });
});

describe("a change of the limits", () => {
  it("is in the audit log with the values before and after", async () => {
    const endsAt = inFuture(DAY_MS);
    await limit({ endsAt, allowedNetworks: [HERE, "2001:db8::/32"] });
    const [entry] = await rows(
      "SELECT action, before, after FROM audit_entries WHERE subject_id = $1 AND action = 'credential.limited'",
      [clientId],
    );
    expect(entry).toEqual({
      action: "credential.limited",
      before: { ends_at: null, allowed_networks: "" },
      after: { ends_at: endsAt.toISOString(), allowed_networks: `${HERE}/32 2001:db8::/32` },
    });
  });

  it("is refused for a disabled credential, and for another tenant's as for an unknown one", async () => {
    const other = await newTenant();
    const inside = (id: string) => limitCredential(ctx, { id, merchantId: tenant.merchantId, endsAt: null });
    await expect(inside(other.clientId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(inside("x")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await disableCredential(ctx, { id: clientId });
    await expect(inside(clientId)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("mails about the end", () => {
  const owner = (name: string) => `${name}-${tenant.merchantId}@x.example`;
  const mails = async () =>
    (
      await rows("SELECT recipient, subject FROM mails WHERE recipient LIKE $1 ORDER BY id", [`%${tenant.merchantId}%`])
    ).map(({ recipient, subject }) => [recipient, subject]);
  beforeEach(async () => {
    const { merchantId } = tenant;
    await createUser(ctx, { email: owner("owner"), name: "Inês", role: "owner", merchantId });
    await createUser(ctx, { email: owner("viewer"), name: "Rui", role: "viewer", merchantId });
  });

  it("go to the owners a week before the end and after it, each once, with any number of workers", async () => {
    await limit({ endsAt: inFuture(30 * DAY_MS) });
    await mailCredentialEnds();
    expect(await mails()).toEqual([]);
    await moveClock("23 days 1 second");
    await Promise.all([mailCredentialEnds(), mailCredentialEnds(), mailCredentialEnds()]);
    expect(await mails()).toEqual([[owner("owner"), "API key expires soon: Limited"]]);
    await moveClock("7 days");
    await Promise.all([mailCredentialEnds(), mailCredentialEnds()]);
    await mailCredentialEnds();
    expect((await mails()).slice(1)).toEqual([[owner("owner"), "API key expired: Limited"]]);
  });

  it("omit the first for an end within a week, and both for a disabled credential", async () => {
    await limit({ endsAt: inFuture(DAY_MS) });
    await mailCredentialEnds();
    expect(await mails()).toEqual([]);
    await disableCredential(ctx, { id: clientId });
    await moveClock("2 days");
    await mailCredentialEnds();
    expect(await mails()).toEqual([]);
  });

  it("go to others where one cannot be queued", async () => {
    const { clientId: broken } = await newTenant();
    await query(`UPDATE credentials SET ends_at = app_now() - interval '1 minute' WHERE id = '${broken}';
      ALTER TABLE credentials ADD CONSTRAINT refused CHECK (id <> '${broken}') NOT VALID`);
    await Promise.all([limit({ endsAt: inFuture(DAY_MS) }), moveClock("2 days")]);
    await mailCredentialEnds().finally(() => query("ALTER TABLE credentials DROP CONSTRAINT refused"));
    expect(await mails()).toHaveLength(1);
  });

  it("are sent for the new end when it is moved", async () => {
    await limit({ endsAt: inFuture(30 * DAY_MS) });
    await moveClock("24 days");
    await mailCredentialEnds();
    await limit({ endsAt: inFuture(30 * DAY_MS) });
    await moveClock("24 days");
    await mailCredentialEnds();
    expect(await mails()).toHaveLength(2);
  });

  it("go once, about the end only, if no worker ran in the week before it", async () => {
    await limit({ endsAt: inFuture(30 * DAY_MS) });
    await moveClock("31 days");
    await mailCredentialEnds();
    await mailCredentialEnds();
    expect(await mails()).toEqual([[owner("owner"), "API key expired: Limited"]]);
  });
});
