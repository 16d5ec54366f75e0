import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newSecret, sha256 } from "../../lib/crypto";
import { moveClock, query } from "../../test/database";
import { byCode, codeOf, newPerson, type Person, subjectsTo, visit, withApp } from "../../test/person";
import { readSession } from "../sessions/sessions";
import type { HalfSignedIn } from "../sign-in/begin-session";
import { completeTwoFactor, readPendingSignIn } from "../sign-in/complete-two-factor";
import { TWO_FACTOR_TTL_S } from "../sign-in/sign-in-rules";
import { startSignIn } from "../sign-in/start-sign-in";
import { MAX_TRIES_OF_UNKNOWN, MAX_TRIES_PER_REQUESTER, RECOVERY_CODES, UNKNOWN_WINDOW_S } from "./rules";

// With a running clock the app's 30 s step could end between a code and its check.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const STRANGER = { deviceToken: null };
const NEVER = "000000";

/** A pending sign-in after the mailed code. */
async function half({ email }: Person, browser = STRANGER): Promise<string> {
  const outcome = await byCode(email, browser);
  expect(outcome.kind).toBe("two-factor");
  return (outcome as HalfSignedIn).pendingToken;
}

/** The requester, by default from one address. */
const HERE = visit();
const pass = (pendingToken: string, typed: string, browser: { deviceToken: string | null } = STRANGER, from = HERE) =>
  completeTwoFactor(from, { pendingToken, typed, browser });

const refused = (code: string) => expect.objectContaining({ code });

async function guessUntilOver(pendingToken: string): Promise<void> {
  for (let left = MAX_TRIES_PER_REQUESTER - 1; left >= 0; left--) {
    await expect(pass(pendingToken, NEVER)).rejects.toMatchObject({ metadata: { tries_left: left } });
  }
  await expect(pass(pendingToken, NEVER)).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
}

describe("two-factor sign-in", () => {
  it("is required after an e-mail code and before a session", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    const { rows } = await query("SELECT id FROM user_sessions");
    const pendingToken = await half(person);
    expect(await readSession(pendingToken)).toBeNull();
    const after = await query("SELECT id FROM user_sessions");
    expect(after.rows).toEqual(rows);
    const { sessionToken } = await pass(pendingToken, codeOf(secret, 1));
    expect((await readSession(sessionToken))?.user.id).toBe(person.userId);
    await expect(pass(pendingToken, codeOf(secret, 1))).rejects.toEqual(refused("NOT_FOUND"));
  });

  it("accepts each app code once, including the confirming one and concurrent attempts", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    await expect(pass(await half(person), codeOf(secret))).rejects.toEqual(refused("UNAUTHORIZED"));
    await moveClock("30 seconds");
    const tokens = [await half(person), await half(person)];
    const code = codeOf(secret);
    const both = await Promise.allSettled(tokens.map((token) => pass(token, code)));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("allows a clock difference of one step and not of two", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    await moveClock("5 minutes");
    for (const steps of [-2, 2])
      await expect(pass(await half(person), codeOf(secret, steps))).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(pass(await half(person), codeOf(secret, -1))).resolves.toBeDefined();
    await expect(pass(await half(person), codeOf(secret, 1))).resolves.toBeDefined();
  });

  it("expires after ten minutes", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    const pendingToken = await half(person);
    expect(await readPendingSignIn(pendingToken)).not.toBeNull();
    await moveClock(`${TWO_FACTOR_TTL_S} seconds`);
    expect(await readPendingSignIn(pendingToken)).toBeNull();
    await expect(pass(pendingToken, codeOf(secret))).rejects.toEqual(refused("NOT_FOUND"));
  });

  it("is not required while an app is unconfirmed", async () => {
    const person = await newPerson();
    await (await person.api()).me.startApp();
    expect((await byCode(person.email)).kind).toBe("signed-in");
  });
});

