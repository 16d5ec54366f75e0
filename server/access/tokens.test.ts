import { describe, expect, it } from "vitest";
import { paymentEndpoints } from "../payments/endpoints";
import { call, request } from "../test/client";
import { moveClock, query } from "../test/database";
import { ctx, newTenant } from "../test/fixtures";
import { disableCredential } from "./disable-credential";
import { accessEndpoints } from "./endpoints";

const [issue, refresh] = accessEndpoints;
const status = paymentEndpoints[2];
const NOBODY = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";

/** What a token is answered with where it may look for a payment that does not exist. */
async function look(token: string): Promise<string> {
  return (await call(status, undefined, { token, params: { paymentRequestId: NOBODY } })).error.code;
}

describe("POST /oauth2/token", () => {
  it("issues a token set for client credentials, grant_type left out", async () => {
    const { clientId, clientSecret } = await newTenant();
    const reply = await call(issue, { client_id: clientId, client_secret: clientSecret });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.data).toEqual({
      access_token: expect.stringMatching(/^atok_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^rtok_[\w-]{43}$/),
      token_type: "Bearer",
      expires_in: 900,
    });
    expect(await look(reply.data.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
  });

  it("takes a form as OAuth clients send it", async () => {
    const { clientId, clientSecret } = await newTenant();
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
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

  it("stops working after 900 seconds, and not before", async () => {
    const { token } = await newTenant();
    await moveClock("14 minutes 58 seconds");
    expect(await look(token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await moveClock("3 seconds");
    expect(await look(token)).toBe("INVALID_TOKEN");
  });

  it("stops working within a second of the credential's disabling, although it was just believed", async () => {
    const { token, clientId } = await newTenant();
    expect(await look(token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await disableCredential(ctx, { id: clientId });
    await moveClock("1 second");
    expect(await look(token)).toBe("INVALID_TOKEN");
  });

  it("keeps no secret and no token in the database", async () => {
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

describe("POST /oauth2/refresh", () => {
  async function tokens() {
    const { clientId, clientSecret } = await newTenant();
    return (await call(issue, { client_id: clientId, client_secret: clientSecret })).data;
  }
  const exchange = (refresh_token: string) => call(refresh, { refresh_token });

  it("answers a new access token and a new refresh token", async () => {
    const first = await tokens();
    const reply = await exchange(first.refresh_token);
    expect(reply.status).toBe(200);
    expect(reply.data.refresh_token).not.toBe(first.refresh_token);
    expect(await look(reply.data.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
  });

  it("answers the same new refresh token when asked again within 60 seconds", async () => {
    const first = await tokens();
    const second = await exchange(first.refresh_token);
    await moveClock("59 seconds");
    const again = await exchange(first.refresh_token);
    expect(again.data.refresh_token).toBe(second.data.refresh_token);
    expect(again.data.access_token).not.toBe(second.data.access_token);
  });

  it("revokes the whole family when used later, and writes it down", async () => {
    const first = await tokens();
    const second = await exchange(first.refresh_token);
    await moveClock("61 seconds");
    expect((await exchange(first.refresh_token)).error.code).toBe("INVALID_GRANT");
    expect((await exchange(second.data.refresh_token)).error.code).toBe("INVALID_GRANT");
    expect(await look(second.data.access_token)).toBe("INVALID_TOKEN");
    const entries = await query((client) =>
      client.query("SELECT 1 FROM audit_entries WHERE action = 'token_family.reuse_detected'"),
    );
    expect(entries.rowCount).toBe(1);
  });

  it("400 INVALID_GRANT for an unknown one, and for a family older than 24 hours", async () => {
    const { refresh_token } = await tokens();
    const unknown = await exchange("rtok_unknown");
    expect([unknown.status, unknown.error.code]).toEqual([400, "INVALID_GRANT"]);
    await moveClock("24 hours 1 second");
    expect((await exchange(refresh_token)).error.code).toBe("INVALID_GRANT");
  });
});
