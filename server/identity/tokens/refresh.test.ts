import { describe, expect, it } from "vitest";
import { byId } from "../../lib/endpoint";
import { call, request } from "../../test/client";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { comeByCode, newUser, readStatusCode } from "../../test/rows/users";
import { createCredential } from "../credentials/create-credential";
import { deleteExpiredTokens } from "../jobs";
import { identityEndpoints } from "../rest-endpoints";
import { MAX_REFRESH_REPEATS } from "../rules";
import { issueToken } from "./issue-token";
import { refreshToken } from "./refresh-token";

const issue = byId(identityEndpoints, "issueToken");
const refresh = byId(identityEndpoints, "refreshToken");

describe("POST /oauth2/refresh", () => {
  async function tokens() {
    const { clientId, clientSecret } = await newTenant();
    return (await call(issue, { client_id: clientId, client_secret: clientSecret })).data;
  }
  const exchange = (refresh_token: string) => call(refresh, { refresh_token });

  it("returns a new access token and a new refresh token", async () => {
    const first = await tokens();
    const reply = await exchange(first.refresh_token);
    expect(reply.status).toBe(200);
    expect(reply.data.refresh_token).not.toBe(first.refresh_token);
    expect(await readStatusCode(reply.data.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
  });

  it("returns expires_in 900 for each new access token, of a first use and of repeats", async () => {
    let { refresh_token: token } = await tokens();
    const lives: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const first = await exchange(token);
      const repeat = await exchange(token);
      lives.push(first.data.expires_in, repeat.data.expires_in);
      token = first.data.refresh_token;
    }
    expect(lives).toEqual(Array(8).fill(900));
  });

  it("returns the same new refresh token when repeated within 60 seconds, up to the last second", async () => {
    await stopClock();
    const first = await tokens();
    const second = await exchange(first.refresh_token);
    await moveClock("59 seconds");
    const again = await exchange(first.refresh_token);
    expect(again.data.refresh_token).toBe(second.data.refresh_token);
    expect(again.data.access_token).not.toBe(second.data.access_token);
    expect(await readStatusCode(again.data.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
  });

  it("counts the 60 seconds from the first use: a repeat does not extend them", async () => {
    await stopClock();
    const first = await tokens();
    await exchange(first.refresh_token);
    for (let again = 0; again < 2; again++) {
      await moveClock("29 seconds");
      expect((await exchange(first.refresh_token)).status).toBe(200);
    }
    await moveClock("3 seconds");
    expect((await exchange(first.refresh_token)).error.code).toBe("INVALID_GRANT");
  });

  it("has one successor for fifty concurrent requests, and valid access tokens: few, as repeats beyond the limit share one", async () => {
    const { merchantId } = await newTenant();
    const credential = await createCredential(ctx, { name: "Busy", owner: { merchantId } });
    const first = await issueToken(ctx, credential);
    const sets = await Promise.all(
      Array.from({ length: 50 }, () => refreshToken(ctx, { refresh_token: first.refresh_token })),
    );
    expect(new Set(sets.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(new Set(sets.map(({ access_token }) => access_token)).size).toBe(1 + MAX_REFRESH_REPEATS + 1);
    expect(new Set(await Promise.all(sets.map(({ access_token }) => readStatusCode(access_token))))).toEqual(
      new Set(["PAYMENT_REQUEST_NOT_FOUND"]),
    );
    const { rows } = await query(
      `SELECT count(*)::int, count(used_at)::int AS used FROM refresh_tokens r JOIN token_families f ON f.id = r.family_id
         WHERE f.credential_id = $1`,
      [credential.client_id],
    );
    expect(rows).toEqual([{ count: 2, used: 1 }]);
  });

  it("answers each repeat within the 60 seconds; those beyond the limit share an access token of the same minute", async () => {
    await stopClock();
    const { merchantId, clientId, clientSecret } = await newTenant();
    const { data: first } = await call(issue, { client_id: clientId, client_secret: clientSecret });
    const second = await exchange(first.refresh_token);
    const repeats: (typeof second)[] = [];
    for (let again = 0; again < MAX_REFRESH_REPEATS + 3; again += 1) {
      await moveClock("5 seconds");
      repeats.push(await exchange(first.refresh_token));
    }
    expect(repeats.map(({ status, data }) => [status, data.refresh_token])).toEqual(
      repeats.map(() => [200, second.data.refresh_token]),
    );
    const [shared, ...later] = repeats.slice(MAX_REFRESH_REPEATS).map(({ data }) => data);
    expect(new Set(repeats.map(({ data }) => data.access_token)).size).toBe(MAX_REFRESH_REPEATS + 1);
    expect(later.map(({ access_token, expires_in }) => [access_token, expires_in])).toEqual([
      [shared?.access_token, 895],
      [shared?.access_token, 890],
    ]);
    expect(await readStatusCode(shared?.access_token ?? "")).toBe("PAYMENT_REQUEST_NOT_FOUND");
    expect((await exchange(second.data.refresh_token)).status).toBe(200);
    expect(await audited(merchantId, "token_family.reuse_detected")).toEqual([]);
  });

  it("accepts an overtaken request: within the grace period it is no reuse, even if its successor was used", async () => {
    const first = await tokens();
    const second = await exchange(first.refresh_token);
    await moveClock("20 seconds");
    const third = await exchange(second.data.refresh_token);
    await moveClock("20 seconds");
    const overtaken = await exchange(first.refresh_token);
    expect(overtaken.data.refresh_token).toBe(second.data.refresh_token);
    expect((await exchange(overtaken.data.refresh_token)).data.refresh_token).toBe(third.data.refresh_token);
    // The grace period of the first token has ended, that of the second has not.
    await moveClock("21 seconds");
    expect((await exchange(first.refresh_token)).error.code).toBe("INVALID_GRANT");
    expect((await exchange(third.data.refresh_token)).error.code).toBe("INVALID_GRANT");
  });

  it("revokes the whole family when used later, and audits it once", async () => {
    const { merchantId, clientId, clientSecret } = await newTenant();
    const ask = () => call(issue, { client_id: clientId, client_secret: clientSecret });
    const [{ data: first }, { data: other }] = [await ask(), await ask()];
    const second = await exchange(first.refresh_token);
    await moveClock("61 seconds");
    for (const token of [first.refresh_token, second.data.refresh_token, first.refresh_token]) {
      const { status: answered, error } = await exchange(token);
      expect([answered, error.code]).toEqual([400, "INVALID_GRANT"]);
    }
    const tokensOut = [first.access_token, second.data.access_token];
    expect(await Promise.all(tokensOut.map(readStatusCode))).toEqual(["INVALID_TOKEN", "INVALID_TOKEN"]);
    expect((await exchange(other.refresh_token)).status).toBe(200);
    expect(await audited(merchantId, "token_family.reuse_detected")).toEqual([
      { actor_kind: "system", subject_id: clientId, detail: { owner: "credential" } },
    ]);
  });

  it("revokes a user's family too, and audits it at the merchant of its context", async () => {
    const { merchantId } = await newTenant();
    const email = await newUser([{ role: "owner", merchantId }]);
    const { data: first } = await comeByCode(email);
    const second = await exchange(first.refresh_token);
    await moveClock("61 seconds");
    expect((await exchange(first.refresh_token)).error.code).toBe("INVALID_GRANT");
    expect((await exchange(second.data.refresh_token)).error.code).toBe("INVALID_GRANT");
    expect(await readStatusCode(second.data.access_token)).toBe("INVALID_TOKEN");
    expect(await audited(merchantId, "token_family.reuse_detected")).toMatchObject([
      { actor_kind: "system", detail: { owner: "user" } },
    ]);
  });

  it("lives 24 hours from the first issue, however often it is refreshed", async () => {
    let { refresh_token: token } = await tokens();
    for (let refreshed = 0; refreshed < 3; refreshed++) {
      await moveClock("7 hours 59 minutes");
      token = (await exchange(token)).data.refresh_token;
    }
    await moveClock("3 minutes 1 second");
    expect((await exchange(token)).error.code).toBe("INVALID_GRANT");
  });

  it("leaves the last access token its 900 seconds, then deletes the family", async () => {
    const first = await tokens();
    await moveClock("23 hours 59 minutes");
    const last = await exchange(first.refresh_token);
    await moveClock("13 minutes");
    await deleteExpiredTokens();
    expect(await readStatusCode(last.data.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    await moveClock("4 minutes");
    expect(await readStatusCode(last.data.access_token)).toBe("INVALID_TOKEN");
    await deleteExpiredTokens();
    const { rows } = await query("SELECT hash FROM refresh_tokens UNION ALL SELECT hash FROM access_tokens");
    expect(rows).toEqual([]);
  });

  it("400 INVALID_GRANT for an unknown one, and for a family older than 24 hours", async () => {
    const { refresh_token } = await tokens();
    const unknown = await exchange("rtok_unknown");
    expect([unknown.status, unknown.error.code]).toEqual([400, "INVALID_GRANT"]);
    await moveClock("24 hours 1 second");
    expect((await exchange(refresh_token)).error.code).toBe("INVALID_GRANT");
  });
});

describe("POST /oauth2/token with grant_type refresh_token and a client", () => {
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const post = (refresh_token: string, client: Record<string, string>, authorization?: string) => {
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token, ...client });
    return request("POST", issue.path, { body, ...(authorization ? { headers: { authorization } } : {}) });
  };
  async function issued() {
    const { clientId: client_id, clientSecret: client_secret } = await newTenant();
    return { client_id, client_secret, token: (await call(issue, { client_id, client_secret })).data.refresh_token };
  }

  it("returns a token set for the client of the token, by Basic, in the body, and without a client", async () => {
    const { client_id, client_secret, token } = await issued();
    const replies = [
      await post(token, {}, basic(client_id.toUpperCase(), client_secret)),
      await post(token, { client_id }, basic(client_id, client_secret)),
      await post(token, { client_id, client_secret }),
      await post(token, {}),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(replies.map(({ headers }) => headers.get("bankside-ignored"))).toEqual(Array(4).fill(null));
  });

  it("401 UNAUTHORIZED for a wrong secret and 400 INVALID_GRANT for a client that is not the token's; it is not spent", async () => {
    const { client_id, client_secret, token } = await issued();
    const other = await issued();
    const user = await comeByCode(await newUser([{ role: "owner", merchantId: (await newTenant()).merchantId }]));
    const replies = [
      await post(token, {}, basic(client_id, "wrong")),
      await post(token, {}, "Basic !!"),
      await post(token, { client_id, client_secret: "wrong" }),
      await post(token, {}, basic(other.client_id, other.client_secret)),
      await post(token, { client_id: other.client_id, client_secret: other.client_secret }),
      await post(token, { client_id: other.client_id }),
      await post(user.data.refresh_token, {}, basic(client_id, client_secret)),
    ];
    const [wrong, ofAnother] = [Array(3).fill("401 UNAUTHORIZED"), Array(4).fill("400 INVALID_GRANT")];
    expect(replies.map(({ status, error }) => `${status} ${error.code}`)).toEqual([...wrong, ...ofAnother]);
    const used = `SELECT FROM refresh_tokens JOIN token_families f ON f.id = family_id WHERE credential_id = $1 AND used_from <> ''`;
    expect((await query(used, [client_id])).rowCount).toBe(0);
    expect((await post(token, { client_id, client_secret })).status).toBe(200);
  });

  it("400 INVALID_INPUT for a secret without client_id, and for a client in the header and in the body", async () => {
    const { client_id, client_secret, token } = await issued();
    const replies = [
      await post(token, { client_secret }),
      await post(token, { client_id, client_secret }, basic(client_id, client_secret)),
    ];
    expect(replies.map(({ error }) => [error.code, error.metadata?.errors?.map(({ field }) => field)])).toEqual([
      ["INVALID_INPUT", ["client_id"]],
      ["INVALID_INPUT", ["client_secret"]],
    ]);
  });
});

async function audited(merchantId: string, action: string): Promise<unknown[]> {
  const sql = "SELECT actor_kind, subject_id, detail FROM audit_entries WHERE action = $1 AND merchant_id = $2";
  return (await query(sql, [action, merchantId])).rows;
}
