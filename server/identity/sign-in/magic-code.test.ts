import { beforeEach, describe, expect, it } from "vitest";
import { PUBLIC_CALLER } from "../../lib/context";
import { moveClock, query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import {
  challengeOf,
  mailedCode,
  newUser,
  newVisitor,
  postTokenRequest,
  type TokenReply,
  whoIs,
} from "../../test/rows/users";
import { switchUser } from "../users/switch-user";
import { MAX_CODES_PER_REQUESTER, MAX_TRIES } from "./sign-in-rules";
import { startSignIn } from "./start-sign-in";
import { verifySignIn } from "./verify-sign-in";

let email: string;

const begin = (who: string, ip = newVisitor()) => postTokenRequest({ grant_type: "magic_code", email: who }, ip);

const answer = (challengeId: string, code: string, more: object = {}) =>
  postTokenRequest({ grant_type: "magic_code", email, code, challenge_id: challengeId, ...more }, newVisitor());

const wrong = (code: string) => (code === "AAAAAA" ? "BBBBBB" : "AAAAAA");

async function count(table: string): Promise<number> {
  const { rows } = await query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]?.count ?? -1;
}

// A new account for each test, because codes are counted for the account.
beforeEach(async () => {
  email = await newUser();
});

describe("the first call", () => {
  it("mails a code and returns 401 with the challenge, which is committed", async () => {
    const before = await count("mails");
    const reply = await begin(email.toUpperCase());
    expect(reply.status).toBe(401);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    expect(JSON.parse(reply.text)).toEqual({
      success: false,
      error: {
        code: "CHALLENGE_REQUIRED",
        message: expect.any(String),
        metadata: {
          challenge: {
            id: expect.stringMatching(/^[\da-f]{8}-/),
            type: "email_code",
            expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
        },
      },
    });
    expect(await count("mails")).toBe(before + 1);
    expect((await query("SELECT priority FROM mails ORDER BY id DESC LIMIT 1")).rows).toEqual([{ priority: true }]);
    const { rows } = await query("SELECT purpose, tries FROM sign_in_challenges WHERE id = $1", [challengeOf(reply)]);
    expect(rows).toEqual([{ purpose: "api", tries: 0 }]);
  });

  it("returns the same bytes except id and time for an unknown address, and sends no mail", async () => {
    const known = await begin(email);
    const mails = await count("mails");
    const unknown = await begin("nobody@olaria.example");
    const shape = ({ text }: TokenReply) =>
      text.replace(/"id":"[^"]{36}"/, '"id":""').replace(/"expires_at":"[^"]{24}"/, '"expires_at":""');
    expect(shape(unknown)).toBe(shape(known));
    expect(unknown.text).toHaveLength(known.text.length);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    expect(await count("mails")).toBe(mails);
    expect((await answer(challengeOf(unknown), "AAAAAA", { email: "nobody@olaria.example" })).error).toMatchObject({
      code: "UNAUTHORIZED",
      metadata: { tries_left: MAX_TRIES - 1 },
    });
  });

  it("does the same work for both: writes a mail, and rolls it back for the unknown address", async () => {
    // A sequence keeps its count when the transaction is rolled back.
    await query(`
        CREATE SEQUENCE mails_written;
        GRANT USAGE ON SEQUENCE mails_written TO PUBLIC;
        CREATE FUNCTION count_mail() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM nextval('mails_written'); RETURN NEW; END $$;
        CREATE TRIGGER count_mail BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION count_mail();`);
    const mails = await count("mails");
    for (const who of [email, "nobody@olaria.example"]) await begin(who);
    const { rows } = await query("SELECT last_value::int AS written FROM mails_written");
    expect([rows[0]?.written, await count("mails")]).toEqual([2, mails + 1]);
  });

  it("sends a mail that does not mention the Console", async () => {
    await begin(email);
    const { rows } = await query("SELECT subject, text FROM mails ORDER BY id DESC LIMIT 1");
    expect(rows[0]).toMatchObject({ subject: "Your code for the Bankside API" });
    expect(rows[0]?.text).not.toContain("/sign-in");
  });
});

describe("the second call", () => {
  async function begun(): Promise<{ id: string; code: string }> {
    const id = challengeOf(await begin(email));
    return { id, code: await mailedCode(email) };
  }

  it("returns a token set for a code in lower case and with spaces", async () => {
    const { id, code } = await begun();
    const reply = await answer(id.toUpperCase(), `${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase());
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await whoIs(reply.data.access_token)).toBe("user admin all");
  });

  it("accepts a code once, also of two concurrent calls", async () => {
    const { id, code } = await begun();
    const families = await count("token_families");
    const replies = await Promise.all([answer(id, code), answer(id, code), answer(id, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await answer(id, code)).error.code).toBe("UNAUTHORIZED");
    expect(await count("token_families")).toBe(families + 1);
  });

  it("accepts five tries, and rejects the right code as the sixth", async () => {
    const { id, code } = await begun();
    for (let left = MAX_TRIES - 1; left >= 0; left--) {
      const { error } = await answer(id, wrong(code));
      expect(error).toMatchObject({ code: "UNAUTHORIZED", metadata: { tries_left: left } });
    }
    expect((await answer(id, code)).error.code).toBe("UNAUTHORIZED");
  });

  it("rejects another address than the challenge's, which uses up a try", async () => {
    const { id, code } = await begun();
    const other = await newUser();
    expect((await answer(id, code, { email: other })).error).toMatchObject({ metadata: { tries_left: MAX_TRIES - 1 } });
    expect((await answer(id, code, { email: ` ${email.toUpperCase()}` })).status).toBe(200);
  });

  it("is rejected after ten minutes", async () => {
    const { id, code } = await begun();
    await moveClock("10 minutes");
    expect((await answer(id, code)).error.code).toBe("UNAUTHORIZED");
  });

  it("does not use up the code for a context without a role", async () => {
    const { id, code } = await begun();
    const ctx = "partner:01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
    expect([(await answer(id, code, { ctx })).status, (await answer(id, code)).status]).toEqual([403, 200]);
  });

  it("is rejected for a user who was disabled meanwhile", async () => {
    const who = await newUser();
    const id = challengeOf(await begin(who));
    await switchUser(operator, { email: who, to: "disabled" });
    expect((await answer(id, await mailedCode(who), { email: who })).error.code).toBe("UNAUTHORIZED");
  });

  it("rejects a code of the Console, and the Console one of the API", async () => {
    const ctx = { caller: PUBLIC_CALLER, requestId: "test", ip: newVisitor() };
    const { challengeId } = await startSignIn(ctx, { email, purpose: "console" });
    const code = await mailedCode(email);
    expect((await answer(challengeId, code)).error).toMatchObject({
      code: "UNAUTHORIZED",
      metadata: { tries_left: 0 },
    });
    const api = await begun();
    await expect(verifySignIn(ctx, { challengeId: api.id, code: api.code })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect((await answer(api.id, api.code)).status).toBe(200);
    await expect(verifySignIn(ctx, { challengeId, code })).resolves.toMatchObject({ user: { email } });
  });
});

describe("a stranger", () => {
  it("who requests codes and uses up tries for a user's address invalidates no code already sent", async () => {
    const victim = challengeOf(await begin(email));
    const code = await mailedCode(email);
    const stranger = newVisitor();
    const burned: TokenReply[] = [];
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) burned.push(await begin(email, stranger));
    expect((await begin(email, stranger)).status).toBe(429);
    for (const reply of burned.slice(0, 3)) {
      for (let tries = 0; tries <= MAX_TRIES; tries++) await answer(challengeOf(reply), "AAAAAA");
    }
    expect((await answer(victim, code)).status).toBe(200);
    const again = await begin(email);
    expect((await answer(challengeOf(again), await mailedCode(email))).status).toBe(200);
  });

  it("cannot use the user's code for another challenge of the same address", async () => {
    const mine = challengeOf(await begin(email));
    const code = await mailedCode(email);
    const theirs = challengeOf(await begin(email));
    expect((await answer(theirs, code)).status).toBe(401);
    expect((await answer(mine, code)).status).toBe(200);
  });
});

describe("429 TOO_MANY_REQUESTS", () => {
  it("has the wait in header and metadata; after it a code is mailed again", async () => {
    const greedy = newVisitor();
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) {
      expect((await begin(email, greedy)).status).toBe(401);
      if (asked === 0) await moveClock("20 minutes");
    }
    const { status, headers, error } = await begin(email, greedy);
    const wait = Number(error.metadata?.["retry_after_s"]);
    expect([status, error.code, headers.get("retry-after")]).toEqual([429, "TOO_MANY_REQUESTS", String(wait)]);
    expect(wait).toBeGreaterThan(38 * 60);
    expect(wait).toBeLessThanOrEqual(40 * 60);
    await moveClock(`${wait} seconds`);
    expect((await begin(email, greedy)).status).toBe(401);
    expect((await begin(email, greedy)).status).toBe(429);
  });

  it("limits an IPv6 subscriber by its network", async () => {
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++)
      expect((await begin(email, `2001:db8:1:1::${asked.toString(16)}`)).status).toBe(401);
    expect((await begin(email, "2001:db8:1:1:ffff::1")).status).toBe(429);
    expect((await begin(email, "2001:db8:1:2::1")).status).toBe(401);
  });

  it("is the same for an unknown account, after as many codes, in the same bytes", async () => {
    const bodies: string[] = [];
    for (const who of [email, "stranger@olaria.example"]) {
      const ip = newVisitor();
      for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) expect((await begin(who, ip)).status).toBe(401);
      const { status, text } = await begin(who, ip);
      expect(status).toBe(429);
      bodies.push(text.replace(/\d+/g, "0"));
    }
    expect(bodies[1]).toBe(bodies[0]);
  });
});
