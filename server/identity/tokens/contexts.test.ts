import { beforeAll, describe, expect, it } from "vitest";
import { byId } from "../../lib/endpoint";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { paymentEndpoints } from "../../payments/rest-endpoints";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { ctx as operator, tokenFor } from "../../test/rows/fixtures";
import { comeByCode, newUser, postTokenRequest, type RoleIn, whoIs } from "../../test/rows/users";
import { webhookEndpoints } from "../../webhooks/rest-endpoints";
import { createCredential } from "../credentials/create-credential";
import { identityEndpoints } from "../rest-endpoints";
import { parseContext, pickRole } from "../rules";
import { createUser } from "../users/create-user";
import { switchUser } from "../users/switch-user";
import { takeRole } from "../users/take-role";
import { issueToken } from "./issue-token";

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
  it("without ctx is the widest: platform, then partner, then merchant, whichever role was given first", async () => {
    const all = await newUser([inMerchant(), inPartner(), { role: "viewer" }]);
    expect(await whoIs((await comeByCode(all)).data.access_token)).toBe("user admin read");
    const two = await newUser([inMerchant(), inPartner("viewer")]);
    expect(await whoIs((await comeByCode(two)).data.access_token)).toBe(`user partner ${partner} read`);
  });

  it("without ctx is, among merchants, that of the role with the most permissions, then the oldest", async () => {
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
  ])("with ctx is the requested one, with the role's permissions: %s", async (_name, asked, who) => {
    const email = await newUser([inMerchant("finance"), inPartner("viewer"), { role: "owner" }]);
    expect(await whoIs((await comeByCode(email, asked())).data.access_token)).toBe(who());
  });

  it("is 403 FORBIDDEN where the user has no role, and where it does not exist", async () => {
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
    const removed = () => takeRole(operator, { email, context: { merchantId: merchant, partnerId: null } });
    expect((await comeByCode(email, undefined, removed)).error.code).toBe("FORBIDDEN");
  });

  it.each(["all", "Global", "merchant", "merchant:7", `merchant:${UNKNOWN} `, `admin:${UNKNOWN}`, "", 7, null])(
    "is 400 INVALID_INPUT on ctx when it is none: %j",
    async (ctx) => {
      const reply = await postTokenRequest({ grant_type: "refresh_token", refresh_token: "x", ctx });
      expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
      expect(reply.error.metadata?.["errors"]).toMatchObject([{ field: "ctx" }]);
    },
  );

  it("is audited with the user and the grant", async () => {
    const email = await newUser([inMerchant()]);
    await comeByCode(email);
    const sql = `SELECT a.actor_kind, a.merchant_id, a.detail FROM audit_entries a JOIN users u
      ON u.id::text = a.actor_id AND u.id::text = a.subject_id WHERE a.action = 'user.token_issued' AND u.email = $1`;
    const { rows } = await query(sql, [email]);
    const detail = { grant: "magic_code", second_step: false, partner_id: null };
    expect(rows).toEqual([{ actor_kind: "user", merchant_id: merchant, detail }]);
  });
});

describe("a refresh", () => {
  it("keeps the context; with ctx it changes that of later tokens and of none already issued", async () => {
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

  it("repeated within the grace period returns tokens of the same context", async () => {
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

  it("into a context without a role is 403 FORBIDDEN, and uses nothing up", async () => {
    const email = await newUser([inMerchant()]);
    const { data } = await comeByCode(email);
    const refused = await refresh(data.refresh_token, "global");
    expect([refused.status, refused.error.code]).toEqual([403, "FORBIDDEN"]);
    const { refresh_token } = data;
    expect((await call(byId(identityEndpoints, "refreshToken"), { refresh_token, ctx: "global" })).error.code).toBe(
      "FORBIDDEN",
    );
    await moveClock("2 minutes");
    const kept = await refresh(data.refresh_token);
    expect(await whoIs(kept.data.access_token)).toBe(`user merchant ${merchant} all`);
  });

  it("of an ended token is INVALID_GRANT, whatever the requested context", async () => {
    expect((await refresh("rtok_unknown", "global")).error.code).toBe("INVALID_GRANT");
  });

  it("of client credentials has one context, their own", async () => {
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

describe("a user's cached token, within a second,", () => {
  const cases: [string, (email: string) => Promise<unknown>, string, string][] = [
    [
      "is rejected after its role was removed",
      (email) => takeRole(operator, { email, context: parseContext("global") }),
      "INVALID_TOKEN",
      "INVALID_GRANT",
    ],
    [
      "is rejected after its user was disabled",
      (email) => switchUser(operator, { email, to: "disabled" }),
      "INVALID_TOKEN",
      "INVALID_GRANT",
    ],
    // The look-up checks the user too, not only whether the family has ended.
    [
      "is rejected when its user is found disabled",
      (email) => query("UPDATE users SET disabled_at = app_now() WHERE email = $1", [email]),
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

  it("has the permissions of the user's new role", async () => {
    const email = await newUser([inMerchant("viewer")]);
    const { data } = await comeByCode(email);
    expect(await whoIs(data.access_token)).toBe(`user merchant ${merchant} read`);
    await createUser(operator, { email, name: "x", role: "finance", merchantId: merchant });
    await moveClock("1 second");
    expect(await whoIs(data.access_token)).toBe(`user merchant ${merchant} read,payments`);
  });

  it("stays rejected after its user is enabled again, who signs in again", async () => {
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
  it("exists once in each context, however many concurrent calls give it", async () => {
    const email = await newUser([inMerchant()]);
    const giving = ["viewer", "finance", "developer"] as const;
    await Promise.allSettled(
      giving.map((role) => createUser(operator, { email, name: "x", role, partnerId: partner })),
    );
    const sql = "SELECT count(*)::int FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1";
    const { rows } = await query<{ count: number }>(sql, [email]);
    expect(rows[0]?.count).toBe(2);
  });

  it("that no user has cannot be removed", async () => {
    const email = await newUser([inMerchant()]);
    for (const context of [parseContext("global"), { merchantId: "no-uuid", partnerId: null }])
      await expect(takeRole(operator, { email, context })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it("a user's token is accepted by the API as a credential's, within the role", async () => {
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

it("pickRole of no roles is null", () => expect(pickRole([], undefined)).toBeNull());
