import { describe, expect, it } from "vitest";
import { type Authenticator, newAuthenticator } from "../../test/authenticator";
import { moveClock, query, stopClock } from "../../test/database";
import { again, codeOf, newPerson, type Person, visit, withApp } from "../../test/person";
import { mailedCode } from "../../test/rows/users";
import { VERIFICATION_REQUIRED } from "../../trpc/console-call";
import { createConsoleCaller } from "../../trpc/router";
import { VERIFIED_FOR_S } from "../permissions/permissions";
import { readSession } from "../sessions/sessions";
import { startSignIn } from "../sign-in/start-sign-in";
import { signInByPasskey, verifySignIn } from "../sign-in/verify-sign-in";
import { MAX_TRIES_PER_REQUESTER } from "./rules";
import { passkeySignInOptions } from "./use-passkey";

/** Whether the act is allowed, or requires a step-up first. */
async function mayAct(person: Person): Promise<boolean> {
  try {
    await (await person.api()).me.startPasskey();
    return true;
  } catch (error) {
    expect((error as Error).message).toBe("Please confirm your identity, then try again.");
    return false;
  }
}

/** A user whose last step-up has expired. */
async function left(): Promise<Person> {
  const person = await newPerson();
  await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
  return person;
}

async function withPasskey(person: Person): Promise<Authenticator> {
  const device = newAuthenticator(person.userId);
  const api = await person.api();
  await api.me.addPasskey({ name: "Phone", response: device.make(await api.me.startPasskey()) });
  return device;
}

async function byMail(person: Person): Promise<void> {
  const api = await person.api();
  const { challengeId } = await api.me.startVerifyMail();
  await api.me.verifyMail({ challengeId, code: await mailedCode(person.email) });
}

const wrong = (field: string) => ({ cause: { metadata: { errors: [expect.objectContaining({ field })] } } });

describe("an action that requires a step-up", () => {
  it("is allowed for ten minutes after a step-up, then requires another", async () => {
    const person = await newPerson();
    expect(await mayAct(person)).toBe(true);
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    expect(await mayAct(person)).toBe(false);
    await byMail(person);
    expect(await mayAct(person)).toBe(true);
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    expect(await mayAct(person)).toBe(false);
  });

  it(`is refused with ${VERIFICATION_REQUIRED}, which the pages recognise`, () => {
    expect(VERIFICATION_REQUIRED).toBe("VERIFICATION_REQUIRED");
  });

  it("is confirmed by an e-mail code only in the session that requested it", async () => {
    const person = await newPerson();
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    const { challengeId } = await (await person.api()).me.startVerifyMail();
    const answer = { challengeId, code: await mailedCode(person.email) };
    await expect((await (await again(person)).api()).me.verifyMail(answer)).rejects.toMatchObject(wrong("code"));
    await (await person.api()).me.verifyMail(answer);
    expect(await mayAct(person)).toBe(true);
  });

  it("is confirmed by the user's own passkey and not by another user's", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [device, theirs] = [await withPasskey(person), await withPasskey(other)];
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    const api = await person.api();
    expect(await api.me.stepUpMethods()).toEqual({ passkey: true, app: false, mail: true });
    const asked = await api.me.startVerifyPasskey();
    await expect(api.me.verifyPasskey({ response: theirs.answer(asked) })).rejects.toMatchObject(wrong("passkey"));
    expect(await mayAct(person)).toBe(false);
    const askedElsewhere = await (await (await again(person)).api()).me.startVerifyPasskey();
    const elsewhere = api.me.verifyPasskey({ response: device.answer(askedElsewhere) });
    await expect(elsewhere).rejects.toMatchObject(wrong("passkey"));
    await api.me.verifyPasskey({ response: device.answer(asked) });
    expect(await mayAct(person)).toBe(true);
  });

  it("is not confirmed by an e-mail code in a session that a passkey began; control: in one that a code began", async () => {
    const person = await newPerson();
    const device = await withPasskey(person);
    const browser = { deviceToken: null };
    const { sessionToken } = await signInByPasskey(visit(), device.answer(await passkeySignInOptions()), browser);
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    const session = await readSession(sessionToken);
    const { me } = createConsoleCaller({ ctx: visit(), session });
    expect(await me.stepUpMethods()).toEqual({ passkey: true, app: false, mail: false });
    await expect(me.startVerifyMail()).rejects.toMatchObject({ code: "FORBIDDEN" });
    const start = { email: person.email, purpose: "verify", sessionId: session?.id ?? "" } as const;
    const { challengeId } = await startSignIn(visit(), start);
    const sneaky = me.verifyMail({ challengeId, code: await mailedCode(person.email) });
    await expect(sneaky).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(me.startPasskey()).rejects.toMatchObject({ message: "Please confirm your identity, then try again." });
    await byMail(person);
    expect(await mayAct(person)).toBe(true);
  });

  it("is confirmed by the app or a recovery code if set up, and then not by an e-mail code", async () => {
    await stopClock();
    const person = await newPerson();
    const early = await (await person.api()).me.startVerifyMail();
    const mailed = await mailedCode(person.email);
    const { secret, codes } = await withApp(person);
    await moveClock(`${VERIFIED_FOR_S - 1} seconds`);
    const api = await person.api();
    await expect(api.me.startVerifyMail()).rejects.toMatchObject({ code: "FORBIDDEN" });
    const sneaky = api.me.verifyMail({ challengeId: early.challengeId, code: mailed });
    await expect(sneaky).rejects.toMatchObject({ code: "FORBIDDEN" });
    await moveClock("2 seconds");
    expect(await mayAct(person)).toBe(false);
    await expect(api.me.verifyApp({ code: "000000" })).rejects.toMatchObject(wrong("code"));
    await api.me.verifyApp({ code: codeOf(secret) });
    expect(await mayAct(person)).toBe(true);
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    await (await person.api()).me.verifyApp({ code: codes[0] ?? "" });
    expect(await mayAct(person)).toBe(true);
  });

  it("limits guesses per session, without affecting the user's other sessions", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    const elsewhere = await again(person);
    await moveClock(`${VERIFIED_FOR_S + 1} seconds`);
    const api = await person.api();
    for (let count = 0; count < MAX_TRIES_PER_REQUESTER; count++)
      await expect(api.me.verifyApp({ code: "000000" })).rejects.toMatchObject(wrong("code"));
    const right = codeOf(secret);
    await expect(api.me.verifyApp({ code: right })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await (await elsewhere.api()).me.verifyApp({ code: right });
    expect([await mayAct(person), await mayAct(elsewhere)]).toEqual([false, true]);
  });

  it("does not accept a sign-in code, and sign-in does not accept a step-up code", async () => {
    const person = await left();
    const comingIn = await startSignIn(visit(), { email: person.email, purpose: "console" });
    const codeForIt = await mailedCode(person.email);
    const api = await person.api();
    const crossed = api.me.verifyMail({ challengeId: comingIn.challengeId, code: codeForIt });
    await expect(crossed).rejects.toMatchObject(wrong("code"));
    const { challengeId } = await api.me.startVerifyMail();
    const answer = { challengeId, code: await mailedCode(person.email) };
    await expect(verifySignIn(visit(), answer)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const stranger = await left();
    await expect((await stranger.api()).me.verifyMail(answer)).rejects.toMatchObject(wrong("code"));
    expect([await mayAct(person), await mayAct(stranger)]).toEqual([false, false]);
  });
});

