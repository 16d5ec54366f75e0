import { afterEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { newAuthenticator } from "../../test/authenticator";
import { moveClock, query } from "../../test/database";
import { again, codeOf, newPerson, type Person, withApp } from "../../test/person";
import { ctx as operator, tokenFor } from "../../test/rows/fixtures";
import { comeByCode, newUser, whoIs } from "../../test/rows/users";
import { TwoFactorRequired } from "../../trpc/console-call";
import type { Context, UserRole } from "../rules";
import { markSecondFactor } from "../sessions/session-store";
import { createSession, raiseRights, readSession } from "../sessions/sessions";
import { createUser } from "../users/create-user";

const sql = (text: string, values: unknown[] = []) => query(text, values);
afterEach(() => sql("DELETE FROM two_factor_policies"));

/** Sets the policy as another owner, who has a second factor. */
const requireIn = ({ merchantId, partnerId }: Partial<Context>) =>
  sql("INSERT INTO two_factor_policies (id, merchant_id, partner_id) VALUES (gen_random_uuid(), $1, $2)", [
    merchantId ?? null,
    partnerId ?? null,
  ]);
const newShop = async () => (await createMerchant(operator, { brandName: "Acme" })).id;

/** A user signed in by a mailed code, with roles only there. */
async function memberOf(place: Partial<Context>, role: UserRole = "owner"): Promise<Person> {
  const person = await newPerson();
  await sql("DELETE FROM memberships WHERE user_id = $1", [person.userId]);
  const { merchantId, partnerId } = place;
  const at = { ...(merchantId ? { merchantId } : {}), ...(partnerId ? { partnerId } : {}) };
  await createUser(operator, { email: person.email, name: "Inês", role, ...at });
  return person;
}

async function addPasskeyOf(person: Person): Promise<void> {
  const { me } = await person.api();
  await me.addPasskey({ name: "Laptop", response: newAuthenticator(person.userId).make(await me.startPasskey()) });
}

const codeOfCall = (call: Promise<unknown>) =>
  call.then(
    () => "success",
    (error: Error & { cause?: { code?: string } }) =>
      error.cause instanceof TwoFactorRequired ? "TWO_FACTOR_REQUIRED" : (error.cause?.code ?? error.message),
  );

describe("a merchant that requires two-factor authentication", () => {
  it("allows members without a second factor only to set one up, and with one everything", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    expect(await codeOfCall((await person.api()).payments.list({ merchantId, test: true }))).toBe("success");
    await requireIn({ merchantId });
    const api = await person.api();
    const calls = [
      api.payments.list({ merchantId, test: true }),
      api.credentials.create({ merchantId, name: "Program", testOnly: true }),
      api.team.list({ merchantId }),
      api.search.find({ merchantId, text: "x", test: true }),
    ];
    expect(await Promise.all(calls.map(codeOfCall))).toEqual(calls.map(() => "TWO_FACTOR_REQUIRED"));
    expect((await person.session())?.user.memberships).toEqual([]);
    expect((await api.me.get()).twoFactor).toEqual({ required: true, missing: true });
    await withApp(person);
    expect((await (await person.api()).me.get()).twoFactor).toEqual({ required: true, missing: false });
    expect(await codeOfCall((await person.api()).payments.list({ merchantId, test: true }))).toBe("success");
  });

  it("is not satisfied for a session from before the app: all but the one that confirms it end, and that one's token is renewed", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    await requireIn({ merchantId });
    const thief = await again(person);
    const former = person.token();
    await withApp(person);
    expect(await thief.session()).toBeNull();
    expect(await person.session()).toMatchObject({ needsTwoFactor: false, hasTwoFactor: true });
    await moveClock("61 seconds");
    expect([former === person.token(), await readSession(former)]).toEqual([false, null]);
  });

  it("is satisfied by a session that has given the app's code, and only while the app is there", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    await requireIn({ merchantId });
    const { secret } = await withApp(person);
    const other = await again(person);
    expect(await other.session()).toMatchObject({ needsTwoFactor: true, hasTwoFactor: false });
    await moveClock("1 minute");
    await (await other.api()).me.verifyApp({ code: codeOf(secret) });
    expect(await other.session()).toMatchObject({ needsTwoFactor: false, hasTwoFactor: true });
    await (await other.api()).me.removeApp();
    expect(await other.session()).toMatchObject({ needsTwoFactor: true, hasTwoFactor: false });
  });

  it("does not affect members of another merchant", async () => {
    const [merchantId, other] = [await newShop(), await newShop()];
    const person = await memberOf({ merchantId: other });
    await requireIn({ merchantId });
    expect(await codeOfCall((await person.api()).team.list({ merchantId: other }))).toBe("success");
  });

  it("is satisfied by a session that a passkey began, and not by having one", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    await requireIn({ merchantId });
    expect((await person.session())?.needsTwoFactor).toBe(true);
    await addPasskeyOf(person);
    expect((await person.session())?.needsTwoFactor).toBe(true);
    await sql("UPDATE user_sessions SET way = 'passkey' WHERE user_id = $1", [person.userId]);
    expect(await person.session()).toMatchObject({ needsTwoFactor: false, hasTwoFactor: true });
  });

  it("is not satisfied by a passkey for API tokens, and the team counts who lacks an app", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    await addPasskeyOf(person);
    const { data } = await comeByCode(person.email);
    await requireIn({ merchantId });
    await moveClock("1 second");
    expect(await whoIs(data.access_token)).toBe("FORBIDDEN");
    await sql("UPDATE user_sessions SET way = 'passkey' WHERE user_id = $1", [person.userId]);
    const { members } = await (await person.api()).team.list({ merchantId });
    expect(members).toMatchObject([{ email: person.email, twoFactor: true, hasApp: false }]);
    await withApp(person);
    expect((await (await person.api()).team.list({ merchantId })).members).toMatchObject([{ hasApp: true }]);
    expect(await whoIs(data.access_token)).toBe("INVALID_TOKEN");
  });
});

