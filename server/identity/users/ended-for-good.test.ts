import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { PUBLIC_CALLER } from "../../lib/context";
import { isAppError } from "../../lib/errors";
import { createMerchant } from "../../merchants/create-merchant";
import { type OpenIdProvider, startOpenIdProvider } from "../../test/banks/openid-provider";
import { blockTable } from "../../test/block-table";
import { moveClock, query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import {
  challengeOf,
  comeByCode,
  mailedCode,
  newUser,
  newVisitor,
  postTokenRequest,
  sessionOf,
  type TokenReply,
  whoIs,
} from "../../test/rows/users";
import { readSession } from "../sessions/sessions";
import { startSignIn } from "../sign-in/start-sign-in";
import { verifySignIn } from "../sign-in/verify-sign-in";
import { createUser } from "./create-user";
import { switchUser } from "./switch-user";
import { takeRole } from "./take-role";

const CLIENT = "bankside.apps.example";
const POLL_MS = 10;

let merchantId: string;
let provider: OpenIdProvider;

beforeAll(async () => {
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  provider = await startOpenIdProvider([CLIENT]);
  Object.assign(env(), { googleIssuer: provider.issuer, googleClientId: CLIENT });
});
afterAll(() => provider.close());

const refresh = (refreshToken: string, more: object = {}) =>
  postTokenRequest({ grant_type: "refresh_token", refresh_token: refreshToken, ...more });
const inMerchant = () => `merchant:${merchantId}`;
const take = (email: string) => takeRole(operator, { email, context: { merchantId, partnerId: null } });
const give = (email: string) => createUser(operator, { email, name: "x", role: "viewer", merchantId });

describe("a role that is removed, and given again in the same context,", () => {
  it("makes no token valid again: neither the access token nor the refresh token in any context", async () => {
    const email = await newUser([{ role: "owner", merchantId }, { role: "owner" }]);
    const first = await comeByCode(email, inMerchant());
    const second = await refresh(first.data.refresh_token);
    await take(email);
    await give(email);
    await moveClock("1 second");
    for (const { data } of [first, second]) {
      expect(await whoIs(data.access_token)).toBe("INVALID_TOKEN");
      for (const more of [{}, { ctx: inMerchant() }, { ctx: "global" }])
        expect((await refresh(data.refresh_token, more)).error.code).toBe("INVALID_GRANT");
    }
    const anew = await comeByCode(email, inMerchant());
    expect(await whoIs(anew.data.access_token)).toBe(`user merchant ${merchantId} read`);
  });

  it("does not affect tokens of another role of the user, even of the same family, nor of other users", async () => {
    const email = await newUser([{ role: "owner", merchantId }, { role: "owner" }]);
    const bystander = await comeByCode(await newUser([{ role: "owner", merchantId }]));
    const came = await comeByCode(email, inMerchant());
    const moved = await refresh(came.data.refresh_token, { ctx: "global" });
    const back = await comeByCode(email, "global");
    const ended = await refresh(back.data.refresh_token, { ctx: inMerchant() });
    await take(email);
    await moveClock("1 second");
    const tokens = [came, moved, back, ended, bystander].map(({ data }) => data.access_token);
    const admin = "user admin all";
    expect(await Promise.all(tokens.map(whoIs))).toEqual([
      "INVALID_TOKEN",
      admin,
      admin,
      "INVALID_TOKEN",
      `user merchant ${merchantId} all`,
    ]);
    const refreshed = [moved, ended, bystander].map(({ data }) => refresh(data.refresh_token));
    expect((await Promise.all(refreshed)).map(({ status }) => status)).toEqual([200, 400, 200]);
  });
});

/** The result of a sign-in or grant: the error code, or a check of whether its tokens are valid. */
type Came = string | (() => Promise<unknown>);
/** Prepares a sign-in or grant for a user; the resolved function completes it. */
type Way = (email: string) => Promise<() => Promise<Came>>;

const DEAD = ["INVALID_TOKEN", "INVALID_GRANT"];

function tokensOf(reply: TokenReply): Came {
  if (reply.status !== 200) return reply.error.code;
  const { access_token, refresh_token } = reply.data;
  return async () => {
    const again = await refresh(refresh_token);
    return [await whoIs(access_token), again.status === 200 ? "refreshed" : again.error.code];
  };
}

const byCode: Way = async (email) => {
  const asked = { grant_type: "magic_code", email };
  const ip = newVisitor();
  const challenge_id = challengeOf(await postTokenRequest(asked, ip));
  const code = await mailedCode(email);
  return async () => tokensOf(await postTokenRequest({ ...asked, code, challenge_id }, ip));
};

const byIdToken: Way = async (email) => {
  const id_token = await provider.sign(email);
  return async () => tokensOf(await postTokenRequest({ grant_type: "google_id_token", id_token }));
};

const byRefresh: Way = async (email) => {
  const { data } = await comeByCode(email);
  return async () => tokensOf(await refresh(data.refresh_token));
};

const byConsole: Way = async (email) => {
  const ctx = { caller: PUBLIC_CALLER, requestId: "test", ip: newVisitor() };
  const { challengeId } = await startSignIn(ctx, { email, purpose: "console" });
  const code = await mailedCode(email);
  return async () => {
    try {
      const { sessionToken } = sessionOf(await verifySignIn(ctx, { challengeId, code }));
      return async () => ((await readSession(sessionToken)) === null ? DEAD : "session");
    } catch (error) {
      if (isAppError(error)) return error.code;
      throw error;
    }
  };
};

const switchTo = (to: "disabled" | "enabled") => (email: string) => switchUser(operator, { email, to });
const disabling = { end: switchTo("disabled"), undo: switchTo("enabled") };
const taking = { end: take, undo: give };

const races: [string, Way, string, typeof disabling | typeof taking, string][] = [
  ["a mailed code, the user disabled", byCode, "token_families", disabling, "UNAUTHORIZED"],
  ["a mailed code, the role taken", byCode, "token_families", taking, "FORBIDDEN"],
  ["an ID token, the user disabled", byIdToken, "token_families", disabling, "UNAUTHORIZED"],
  ["an ID token, the role taken", byIdToken, "token_families", taking, "FORBIDDEN"],
  ["a refresh, the user disabled", byRefresh, "access_tokens", disabling, "INVALID_GRANT"],
  ["a refresh, the role taken", byRefresh, "access_tokens", taking, "INVALID_GRANT"],
  ["the Console's sign-in, the user disabled", byConsole, "user_sessions", disabling, "UNAUTHORIZED"],
];

describe.each(races)("%s concurrently and then enabled again:", (_name, way, table, { end, undo }, refusal) => {
  it("tokens and sessions from before stay ended", async () => {
    const email = await newUser([{ role: "owner", merchantId }]);
    const go = await way(email);
    const block = await blockTable(env().migrationUrl, table, "insert");
    const coming = go();
    await block.waiting(1);
    const ending = end(email);
    await Promise.race([ending, waitingForLocks(2)]);
    await block.release();
    const came = await coming;
    await ending;
    await undo(email);
    expect(typeof came === "string" ? came : await came()).toEqual(DEAD);
  });

  it("a sign-in or grant begun before the end is committed waits for it, and is refused", async () => {
    const email = await newUser([{ role: "owner", merchantId }]);
    const go = await way(email);
    const block = await blockTable(env().migrationUrl, "audit_entries", "insert");
    const ending = end(email);
    await block.waiting(1);
    const coming = go();
    await Promise.race([coming, waitingForLocks(2)]);
    await block.release();
    const came = await coming;
    await ending;
    await undo(email);
    expect(typeof came === "string" ? came : await came()).toBe(refusal);
  });
});

let racing = 0;

/** Resolves when so many statements wait for a lock of a table or row; gives up when the next race begins. */
async function waitingForLocks(count: number): Promise<void> {
  racing += 1;
  const race = racing;
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (race === racing && (await query<{ n: number }>(sql)).rows[0]?.n !== count) await sleep(POLL_MS);
}
