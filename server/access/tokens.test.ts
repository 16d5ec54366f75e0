import { describe, expect, it } from "vitest";
import { byId } from "../lib/endpoint";
import { call, request } from "../test/client";
import { moveClock, query, stopClock } from "../test/database";
import { ctx, newTenant } from "../test/fixtures";
import { readStatusCode } from "../test/users";
import { createCredential } from "./create-credential";
import { disableCredential } from "./disable-credential";
import { accessEndpoints } from "./endpoints";
import { issueToken } from "./issue-token";

const issue = byId(accessEndpoints, "issueToken");
const refresh = byId(accessEndpoints, "refreshToken");
const NOBODY = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";

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
    const unknown = await call(issue, { client_id: NOBODY, client_secret: clientSecret });
    expect([wrong.status, wrong.error.code]).toEqual([401, "UNAUTHORIZED"]);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  it.each([
    [{}, ["client_id", "client_secret"]],
    [{ client_id: "7", client_secret: "x" }, ["client_id"]],
    [{ client_id: NOBODY, client_secret: 7 }, ["client_secret"]],
    [{ grant_type: "password", client_id: NOBODY, client_secret: "x" }, ["grant_type"]],
    [{ grant_type: 7, client_id: NOBODY, client_secret: "x" }, ["grant_type"]],
    [{ grant_type: "magic_code" }, ["email"]],
    [
      { grant_type: "magic_code", email: "ines", ctx: "all", challenge_id: "7", code: 7 },
      ["email", "code", "challenge_id", "ctx"],
    ],
    [{ grant_type: "magic_code", email: "a@b.example", code: "K7PQ2M" }, ["challenge_id"]],
    [{ grant_type: "magic_code", email: "a@b.example", code: "K7PQ2", challenge_id: NOBODY }, ["code"]],
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
    const { error } = await call(issue, { grant_type: "password", client_id: NOBODY, client_secret: "x" });
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
    const dump = await query(async (client) => {
      const { rows } = await client.query(
        "SELECT (SELECT jsonb_agg(c)::text FROM credentials c) || (SELECT jsonb_agg(t)::text FROM access_tokens t) AS text",
      );
      return rows[0].text as string;
    });
    expect(dump).not.toContain(clientSecret);
    expect(dump).not.toContain(token);
  });
});