describe("guesses of app codes", () => {
  it("are limited across sign-ins; the user is notified once, and a recovery code still works", async () => {
    const person = await newPerson();
    const { secret, codes } = await withApp(person);
    await guessUntilOver(await half(person));
    await moveClock("1 minute");
    await expect(pass(await half(person), codeOf(secret))).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
    const told = (await subjectsTo(person.email)).filter((subject) => subject === "Too many wrong two-factor codes");
    expect(told).toHaveLength(1);
    await expect(pass(await half(person), codes[0] ?? "")).resolves.toBeDefined();
    await moveClock("1 hour");
    await expect(pass(await half(person), codeOf(secret))).resolves.toBeDefined();
  });

  it("are limited per address", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    await guessUntilOver(await half(person));
    await moveClock("1 minute");
    await expect(pass(await half(person), codeOf(secret))).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
    await expect(pass(await half(person), codeOf(secret), STRANGER, visit())).resolves.toBeDefined();
  });

  it("are limited per day over all addresses, without affecting known browsers and recovery codes", async () => {
    const browser = { deviceToken: newSecret("bdev_") };
    const person = await newPerson(browser);
    const { secret, codes } = await withApp(person);
    const pendingToken = await half(person);
    for (let count = 0; count < MAX_TRIES_OF_UNKNOWN; count++)
      await expect(pass(pendingToken, NEVER, STRANGER, visit())).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(pass(pendingToken, NEVER, STRANGER, visit())).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
    await moveClock("2 hours");
    await expect(pass(await half(person), codeOf(secret), STRANGER, visit())).rejects.toEqual(
      refused("TOO_MANY_REQUESTS"),
    );
    await expect(pass(await half(person), codeOf(secret), browser)).resolves.toBeDefined();
    await expect(pass(await half(person), codes[0] ?? "", STRANGER, visit())).resolves.toBeDefined();
    await moveClock(`${UNKNOWN_WINDOW_S} seconds`);
    await expect(pass(await half(person), codeOf(secret), STRANGER, visit())).resolves.toBeDefined();
  });

  it("count nothing without the first factor", async () => {
    const person = await newPerson();
    await withApp(person);
    const { challengeId } = await startSignIn(visit(), { email: person.email, purpose: "console" });
    for (const pendingToken of [challengeId, person.userId, person.email, person.token(), newSecret("bsec_")])
      await expect(pass(pendingToken, NEVER)).rejects.toEqual(refused("NOT_FOUND"));
    const sql = "SELECT id FROM two_factor_attempts WHERE user_id = $1";
    expect((await query(sql, [person.userId])).rows).toEqual([]);
  });

  it("do not use up the recovery code attempts of the user's own sign-in", async () => {
    const person = await newPerson();
    const { codes } = await withApp(person);
    const [theirs, mine] = [await half(person), await half(person)];
    for (let count = 0; count < MAX_TRIES_PER_REQUESTER; count++)
      await expect(pass(theirs, "AAAAA-AAAAA")).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(pass(theirs, codes[0] ?? "")).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
    await expect(pass(mine, codes[0] ?? "")).resolves.toBeDefined();
  });

  it("are counted when concurrent", async () => {
    const person = await newPerson();
    const { secret } = await withApp(person);
    const pendingToken = await half(person);
    await moveClock("30 seconds");
    await Promise.allSettled(Array.from({ length: MAX_TRIES_PER_REQUESTER * 2 }, () => pass(pendingToken, NEVER)));
    await expect(pass(pendingToken, codeOf(secret))).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
  });

  it("do not lock out a known browser", async () => {
    const browser = { deviceToken: newSecret("bdev_") };
    const person = await newPerson(browser);
    const { secret } = await withApp(person);
    await guessUntilOver(await half(person));
    await moveClock("1 minute");
    await expect(pass(await half(person), codeOf(secret), browser)).resolves.toBeDefined();
  });

  it("control: an unknown browser of the same person is locked out", async () => {
    const browser = { deviceToken: newSecret("bdev_") };
    const person = await newPerson(browser);
    const { secret } = await withApp(person);
    await guessUntilOver(await half(person));
    await moveClock("1 minute");
    const { deviceToken } = browser;
    await query("DELETE FROM known_devices WHERE token_hash = $1", [sha256(deviceToken)]);
    await expect(pass(await half(person), codeOf(secret), browser)).rejects.toEqual(refused("TOO_MANY_REQUESTS"));
  });
});

describe("recovery codes", () => {
  it("are ten, work once each in any spelling, and each use sends a notice", async () => {
    const person = await newPerson();
    const { codes } = await withApp(person);
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    const typed = (codes[3] ?? "").toLowerCase().replace("-", " ");
    await expect(pass(await half(person), typed)).resolves.toBeDefined();
    await expect(pass(await half(person), codes[3] ?? "")).rejects.toEqual(refused("UNAUTHORIZED"));
    expect((await (await person.api()).me.get()).app?.recoveryCodes).toBe(RECOVERY_CODES - 1);
    expect(await subjectsTo(person.email)).toContain("A recovery code was used");
  });

  it("of another user are rejected", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await withApp(person);
    const { codes } = await withApp(other);
    await expect(pass(await half(person), codes[0] ?? "")).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(pass(await half(other), codes[0] ?? "")).resolves.toBeDefined();
  });

  it("stop working when new ones are created, and are stored hashed", async () => {
    const person = await newPerson();
    const { codes: before } = await withApp(person);
    const { codes } = await (await person.api()).me.renewRecoveryCodes();
    await expect(pass(await half(person), before[0] ?? "")).rejects.toEqual(refused("UNAUTHORIZED"));
    const { rows } = await query<{ row: string }>("SELECT r::text AS row FROM recovery_codes r");
    expect(
      rows.some(({ row }) => codes.some((code) => row.includes(code) || row.includes(code.replace("-", "")))),
    ).toBe(false);
    await expect(pass(await half(person), codes[9] ?? "")).resolves.toBeDefined();
  });
});

describe("an app", () => {
  it("is set up only with its own code, and sends a notice", async () => {
    const person = await newPerson();
    const api = await person.api();
    await expect(api.me.confirmApp({ code: NEVER })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { secret, qrSvg } = await api.me.startApp();
    expect(qrSvg).toMatch(/^<svg/);
    await expect(api.me.confirmApp({ code: NEVER })).rejects.toMatchObject({ cause: { code: "VALIDATION_ERROR" } });
    expect((await api.me.get()).app).toBeNull();
    await api.me.confirmApp({ code: codeOf(secret) });
    await expect(api.me.startApp()).rejects.toMatchObject({ cause: { code: "VALIDATION_ERROR" } });
    expect(await subjectsTo(person.email)).toEqual(["Two-factor authentication was set up"]);
    const { rows } = await query<{ row: string }>("SELECT a::text AS row FROM authenticator_apps a");
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
  });

  it("is removed with its recovery codes, sends a notice, and is no longer required", async () => {
    const person = await newPerson();
    const { codes } = await withApp(person);
    const pendingToken = await half(person);
    await (await person.api()).me.removeApp();
    await expect(pass(pendingToken, codes[0] ?? "")).rejects.toEqual(refused("UNAUTHORIZED"));
    expect((await byCode(person.email)).kind).toBe("signed-in");
    expect(await subjectsTo(person.email)).toContain("Two-factor authentication was removed");
  });
});