describe("a partner that requires it", () => {
  it("blocks its members without a second factor from its merchants and its team", async () => {
    const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
    const { id: merchantId } = await createMerchant(operator, { brandName: "Acme", partnerId });
    const person = await memberOf({ partnerId });
    const calls = async () => {
      const api = await person.api();
      return Promise.all([
        codeOfCall(api.payments.list({ merchantId, test: true })),
        codeOfCall(api.partnerTeam.list({ partnerId })),
      ]);
    };
    expect(await calls()).toEqual(["success", "success"]);
    await requireIn({ partnerId });
    expect(await calls()).toEqual(["TWO_FACTOR_REQUIRED", "TWO_FACTOR_REQUIRED"]);
    expect((await (await person.api()).acting.merchants({ search: "" })).total).toBe(0);
  });
});

describe("the operator that requires it installation-wide", () => {
  it("affects users of merchants and of the installation", async () => {
    const merchantId = await newShop();
    const [member, helena] = [await memberOf({ merchantId }), await newPerson()];
    await requireIn({});
    expect(await codeOfCall((await member.api()).team.list({ merchantId }))).toBe("TWO_FACTOR_REQUIRED");
    expect(await codeOfCall((await helena.api()).platform.system.read())).toBe("TWO_FACTOR_REQUIRED");
  });
});

describe("a user's token of the API", () => {
  it("is rejected once it is required, and so is a new one; both work again with a second factor", async () => {
    const merchantId = await newShop();
    const email = await newUser([{ role: "owner", merchantId }]);
    const { data } = await comeByCode(email);
    expect(await whoIs(data.access_token)).toContain("user merchant");
    await requireIn({ merchantId });
    // A look-up of a token is cached for half a second.
    await moveClock("1 second");
    expect(await whoIs(data.access_token)).toBe("FORBIDDEN");
    const refused = await comeByCode(email);
    expect([refused.status, refused.error.code]).toEqual([403, "FORBIDDEN"]);
    expect(refused.error.message).toContain("Set up an authenticator app under Security in the Console");
    const { rows } = await sql("SELECT 1 FROM token_families f JOIN users u ON u.id = f.user_id WHERE u.email = $1", [
      email,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("of an API key is not affected", async () => {
    const merchantId = await newShop();
    await requireIn({});
    expect(await whoIs(await tokenFor({ merchantId }))).toContain("credential merchant");
  });
});

describe("requiring it", () => {
  it("needs a second factor, is audited, and can be undone", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    const set = async (required: boolean) => (await person.api()).team.requireTwoFactor({ merchantId, required });
    await expect(set(true)).rejects.toMatchObject({ cause: { metadata: { errors: [{ field: "required" }] } } });
    await withApp(person);
    await set(true);
    await set(true);
    expect((await (await person.api()).team.list({ merchantId })).twoFactorSince).toBeInstanceOf(Date);
    await set(false);
    expect((await (await person.api()).team.list({ merchantId })).twoFactorSince).toBeNull();
    const { rows } = await sql(
      "SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'two_factor%' ORDER BY id",
      [merchantId],
    );
    expect(rows.map(({ action }) => action)).toEqual(["two_factor.required", "two_factor.made_optional"]);
  });

  it("installation-wide is for operators only, and is shown on the people page", async () => {
    const helena = await newPerson();
    await withApp(helena);
    await (await helena.api()).platform.people.requireTwoFactor({ required: true });
    const list = await (await helena.api()).platform.people.list({ search: null, place: null, after: null });
    expect(list.twoFactorSince).toBeInstanceOf(Date);
    const member = await memberOf({ merchantId: await newShop() });
    expect((await member.session())?.needsTwoFactor).toBe(true);
  });

  it("also affects a session with a rotated token", async () => {
    const merchantId = await newShop();
    const person = await memberOf({ merchantId });
    await requireIn({ merchantId });
    const session = await person.session();
    if (!session) throw new Error("No session.");
    const key = await inTransaction({}, (tx) => raiseRights(tx, session, true));
    expect((await readSession(key?.sessionToken ?? ""))?.needsTwoFactor).toBe(true);
  });

  it("ends the previous token of a session that gains the missing second factor; control: of another session it is kept", async () => {
    const merchantId = await newShop();
    const [required, free] = [await memberOf({ merchantId }), await memberOf({ merchantId: await newShop() })];
    await requireIn({ merchantId });
    const previous = async (person: typeof required) => {
      const { sessionToken } = await createSession({}, person.userId);
      const session = await readSession(sessionToken);
      if (!session) throw new Error("No session.");
      await inTransaction({}, async (tx) => {
        await markSecondFactor(tx, session.id, "app");
        await raiseRights(tx, session, true);
      });
      return readSession(sessionToken);
    };
    expect(await previous(required)).toBeNull();
    expect((await previous(free))?.verifiedForS).toBeGreaterThan(600);
  });
});