describe("a step-up rotates the session token", () => {
  it("the old token works for a minute without the step-up, then no longer", async () => {
    const person = await left();
    const before = person.token();
    await byMail(person);
    expect(person.token()).not.toBe(before);
    const [old, current] = [await readSession(before), await readSession(person.token())];
    expect(old?.id).toBe(current?.id);
    expect(current?.verifiedForS).toBeLessThan(VERIFIED_FOR_S);
    expect(old?.verifiedForS).toBeGreaterThan(VERIFIED_FOR_S);
    await moveClock("61 seconds");
    expect([await readSession(before), (await readSession(person.token()))?.id]).toEqual([null, current?.id]);
  });
});

describe("a user's sessions", () => {
  it("are listed with the current one marked, and each can be ended", async () => {
    const person = await newPerson();
    const [second, stranger] = [await again(person), await newPerson()];
    const api = await person.api();
    const { sessions } = await api.me.get();
    expect(sessions.map(({ here }) => here).sort()).toEqual([false, true]);
    const other = sessions.find(({ here }) => !here)?.id ?? "";
    const byStranger = (await stranger.api()).me.endSession({ id: other });
    await expect(byStranger).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await second.session()).not.toBeNull();
    await api.me.endSession({ id: other });
    expect([await second.session(), (await person.session()) !== null]).toEqual([null, true]);
  });

  it("all but this one, or all, can be ended with their API tokens", async () => {
    const person = await newPerson();
    const [second, stranger] = [await again(person), await newPerson()];
    expect(await (await person.api()).me.endOtherSessions()).toEqual({ ended: 1 });
    expect([await second.session(), (await person.session()) !== null]).toEqual([null, true]);
    const third = await again(person);
    await (await person.api()).me.endEverywhere();
    expect([await person.session(), await third.session()]).toEqual([null, null]);
    expect(await stranger.session()).not.toBeNull();
    const { rows } = await query("SELECT id FROM token_families WHERE user_id = $1 AND revoked_at IS NULL", [
      person.userId,
    ]);
    expect(rows).toEqual([]);
  });
});
