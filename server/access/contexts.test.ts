import { beforeAll, describe, expect, it } from "vitest";
import { byId } from "../lib/endpoint";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { paymentEndpoints } from "../payments/endpoints";
import { call } from "../test/client";
import { moveClock, query } from "../test/database";
import { ctx as operator, tokenFor } from "../test/fixtures";
import { comeByCode, newUser, postTokenRequest, type RoleIn, whoIs } from "../test/users";
import { webhookEndpoints } from "../webhooks/endpoints";
import { createCredential } from "./create-credential";
import { createUser } from "./create-user";
import { accessEndpoints } from "./endpoints";
import { issueToken } from "./issue-token";
import { parseContext, pickRole } from "./rules";
import { switchUser } from "./switch-user";
import { takeRole } from "./take-role";

const UNKNOWN = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
const status = byId(paymentEndpoints, "getPaymentStatus");

let merchant: string;
let second: string;
let partner: string;

beforeAll(async () => {
  partner = (await createPartner(operator, { name: "Ribeira" })).id;
  merchant = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  second = (await createMerchant(operator, { brandName: "Atelier Sul" })).id;
});

const refresh = (refreshToken: string, ctx?: string) =>
  postTokenRequest({ grant_type: "refresh_token", refresh_token: refreshToken, ...(ctx === undefined ? {} : { ctx }) });

const inMerchant = (role: RoleIn["role"] = "owner"): RoleIn => ({ role, merchantId: merchant });
const inPartner = (role: RoleIn["role"] = "owner"): RoleIn => ({ role, partnerId: partner });

describe("the context of a user's token", () => {
  it("absent, is the widest: the platform, then a partner, then a merchant, whatever was given first", async () => {
    const all = await newUser([inMerchant(), inPartner(), { role: "viewer" }]);
    expect(await whoIs((await comeByCode(all)).data.access_token)).toBe("user admin read");
    const two = await newUser([inMerchant(), inPartner("viewer")]);
    expect(await whoIs((await comeByCode(two)).data.access_token)).toBe(`user partner ${partner} read`);
  });

  it("absent, is among merchants the one where the user may do most, then the one given first", async () => {
    const unequal = await newUser([inMerchant("viewer"), { role: "finance", merchantId: second }]);
    expect(await whoIs((await comeByCode(unequal)).data.access_token)).toBe(`user merchant ${second} read,payments`);
    const equal = await newUser([{ role: "developer", merchantId: second }, inMerchant("owner")]);
    for (let again = 0; again < 3; again++)
      expect(await whoIs((await comeByCode(equal)).data.access_token)).toBe(`user merchant ${second} all`);
  });

  it.each([
    ["global", () => "global", () => "user admin all"],
    ["partner", () => `partner:${partner}`, () => `user partner ${partner} read`],
    ["merchant", () => `merchant:${merchant.toUpperCase()}`, () => `user merchant ${merchant} read,payments`],
  ])("asked for, is that one, with what the role may do there: %s", async (_name, asked, who) => {
    const email = await newUser([inMerchant("finance"), inPartner("viewer"), { role: "owner" }]);
    expect(await whoIs((await comeByCode(email, asked())).data.access_token)).toBe(who());
  });

  it("is 403 FORBIDDEN where the user holds no role, the same for what does not exist", async () => {
    const email = await newUser([inMerchant()]);
    const refused = [await comeByCode(email, `merchant:${second}`), await comeByCode(email, `merchant:${UNKNOWN}`)];
    refused.push(await comeByCode(email, "global"), await comeByCode(email, `partner:${partner}`));
    // A role in a partner is none in its merchants: their context is the partner's.
    expect(refused.map(({ status: answered, error }) => [answered, error.code])).toEqual(
      Array(4).fill([403, "FORBIDDEN"]),
    );
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
  });

  it("is 403 FORBIDDEN for a user without any role", async () => {
    const email = await newUser([inMerchant()]);
    await takeRole(operator, { email, context: { merchantId: merchant, partnerId: null } });
    expect((await comeByCode(email)).error.code).toBe("FORBIDDEN");
  });

  it.each(["all", "Global", "merchant", "merchant:7", `merchant:${UNKNOWN} `, `admin:${UNKNOWN}`, "", 7, null])(
    "is 400 INVALID_INPUT on ctx when it is none: %j",
    async (ctx) => {
      const reply = await postTokenRequest({ grant_type: "refresh_token", refresh_token: "x", ctx });
      expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
      expect(reply.error.metadata?.["errors"]).toMatchObject([{ field: "ctx" }]);
    },
  );

  it("is written down with who came in, and by what", async () => {
    const email = await newUser([inMerchant()]);
    await comeByCode(email);
    const sql = `SELECT a.actor_kind, a.merchant_id, a.detail FROM audit_entries a JOIN users u
      ON u.id::text = a.actor_id AND u.id::text = a.subject_id WHERE a.action = 'user.token_issued' AND u.email = $1`;
    const { rows } = await query((client) => client.query(sql, [email]));
    const detail = { grant: "magic_code", second_step: false, partner_id: null };
    expect(rows).toEqual([{ actor_kind: "user", merchant_id: merchant, detail }]);
  });
});

