import { describe, expect, it } from "vitest";
import { byId } from "../../lib/endpoint";
import { call, request } from "../../test/client";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { readStatusCode } from "../../test/rows/users";
import { createCredential } from "../credentials/create-credential";
import { disableCredential } from "../credentials/disable-credential";
import { deleteExpiredTokens } from "../jobs";
import { identityEndpoints } from "../rest-endpoints";
import { issueToken } from "./issue-token";

const issue = byId(identityEndpoints, "issueToken");
const refresh = byId(identityEndpoints, "refreshToken");
const UNKNOWN_CLIENT_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";

describe("POST /oauth2/token", () => {
  it("issues a token set for client credentials without grant_type", async () => {
    const { clientId, clientSecret } = await newTenant();
    const reply = await call(issue, { client_id: clientId, client_secret: clientSecret });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.data).toEqual({
      access_token: expect.stringMatching(/^atok_[\w-]{49}$/),
      refresh_token: expect.stringMatching(/^rtok_[\w-]{49}$/),
      token_type: "Bearer",
      expires_in: 900,
    });
    expect(await readStatusCode(reply.data.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
  });

  it("accepts a form, as OAuth clients send it", async () => {
    const { clientId, clientSecret } = await newTenant();
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
    expect((await request("POST", "/api/v1/oauth2/token", { body })).status).toBe(200);
    // An empty parameter counts as omitted (RFC 6749 §3.1).
    for (const name of ["scope", "ctx"]) body.set(name, "");
    body.set("grant_type", "");
    expect((await request("POST", "/api/v1/oauth2/token", { body })).status).toBe(200);
  });

  it("401 UNAUTHORIZED, the same for a wrong secret and an unknown client", async () => {
    const { clientId, clientSecret } = await newTenant();
    const wrong = await call(issue, { client_id: clientId, client_secret: `${clientSecret}x` });
    const unknown = await call(issue, { client_id: UNKNOWN_CLIENT_ID, client_secret: clientSecret });
    expect([wrong.status, wrong.error.code]).toEqual([401, "UNAUTHORIZED"]);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  it.each([
    [{}, ["client_id", "client_secret"]],
    [{ client_id: "7", client_secret: "x" }, ["client_id"]],
    [{ client_id: UNKNOWN_CLIENT_ID, client_secret: 7 }, ["client_secret"]],
    [{ grant_type: "password", client_id: UNKNOWN_CLIENT_ID, client_secret: "x" }, ["grant_type"]],
    [{ grant_type: 7, client_id: UNKNOWN_CLIENT_ID, client_secret: "x" }, ["grant_type"]],
    [{ grant_type: "magic_code" }, ["email"]],
    [
      { grant_type: "magic_code", email: "ines", ctx: "all", challenge_id: "7", code: 7 },
      ["email", "code", "challenge_id", "ctx"],
    ],
    [{ grant_type: "magic_code", email: "a@b.example", code: "K7PQ2M" }, ["challenge_id"]],
    [{ grant_type: "magic_code", email: "a@b.example", code: "K7PQ2", challenge_id: UNKNOWN_CLIENT_ID }, ["code"]],
    [{ grant_type: "google_id_token" }, ["id_token"]],
    [{ grant_type: "google_id_token", id_token: "e30.e30.e30" }, ["grant_type"]],
    [{ grant_type: "refresh_token", refresh_token: "x", ctx: "merchant:7" }, ["ctx"]],
    [{ grant_type: "refresh_token" }, ["refresh_token"]],
  ])("400 INVALID_INPUT for %j", async (body, fields) => {
    const reply = await call(issue, body);
    expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
    expect(reply.error.metadata?.errors?.map(({ field }) => field)).toEqual(fields);
  });

  it("names the supported grants in the error for an unknown one", async () => {
    const { error } = await call(issue, { grant_type: "password", client_id: UNKNOWN_CLIENT_ID, client_secret: "x" });
    const message = "one of client_credentials, magic_code, google_id_token, refresh_token";
    expect(error.metadata?.errors).toEqual([{ field: "grant_type", message }]);
  });

  it("is not cached, whatever the response", async () => {
    const { clientId, clientSecret } = await newTenant();
    const good = { client_id: clientId, client_secret: clientSecret };
    const bodies = [good, { ...good, client_secret: "x" }, {}, { grant_type: "refresh_token", refresh_token: "x" }];
    const replies = await Promise.all([
      ...bodies.map((body) => call(issue, body)),
      call(refresh, { refresh_token: "x" }),
    ]);
    expect(replies.map(({ status: answered }) => answered)).toEqual([200, 401, 400, 400, 400]);
    expect(replies.map(({ headers }) => headers.get("cache-control"))).toEqual(Array(5).fill("no-store"));
  });

  it("accepts two credentials of a merchant, so that a secret is changed without an outage", async () => {
    const { merchantId, token } = await newTenant();
    const old = await createCredential(ctx, { name: "Old", owner: { merchantId } });
    const next = await createCredential(ctx, { name: "New", owner: { merchantId } });
    const tokens = [await issueToken(ctx, old), await issueToken(ctx, next)];
    await disableCredential(ctx, { id: old.client_id });
    await moveClock("1 second");
    expect(await Promise.all(tokens.map(({ access_token }) => readStatusCode(access_token)))).toEqual([
      "INVALID_TOKEN",
      "PAYMENT_REQUEST_NOT_FOUND",
    ]);
    expect(await readStatusCode(token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    expect((await call(issue, old)).error.code).toBe("UNAUTHORIZED");
  });

  it("stops working after 900 seconds, and not before", async () => {
    await stopClock();
    const { token } = await newTenant();
    await moveClock("14 minutes 59 seconds");
    expect(await readStatusCode(token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await moveClock("1 second");
    expect(await readStatusCode(token)).toBe("INVALID_TOKEN");
  });

  it("is rejected within a second after its credential was disabled, although it is cached", async () => {
    const { token, clientId } = await newTenant();
    expect(await readStatusCode(token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await disableCredential(ctx, { id: clientId });
    await moveClock("1 second");
    expect(await readStatusCode(token)).toBe("INVALID_TOKEN");
  });

  it("stores no secret and no token in plain text", async () => {
    const { clientSecret, token } = await newTenant();
    const { rows } = await query(
      "SELECT (SELECT jsonb_agg(c)::text FROM credentials c) || (SELECT jsonb_agg(t)::text FROM access_tokens t) AS text",
    );
    const dump = rows[0].text as string;
    expect(dump).not.toContain(clientSecret);
    expect(dump).not.toContain(token);
  });
});

describe("an Authorization header without a valid access token", () => {
  const messageFor = async (authorization: string) => {
    const reply = await request("GET", "/api/v1/balances", { headers: { authorization } });
    expect([reply.status, reply.error.code]).toEqual([401, "INVALID_TOKEN"]);
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    return reply.error.message;
  };

  it("is distinguished by its form: the scheme and the kind of secret", async () => {
    const { clientId, clientSecret } = await newTenant();
    const tokens = await call(issue, { client_id: clientId, client_secret: clientSecret });
    const { refresh_token } = tokens.data;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const headers: [string, RegExp][] = [
      [`Basic ${basic}`, /^HTTP Basic is accepted at POST \/api\/v1\/oauth2\/token only\./],
      [clientSecret, /^The header Authorization must be: Bearer <access token>\./],
      ["Bearer", /no access token after Bearer: is the variable empty/],
      ["Bearer a b", /must have one access token and nothing else/],
      [`Bearer ${clientSecret}`, /^This is a client secret, not an access token\./],
      [`Bearer ${refresh_token}`, /^This is a refresh token, .* POST \/api\/v1\/oauth2\/refresh/],
      [`Bearer ${clientId}`, /^This looks like a client ID/],
      [`Bearer ptok_${"A".repeat(43)}`, /^This is the token of one payment/],
      ["Bearer atok_a.b", /^The access token is cut or mistyped/],
      ["Bearer nonsense", /they begin with atok_/],
    ];
    for (const [header, message] of headers) {
      const text = await messageFor(header);
      expect(text).toMatch(message);
      for (const secret of [clientSecret, clientId, basic, refresh_token]) expect(text).not.toContain(secret);
    }
  });

  it("of an expired token says when it expired, for a day; a cut one, that it is cut", async () => {
    await stopClock();
    const { token } = await newTenant();
    expect(await messageFor(`Bearer ${token.slice(0, -1)}`)).toMatch(/^The access token is cut or mistyped/);
    await moveClock("15 minutes");
    expect(await messageFor(`Bearer ${token}`)).toMatch(
      /^The access token expired at \d{4}-.*Z: access tokens are valid for 15 minutes\. Request a new one/,
    );
    await moveClock("23 hours");
    await deleteExpiredTokens();
    expect(await messageFor(`Bearer ${token}`)).toMatch(/expired at/);
    await moveClock("2 hours");
    await deleteExpiredTokens();
    const other = await newTenant();
    await disableCredential(ctx, { id: other.clientId });
    await moveClock("1 second");
    const unknown = await messageFor(`Bearer ${token}`);
    // A revoked one is as an unknown one.
    expect([unknown, await messageFor(`Bearer ${other.token}`)]).toEqual(
      Array(2).fill("The access token is revoked, or belongs to another installation. Request a new one."),
    );
  });
});

describe("POST /oauth2/token with HTTP Basic", () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
  });
  const post = (headers: Record<string, string>, body?: Record<string, string>) =>
    request("POST", issue.path, { headers, ...(body ? { body: new URLSearchParams(body) } : {}) });

  it("issues a token set, with a form, with the same client_id, and without a body", async () => {
    const { clientId, clientSecret } = await newTenant();
    const header = basic(clientId, clientSecret);
    const replies = [
      await post(header, { grant_type: "client_credentials" }),
      await post(header, { grant_type: "client_credentials", client_id: clientId }),
      await post(header, { client_id: clientId.toUpperCase() }),
      await post(header),
      await call(issue, { grant_type: "client_credentials" }, { headers: header }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    for (const { data } of replies) {
      const { access_token } = data as { access_token: string };
      expect(await readStatusCode(access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    }
  });

  it("400 INVALID_INPUT for two methods at once, although each is right", async () => {
    const { clientId, clientSecret } = await newTenant();
    const header = basic(clientId, clientSecret);
    const both = await post(header, { client_id: clientId, client_secret: clientSecret });
    const other = await post(header, { client_id: UNKNOWN_CLIENT_ID });
    for (const [reply, field] of [[both, "client_secret"] as const, [other, "client_id"] as const]) {
      expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
      expect(reply.error.metadata?.errors).toEqual([{ field, message: "must be left out with HTTP Basic" }]);
    }
  });

  it("401 UNAUTHORIZED for a wrong secret and an unreadable header, with a challenge of both schemes", async () => {
    const { clientId, clientSecret } = await newTenant();
    const headers = [basic(clientId, `${clientSecret}x`), { authorization: "Basic !!" }];
    headers.push({ authorization: `Basic ${Buffer.from("no colon").toString("base64")}` });
    headers.push({ authorization: `Basic ${Buffer.from("%zz:%zz").toString("base64")}` });
    headers.push(basic(clientId, ""), basic(clientId, "x".repeat(600)));
    headers.push(basic("not-a-uuid", clientSecret), basic("11111111-1111-1111-1111-111111111111", clientSecret));
    for (const header of headers) {
      const reply = await post(header, { grant_type: "client_credentials" });
      expect([reply.status, reply.error.code]).toEqual([401, "UNAUTHORIZED"]);
      expect(reply.headers.get("www-authenticate")).toBe('Bearer, Basic realm="Bankside", charset="UTF-8"');
    }
    const inBody = await call(issue, { client_id: clientId, client_secret: "wrong" });
    expect(inBody.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("does not replace the fields of other grants", async () => {
    const { clientId, clientSecret } = await newTenant();
    const reply = await post(basic(clientId, clientSecret), { grant_type: "refresh_token" });
    expect([reply.status, reply.error.metadata?.errors?.map(({ field }) => field)]).toEqual([400, ["refresh_token"]]);
  });
});
