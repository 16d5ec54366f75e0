import { describe, expect, it, onTestFinished } from "vitest";
import { db } from "../../lib/db";
import { type Authenticator, newAuthenticator, type Wrong } from "../../test/authenticator";
import { moveClock, query, untilLocksWait } from "../../test/database";
import { codeOf, newPerson, type Person, subjectsTo, visit, withApp } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { readSession } from "../sessions/sessions";
import { signInByPasskey } from "../sign-in/verify-sign-in";
import { resetSignIn } from "../users/reset-sign-in";
import { switchUser } from "../users/switch-user";
import { lockUserRow } from "../users/user-store";
import { removePasskey } from "./change-passkey";
import { PASSKEY_CHALLENGE_TTL_S } from "./passkey-challenge";
import { MAX_PASSKEYS } from "./rules";
import { passkeySignInOptions } from "./use-passkey";

const BROWSER = { deviceToken: null };

async function withPasskey(options?: {
  counts: boolean;
}): Promise<{ person: Person; device: Authenticator; id: string }> {
  const person = await newPerson();
  const device = newAuthenticator(person.userId, options);
  const api = await person.api();
  const { id } = await api.me.addPasskey({ name: "Laptop", response: device.make(await api.me.startPasskey()) });
  return { person, device, id };
}

const run = async (sql: string, values: unknown[] = []) => {
  await query(sql, values);
};
const wayOf = async ({ api }: Person) => (await (await api()).me.get()).sessions.map(({ way }) => way).join();

const comeIn = async (device: Authenticator, wrong?: Wrong) =>
  signInByPasskey(visit(), device.answer(await passkeySignInOptions(), wrong), BROWSER);

const refused = expect.objectContaining({ code: "UNAUTHORIZED" });
const wrongPasskey = { cause: { metadata: { errors: [expect.objectContaining({ field: "passkey" })] } } };

describe("signing in with a passkey", () => {
  it("starts a session of its user without an address or a code", async () => {
    const { person, device } = await withPasskey();
    const { sessionToken } = await comeIn(device);
    expect((await readSession(sessionToken))?.user.id).toBe(person.userId);
    const { sessions, passkeys } = await (await person.api()).me.get();
    expect(sessions.map(({ way, device: from }) => [way, from])).toContainEqual(["passkey", "Chrome on Linux"]);
    expect(passkeys).toEqual([expect.objectContaining({ name: "Laptop", lastUsedAt: expect.any(Date) })]);
  });

  it("accepts a response once, also when concurrent", async () => {
    const { device } = await withPasskey({ counts: false });
    const answer = device.answer(await passkeySignInOptions());
    const both = await Promise.allSettled([1, 2].map(() => signInByPasskey(visit(), answer, BROWSER)));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(signInByPasskey(visit(), answer, BROWSER)).rejects.toEqual(refused);
  });

  it("rejects a cloned passkey whose counter has not advanced", async () => {
    const { device } = await withPasskey();
    await comeIn(device, { counter: 10 });
    await expect(comeIn(device, { counter: 10 })).rejects.toEqual(refused);
    await expect(comeIn(device, { counter: 11 })).resolves.toBeDefined();
  });

  it.each<[string, Wrong]>([
    ["another site asked", { origin: "https://evil.example" }],
    ["it is for another host name", { rpId: "evil.example" }],
    ["the user was not verified", { unverified: true }],
    ["the challenge is not ours", { challenge: Buffer.alloc(56).toString("base64url") }],
  ])("rejects a response where %s", async (_why, wrong) => {
    const { device } = await withPasskey();
    await expect(comeIn(device, wrong)).rejects.toEqual(refused);
    await expect(comeIn(device)).resolves.toBeDefined();
  });

  it("rejects an expired challenge", async () => {
    const { device } = await withPasskey();
    const answer = device.answer(await passkeySignInOptions());
    await moveClock(`${PASSKEY_CHALLENGE_TTL_S + 1} seconds`);
    await expect(signInByPasskey(visit(), answer, BROWSER)).rejects.toEqual(refused);
  });

  it("rejects a challenge issued for another purpose", async () => {
    const { person, device } = await withPasskey();
    const asked = await (await person.api()).me.startVerifyPasskey();
    await expect(signInByPasskey(visit(), device.answer(asked), BROWSER)).rejects.toEqual(refused);
  });

  it("rejects a disabled user's passkey, an unknown one and a removed one", async () => {
    const { person, device, id } = await withPasskey();
    await expect(comeIn(newAuthenticator(person.userId))).rejects.toEqual(refused);
    await switchUser(operator, { email: person.email, to: "disabled" });
    await expect(comeIn(device)).rejects.toEqual(refused);
    await switchUser(operator, { email: person.email, to: "enabled" });
    const { person: other } = await withPasskey();
    const theirs = (await other.api()).me.removePasskey({ id });
    await expect(theirs).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(comeIn(device)).resolves.toBeDefined();
    await query("DELETE FROM passkeys WHERE id = $1", [id]);
    await expect(comeIn(device)).rejects.toEqual(refused);
  });
});

