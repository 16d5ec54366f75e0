import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Ctx, PUBLIC_CALLER } from "../../lib/context";
import type { ErrorCode } from "../../lib/errors";
import { moveClock, query } from "../../test/database";
import { newTenant, ctx as operator } from "../../test/rows/fixtures";
import { mailedCode, sessionOf } from "../../test/rows/users";
import { deleteExpiredSignIns } from "../jobs";
import { endSession, readSession } from "../sessions/sessions";
import { createUser } from "../users/create-user";
import { CODE_TTL_S, MAX_TRIES } from "./sign-in-rules";
import { startSignIn as start } from "./start-sign-in";
import { readChallenge, verifySignIn } from "./verify-sign-in";

const EMAIL = "ines@olaria.example";
let address = 0;

/** Each test requests from another address, so that tests do not share a limit. */
function visitor(): Ctx {
  address += 1;
  return { caller: PUBLIC_CALLER, requestId: "test", ip: `203.0.113.${address}` };
}

const startSignIn = (ctx: Ctx, { email }: { email: string }) => start(ctx, { email, purpose: "console" });

async function countOf(table: "mails" | "user_sessions" | "sign_in_challenges"): Promise<number> {
  const { rows } = await query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]?.count ?? -1;
}

const refused = (code: ErrorCode) => expect.objectContaining({ code });
const wrong = (code: string) => (code === "AAAAAA" ? "BBBBBB" : "AAAAAA");

beforeAll(async () => {
  const { merchantId } = await newTenant();
  await createUser(operator, { email: EMAIL, name: "Inês Carvalho", role: "owner", merchantId });
});

// Codes that one test requested are not counted in the next.
beforeEach(() => query("DELETE FROM sign_in_challenges"));

describe("sign-in by code", () => {
  it("mails a code and starts a session for it", async () => {
    const { challengeId } = await startSignIn(visitor(), { email: "Ines@Olaria.example" });
    const code = await mailedCode();
    const signedIn = sessionOf(await verifySignIn(visitor(), { challengeId, code: ` ${code.toLowerCase()} ` }));
    expect((await readSession(signedIn.sessionToken))?.user).toMatchObject({
      email: EMAIL,
      memberships: [{ role: "owner" }],
    });
  });

  it("returns the same for an unknown address, and sends no mail", async () => {
    const before = await countOf("mails");
    const known = await startSignIn(visitor(), { email: EMAIL });
    const unknown = await startSignIn(visitor(), { email: "nobody@olaria.example" });
    expect(await countOf("mails")).toBe(before + 1);
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect(await readChallenge(unknown.challengeId)).toMatchObject({ email: "nobody@olaria.example" });
    const guess = verifySignIn(visitor(), { challengeId: unknown.challengeId, code: "AAAAAA" });
    await expect(guess).rejects.toMatchObject({ code: "UNAUTHORIZED", metadata: { tries_left: MAX_TRIES - 1 } });
  });

  it("accepts a code once, also of two concurrent calls", async () => {
    const { challengeId } = await startSignIn(visitor(), { email: EMAIL });
    const input = { challengeId, code: await mailedCode() };
    const before = await countOf("user_sessions");
    const outcomes = await Promise.allSettled([verifySignIn(visitor(), input), verifySignIn(visitor(), input)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(verifySignIn(visitor(), input)).rejects.toEqual(refused("UNAUTHORIZED"));
    expect(await countOf("user_sessions")).toBe(before + 1);
  });

  it("accepts five tries, and rejects the right code as the sixth", async () => {
    const { challengeId } = await startSignIn(visitor(), { email: EMAIL });
    const code = await mailedCode();
    for (let left = MAX_TRIES - 1; left >= 0; left--) {
      const guess = verifySignIn(visitor(), { challengeId, code: wrong(code) });
      await expect(guess).rejects.toMatchObject({ code: "UNAUTHORIZED", metadata: { tries_left: left } });
    }
    await expect(verifySignIn(visitor(), { challengeId, code })).rejects.toEqual(refused("UNAUTHORIZED"));
    expect(await readChallenge(challengeId)).toBeNull();
  });

  it("counts concurrent tries", async () => {
    const { challengeId } = await startSignIn(visitor(), { email: EMAIL });
    const code = await mailedCode();
    const guesses = Array.from({ length: MAX_TRIES * 2 }, () =>
      verifySignIn(visitor(), { challengeId, code: wrong(code) }),
    );
    await Promise.allSettled(guesses);
    await expect(verifySignIn(visitor(), { challengeId, code })).rejects.toEqual(refused("UNAUTHORIZED"));
  });

  it("guesses at another challenge of the same address do not invalidate the code", async () => {
    const mine = await startSignIn(visitor(), { email: EMAIL });
    const code = await mailedCode();
    const stranger = await startSignIn(visitor(), { email: EMAIL });
    for (let count = 0; count < MAX_TRIES; count++) {
      await verifySignIn(visitor(), { challengeId: stranger.challengeId, code: "AAAAAA" }).catch(() => undefined);
    }
    await expect(verifySignIn(visitor(), { challengeId: mine.challengeId, code })).resolves.toBeDefined();
  });

  it("rejects the code after ten minutes", async () => {
    const { challengeId } = await startSignIn(visitor(), { email: EMAIL });
    const code = await mailedCode();
    await moveClock(`${CODE_TTL_S} seconds`);
    await expect(verifySignIn(visitor(), { challengeId, code })).rejects.toEqual(refused("UNAUTHORIZED"));
  });

  it.each(["no-uuid", "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10"])(
    "refuses a challenge that is none: %s",
    async (challengeId) => {
      await expect(verifySignIn(visitor(), { challengeId, code: "AAAAAA" })).rejects.toEqual(refused("UNAUTHORIZED"));
    },
  );

  it("rejects an invalid mail address", async () => {
    const errors = [expect.objectContaining({ field: "email" })];
    await expect(startSignIn(visitor(), { email: "ines" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors },
    });
  });
});

describe("a session", () => {
  async function session(): Promise<string> {
    const { challengeId } = await startSignIn(visitor(), { email: EMAIL });
    return sessionOf(await verifySignIn(visitor(), { challengeId, code: await mailedCode() })).sessionToken;
  }

  it("is stored hashed", async () => {
    const token = await session();
    const { rows } = await query<{ row: string }>("SELECT s::text AS row FROM user_sessions s");
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it("is invalid after sign-out", async () => {
    const token = await session();
    await endSession(token);
    expect(await readSession(token)).toBeNull();
  });

  it("is invalid when its user is disabled", async () => {
    const token = await session();
    await query("UPDATE users SET disabled_at = now() WHERE email = $1", [EMAIL]);
    expect(await readSession(token)).toBeNull();
    await query("UPDATE users SET disabled_at = NULL WHERE email = $1", [EMAIL]);
  });

  it("ends after twelve hours, and is deleted", async () => {
    const token = await session();
    await moveClock("12 hours");
    expect(await readSession(token)).toBeNull();
    await moveClock("1 day");
    await deleteExpiredSignIns();
    expect([await countOf("user_sessions"), await countOf("sign_in_challenges")]).toEqual([0, 0]);
  });
});