describe("a refresh", () => {
  it("keeps the context; with ctx it changes it, for the tokens to come and for none that is out", async () => {
    const email = await newUser([inMerchant("finance"), inPartner(), { role: "owner" }]);
    const first = await comeByCode(email, `merchant:${merchant}`);
    const kept = await refresh(first.data.refresh_token);
    const moved = await refresh(kept.data.refresh_token, "global");
    const after = await refresh(moved.data.refresh_token);
    const asMerchant = `user merchant ${merchant} read,payments`;
    const tokens = [first, kept, moved, after].map(({ data }) => data.access_token);
    await moveClock("1 second");
    expect(await Promise.all(tokens.map(whoIs))).toEqual([asMerchant, asMerchant, "user admin all", "user admin all"]);
  });

  it("asked again within the grace acts as the answer that was lost did", async () => {
    const email = await newUser([inMerchant(), { role: "owner" }]);
    const first = await comeByCode(email, `merchant:${merchant}`);
    const lost = await refresh(first.data.refresh_token, "global");
    const again = await refresh(first.data.refresh_token, "global");
    const plain = await refresh(first.data.refresh_token);
    expect([again.data.refresh_token, plain.data.refresh_token]).toEqual(Array(2).fill(lost.data.refresh_token));
    expect([await whoIs(again.data.access_token), await whoIs(plain.data.access_token)]).toEqual(
      Array(2).fill("user admin all"),
    );
  });

  it("into a context that is not held is 403 FORBIDDEN, and spends nothing", async () => {
    const email = await newUser([inMerchant()]);
    const { data } = await comeByCode(email);
    const refused = await refresh(data.refresh_token, "global");
    expect([refused.status, refused.error.code]).toEqual([403, "FORBIDDEN"]);
    const { refresh_token } = data;
    expect((await call(byId(accessEndpoints, "refreshToken"), { refresh_token, ctx: "global" })).error.code).toBe(
      "FORBIDDEN",
    );
    await moveClock("2 minutes");
    const kept = await refresh(data.refresh_token);
    expect(await whoIs(kept.data.access_token)).toBe(`user merchant ${merchant} all`);
  });

  it("of a token that is over is INVALID_GRANT, whatever context it asks for", async () => {
    expect((await refresh("rtok_unknown", "global")).error.code).toBe("INVALID_GRANT");
  });

  it("of a credential has one context, its own", async () => {
    const owners = [
      [{ merchantId: merchant }, `merchant:${merchant}`, `credential merchant ${merchant} all`],
      [{ partnerId: partner }, `partner:${partner}`, `credential partner ${partner} all`],
      ["admin", "global", "credential admin all"],
    ] as const;
    for (const [owner, own, who] of owners) {
      const credential = await createCredential(operator, { name: "Test", owner });
      const tokens = await issueToken(operator, credential);
      for (const other of owners.map(([, context]) => context).filter((context) => context !== own))
        expect((await refresh(tokens.refresh_token, other)).error.code).toBe("FORBIDDEN");
      const refreshed = await refresh(tokens.refresh_token, own);
      expect(await whoIs(refreshed.data.access_token)).toBe(who);
    }
  });
});