describe("a user's passkeys", () => {
  it("are added, renamed and removed, with a notice for each addition and removal", async () => {
    const { person, id } = await withPasskey();
    const api = await person.api();
    await api.me.renamePasskey({ id, name: " Old\u0007 laptop " });
    expect((await api.me.get()).passkeys).toEqual([expect.objectContaining({ name: "Old laptop" })]);
    await api.me.removePasskey({ id });
    expect((await api.me.get()).passkeys).toEqual([]);
    expect(await subjectsTo(person.email)).toEqual(["A passkey was added", "A passkey was removed"]);
  });

  it("that is removed ends the other sessions that began with a passkey; without a passkey this one has one factor", async () => {
    const { person, device, id } = await withPasskey();
    const [own, other] = [await comeIn(device), await comeIn(device)];
    const session = await readSession(own.sessionToken);
    if (!session) throw new Error("no session");
    expect(session.hasTwoFactor).toBe(true);
    await removePasskey(visit(), session, id);
    expect(await readSession(other.sessionToken)).toBeNull();
    expect((await readSession(own.sessionToken))?.hasTwoFactor).toBe(false);
    expect(await person.session()).not.toBeNull();
    const sql = "SELECT detail FROM audit_entries WHERE action = 'passkey.removed' AND subject_id = $1";
    const { rows } = await query(sql, [person.userId]);
    expect(rows).toEqual([{ detail: { name: "Laptop", ended: 1 } }]);
  });

  it.each(["a new app", "the existing app", "a recovery code"])(
    "that is removed leaves the session that it began one factor, until %s adds a required second",
    async (factor) => {
      const { person, id } = await withPasskey();
      const app = factor === "a new app" ? null : await withApp(person);
      await run("UPDATE user_sessions SET way = 'passkey' WHERE user_id = $1", [person.userId]);
      await run("INSERT INTO two_factor_policies (id) VALUES (gen_random_uuid())");
      onTestFinished(() => run("DELETE FROM two_factor_policies"));
      const addFactor = async () => {
        await moveClock("1 minute");
        if (app === null) return withApp(person);
        const code = factor === "the existing app" ? codeOf(app.secret) : (app.codes[0] ?? "");
        return (await person.api()).me.verifyApp({ code });
      };
      if (app !== null) await addFactor();
      // Control: the passkey alone is two factors.
      expect(await wayOf(person)).toBe("passkey");
      await (await person.api()).me.removePasskey({ id });
      expect(await person.session()).toMatchObject({ needsTwoFactor: true, hasTwoFactor: false });
      app?.codes.shift();
      await addFactor();
      expect(await person.session()).toMatchObject({ needsTwoFactor: false, hasTwoFactor: true });
    },
  );

  it("let a session of a mailed code change no factor where a second is required; control: one of the passkey may", async () => {
    const { person, id } = await withPasskey();
    await run("INSERT INTO two_factor_policies (id) VALUES (gen_random_uuid())");
    onTestFinished(() => run("DELETE FROM two_factor_policies"));
    const { me } = await person.api();
    for (const change of [
      () => me.startApp(),
      () => me.confirmApp({ code: "000000" }),
      () => me.startPasskey(),
      () => me.removePasskey({ id }),
    ])
      await expect(change()).rejects.toMatchObject({ cause: { code: "FORBIDDEN" } });
    await run("UPDATE user_sessions SET way = 'passkey' WHERE user_id = $1", [person.userId]);
    await withApp(person);
  });

  it.each([
    ["the operator's reset", (person: Person) => resetSignIn(operator, { email: person.email })],
    ["signing out everywhere", async (person: Person) => (await person.api()).me.endEverywhere()],
  ])("are not added while %s waits for them", async (_name, end) => {
    const person = await newPerson();
    const api = await person.api();
    const response = newAuthenticator(person.userId).make(await api.me.startPasskey());
    const { ended } = await db().$transaction(async (tx) => {
      await lockUserRow(tx, person.userId);
      const ending = end(person);
      await untilLocksWait(1);
      const adding = api.me.addPasskey({ name: "Laptop", response });
      await untilLocksWait(2);
      return { ended: Promise.allSettled([ending, adding]) };
    });
    expect((await ended).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    const sql = "SELECT 1 FROM passkeys WHERE user_id = $1";
    expect((await query(sql, [person.userId])).rowCount).toBe(0);
  });

  it.each<[string, Wrong]>([
    ["from another site", { origin: "https://evil.example" }],
    ["of another host name", { rpId: "evil.example" }],
    ["without user verification", { unverified: true }],
  ])("are not added %s", async (_why, wrong) => {
    const person = await newPerson();
    const api = await person.api();
    const response = newAuthenticator(person.userId).make(await api.me.startPasskey(), wrong);
    await expect(api.me.addPasskey({ name: "Laptop", response })).rejects.toMatchObject(wrongPasskey);
    expect((await api.me.get()).passkeys).toEqual([]);
  });

  it("are added by the session that requested the options, once", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const response = newAuthenticator(person.userId).make(await (await person.api()).me.startPasskey());
    const stolen = (await stranger.api()).me.addPasskey({ name: "Laptop", response });
    await expect(stolen).rejects.toMatchObject(wrongPasskey);
    await (await person.api()).me.addPasskey({ name: "Laptop", response });
    const twice = (await person.api()).me.addPasskey({ name: "Laptop", response });
    await expect(twice).rejects.toMatchObject(wrongPasskey);
  });

  it(`are ${MAX_PASSKEYS} at most`, async () => {
    const person = await newPerson();
    const api = await person.api();
    const add = async () =>
      api.me.addPasskey({
        name: "Key",
        response: newAuthenticator(person.userId).make(await api.me.startPasskey()),
      });
    for (let count = 0; count < MAX_PASSKEYS; count++) await add();
    await expect(add()).rejects.toMatchObject(wrongPasskey);
  });
});
