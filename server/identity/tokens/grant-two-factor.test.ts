import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { type OpenIdProvider, startOpenIdProvider } from "../../test/banks/openid-provider";
import { moveClock, query } from "../../test/database";
import { byCode, codeOf, newPerson, type Person, visit, withApp } from "../../test/person";
import { challengeOf, mailedCode, newVisitor, postTokenRequest, type TokenReply, whoIs } from "../../test/rows/users";
import { MAX_TRIES_PER_REQUESTER } from "../mfa/rules";
import { completeTwoFactor } from "../sign-in/complete-two-factor";
import { TWO_FACTOR_TTL_S } from "../sign-in/sign-in-rules";

const CLIENT = "bankside.apps.example";
const NEVER = "000000";
let provider: OpenIdProvider;

beforeAll(async () => {
  provider = await startOpenIdProvider([CLIENT]);
  env().googleIssuer = provider.issuer;
  env().googleClientId = CLIENT;
});
afterAll(() => provider.close());

type Call = (more?: { code: string; challenge_id: string }, ip?: string) => Promise<TokenReply>;

/** Grants after their first factor; the argument is the second factor. */
type Grant = { name: string; begin: (person: Person) => Promise<{ asked: TokenReply; call: Call }> };

const GRANTS: Grant[] = [
  {
    name: "magic_code",
    begin: async ({ email }) => {
      const call: Call = (more, ip = newVisitor()) =>
        postTokenRequest({ grant_type: "magic_code", email, ...more }, ip);
      const challenge_id = challengeOf(await call());
      return { asked: await call({ code: await mailedCode(email), challenge_id }), call };
    },
  },
  {
    name: "google_id_token",
    begin: async ({ email }) => {
      const id_token = await provider.sign(email);
      const call: Call = (more, ip = newVisitor()) =>
        postTokenRequest({ grant_type: "google_id_token", id_token, ...more }, ip);
      return { asked: await call(), call };
    },
  },
];

/** A user with an authenticator app, and a new code of it. */
async function personWithApp(): Promise<{ person: Person; secret: string }> {
  const person = await newPerson();
  const { secret } = await withApp(person);
  await moveClock("30 seconds");
  return { person, secret };
}

const familiesOf = async ({ userId }: Person) => {
  const sql = "SELECT id FROM token_families WHERE user_id = $1 AND revoked_at IS NULL";
  return (await query(sql, [userId])).rows.length;
};

describe.each(GRANTS)("the grant $name of a user with a second factor", ({ begin }) => {
  it("returns a challenge, and a token set for its code, once", async () => {
    const { person, secret } = await personWithApp();
    const { asked, call } = await begin(person);
    expect(asked.status).toBe(401);
    const challenge = { id: expect.any(String), type: "totp", expires_at: expect.any(String) };
    expect(asked.error).toMatchObject({ code: "CHALLENGE_REQUIRED", metadata: { challenge } });
    expect(await familiesOf(person)).toBe(0);
    const answer = { code: codeOf(secret), challenge_id: challengeOf(asked) };
    const reply = await call(answer);
    expect(await whoIs(reply.data.access_token)).toBe("user admin all");
    await moveClock("30 seconds");
    expect(await call({ ...answer, code: codeOf(secret) })).toMatchObject({
      status: 401,
      error: { code: "UNAUTHORIZED" },
    });
    expect(await familiesOf(person)).toBe(1);
  });

  it("rejects wrong codes, with the Console's limit of tries", async () => {
    const { person, secret } = await personWithApp();
    const { asked, call } = await begin(person);
    const [challenge_id, ip] = [challengeOf(asked), newVisitor()];
    for (let left = MAX_TRIES_PER_REQUESTER - 1; left >= 0; left--) {
      const reply = await call({ code: NEVER, challenge_id }, ip);
      expect(reply.error).toMatchObject({ code: "UNAUTHORIZED", metadata: { tries_left: left } });
    }
    const over = await call({ code: codeOf(secret), challenge_id }, ip);
    expect(over).toMatchObject({ status: 429, error: { code: "TOO_MANY_REQUESTS" } });
    expect(await familiesOf(person)).toBe(0);
  });

  it("rejects a code after ten minutes", async () => {
    const { person, secret } = await personWithApp();
    const { asked, call } = await begin(person);
    await moveClock(`${TWO_FACTOR_TTL_S} seconds`);
    const late = await call({ code: codeOf(secret), challenge_id: challengeOf(asked) });
    expect(late.error.code).toBe("UNAUTHORIZED");
    expect(await familiesOf(person)).toBe(0);
  });

  it("rejects a challenge of another person, of another grant or of the Console", async () => {
    const [{ person, secret }, { person: other }] = [await personWithApp(), await personWithApp()];
    const { call } = await begin(person);
    const others = GRANTS.map(async (grant) => challengeOf((await grant.begin(other)).asked));
    for (const challenge_id of await Promise.all(others))
      expect((await call({ code: codeOf(secret), challenge_id })).error.code).toBe("UNAUTHORIZED");
    expect(await familiesOf(person)).toBe(0);
  });

  it("starts no Console session, and a Console challenge yields no token set", async () => {
    const { person, secret } = await personWithApp();
    const { asked } = await begin(person);
    for (const pendingToken of [challengeOf(asked), `api ${challengeOf(asked)}`]) {
      const taken = completeTwoFactor(visit(), { pendingToken, typed: codeOf(secret), browser: { deviceToken: null } });
      await expect(taken).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("control: requires none of other users", async () => {
    const person = await newPerson();
    expect((await begin(person)).asked.status).toBe(200);
    expect((await byCode(person.email)).kind).toBe("signed-in");
  });
});

it("the code of one grant is rejected for another grant's challenge", async () => {
  const { person, secret } = await personWithApp();
  const [byMail, byGoogle] = await Promise.all(GRANTS.map((grant) => grant.begin(person)));
  const crossed = { code: codeOf(secret), challenge_id: challengeOf((byMail as { asked: TokenReply }).asked) };
  expect((await byGoogle?.call(crossed))?.error.code).toBe("UNAUTHORIZED");
});