describe("within a second, although it was just believed, ends a user's token", () => {
  const cases: [string, (email: string) => Promise<unknown>, string, string][] = [
    [
      "whose role was taken away",
      (email) => takeRole(operator, { email, context: parseContext("global") }),
      "INVALID_TOKEN",
      "INVALID_GRANT",
    ],
    [
      "whose user was disabled",
      (email) => switchUser(operator, { email, to: "disabled" }),
      "INVALID_TOKEN",
      "INVALID_GRANT",
    ],
    // The user is asked for as well, and not only whether the family was ended.
    [
      "whose user is found disabled",
      (email) => query((client) => client.query("UPDATE users SET disabled_at = app_now() WHERE email = $1", [email])),
      "INVALID_TOKEN",
      "INVALID_GRANT",
    ],
  ];

  it.each(cases)("%s", async (_name, end, then, refreshed) => {
    const email = await newUser([inMerchant(), { role: "owner" }]);
    const { data } = await comeByCode(email, "global");
    const bystander = await comeByCode(await newUser(), "global");
    expect(await whoIs(data.access_token)).toBe("user admin all");
    await end(email);
    await moveClock("1 second");
    expect(await whoIs(data.access_token)).toBe(then);
    expect((await refresh(data.refresh_token)).error.code).toBe(refreshed);
    expect(await whoIs(bystander.data.access_token)).toBe("user admin all");
  });

  it("does more or less, whose role was changed", async () => {
    const email = await newUser([inMerchant("viewer")]);
    const { data } = await comeByCode(email);
    expect(await whoIs(data.access_token)).toBe(`user merchant ${merchant} read`);
    await createUser(operator, { email, name: "x", role: "finance", merchantId: merchant });
    await moveClock("1 second");
    expect(await whoIs(data.access_token)).toBe(`user merchant ${merchant} read,payments`);
  });

  it("for good: a user who is let in again begins anew, and may", async () => {
    const email = await newUser();
    const { data } = await comeByCode(email);
    await switchUser(operator, { email, to: "disabled" });
    await switchUser(operator, { email, to: "enabled" });
    await moveClock("1 second");
    expect(await whoIs(data.access_token)).toBe("INVALID_TOKEN");
    expect((await refresh(data.refresh_token)).error.code).toBe("INVALID_GRANT");
    expect(await whoIs((await comeByCode(email)).data.access_token)).toBe("user admin all");
  });
});

describe("a role", () => {
  it("is held once in one place, however many give it at once", async () => {
    const email = await newUser([inMerchant()]);
    const giving = ["viewer", "finance", "developer"] as const;
    await Promise.allSettled(
      giving.map((role) => createUser(operator, { email, name: "x", role, partnerId: partner })),
    );
    const sql = "SELECT count(*)::int FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1";
    const { rows } = await query((client) => client.query<{ count: number }>(sql, [email]));
    expect(rows[0]?.count).toBe(2);
  });

  it("that nobody holds cannot be taken away", async () => {
    const email = await newUser([inMerchant()]);
    for (const context of [parseContext("global"), { merchantId: "no-uuid", partnerId: null }])
      await expect(takeRole(operator, { email, context })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it("a user's token is let in by the API like a credential's, within the role", async () => {
  const { data } = await comeByCode(await newUser([inMerchant("finance")]));
  const params = { paymentRequestId: UNKNOWN };
  const user = await call(status, undefined, { token: data.access_token, params });
  const credential = await call(status, undefined, { token: await tokenFor({ merchantId: merchant }), params });
  expect([user.status, user.text]).toEqual([credential.status, credential.text]);
  const hook = await call(
    byId(webhookEndpoints, "setWebhookUrl"),
    { webhook_url: "https://93.184.216.34/" },
    { token: data.access_token },
  );
  expect([hook.status, hook.error.code]).toEqual([403, "FORBIDDEN_CREATE"]);
});

it("the widest of no roles is none", () => expect(pickRole([], undefined)).toBeNull());
