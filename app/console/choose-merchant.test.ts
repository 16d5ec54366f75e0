import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSession, raiseRights, readSession, type SignedInUser } from "@/server/identity/sessions/sessions";
import { createMerchant } from "@/server/merchants/create-merchant";
import { moveClock, query } from "@/server/test/database";
import { ctx } from "@/server/test/rows/fixtures";
import { newUser } from "@/server/test/rows/users";
import { env } from "../../server/lib/config/env";
import { db, inTransaction } from "../../server/lib/db";

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string) => (value === "" ? jar.delete(name) : jar.set(name, value)),
    delete: ({ name }: { name: string }) => jar.delete(name),
  }),
}));
const { POST: choose } = await import("./merchant/route");
const { POST: signOut } = await import("../sign-in/end/route");
const { arrive } = await import("../sign-in/arrive");

const CHOSEN = "bankside.chosen_merchant";
const SESSION = "bankside.session";
let merchantId: string;

beforeEach(async () => {
  jar.clear();
  merchantId = (await createMerchant(ctx, { brandName: "Olaria do Norte" })).id;
});

function post(fields: Record<string, string> = {}): Request {
  const { baseUrl } = env();
  const headers = { origin: baseUrl, host: new URL(baseUrl).host, "sec-fetch-site": "same-origin" };
  return new Request(baseUrl, { method: "POST", headers, body: new URLSearchParams(fields) });
}

async function userWith(roles: Parameters<typeof newUser>[0]): Promise<SignedInUser> {
  const { id } = await db().user.findUniqueOrThrow({ where: { email: await newUser(roles) }, select: { id: true } });
  const session = await readSession((await createSession({}, id)).sessionToken);
  if (!session) throw new Error("no session");
  return session.user;
}

async function signIn(user: SignedInUser): Promise<string> {
  const key = await createSession({}, user.id);
  return arrive(post(), { kind: "signed-in", user, ...key }, "/console");
}

/** The merchant's log: the action and the person. */
async function actingLog(): Promise<[string, string | null][]> {
  const sql = "SELECT action, actor_id FROM audit_entries WHERE chain_id = $1 AND action LIKE 'acting.%' ORDER BY seq";
  const { rows } = await query<{ action: string; actor_id: string }>(sql, [merchantId]);
  return rows.map(({ action, actor_id }) => [action, actor_id]);
}

const sessionsEnded = async ({ id }: SignedInUser) => {
  const sql = "SELECT 1 FROM audit_entries WHERE action = 'session.ended' AND subject_id = $1";
  return (await query(sql, [id])).rowCount;
};

it("acting for a merchant ends with the sign-out, once, and the next person of that browser has to choose", async () => {
  const [first, second] = [await userWith([{ role: "owner" }]), await userWith([{ role: "admin" }])];
  await signIn(first);
  await choose(post({ merchant: merchantId, to: "/console" }));
  await signOut(post());
  await signOut(post());
  expect([jar.size, await sessionsEnded(first)]).toEqual([0, 1]);
  await signIn(second);
  expect(jar.has(CHOSEN)).toBe(false);
  expect(await actingLog()).toEqual([
    ["acting.begun", first.id],
    ["acting.ended", first.id],
  ]);
});

it("acting after the session expired begins again in the log, under the name of the person who signs in", async () => {
  const [first, second] = [await userWith([{ role: "owner" }]), await userWith([{ role: "admin" }])];
  await signIn(first);
  await choose(post({ merchant: merchantId, to: "/console" }));
  await query("DELETE FROM user_sessions");
  await signIn(second);
  expect(jar.get(CHOSEN)).toBe(merchantId);
  expect(await actingLog()).toEqual([
    ["acting.begun", first.id],
    ["acting.begun", second.id],
  ]);
});

it("a sign-in over a valid session ends the acting of its user", async () => {
  const first = await userWith([{ role: "owner" }]);
  await signIn(first);
  await choose(post({ merchant: merchantId, to: "/console" }));
  await signIn(await userWith([{ role: "owner" }]));
  expect(jar.has(CHOSEN)).toBe(false);
  expect((await actingLog()).map(([action]) => action)).toEqual(["acting.begun", "acting.ended"]);
});

it("a merchant of another browser's user is forgotten at the sign-in of a person who may not open it", async () => {
  jar.set(CHOSEN, merchantId);
  const { id } = await createMerchant(ctx, { brandName: "Atelier Sul" });
  await signIn(await userWith([{ role: "viewer", merchantId: id }]));
  expect([jar.has(CHOSEN), await actingLog()]).toEqual([false, []]);
});

it("control: a person's own merchant stays chosen over sign-ins, without entries", async () => {
  const member = await userWith([{ role: "owner", merchantId }]);
  await signIn(member);
  await choose(post({ merchant: merchantId, to: "/console" }));
  await query("DELETE FROM user_sessions");
  await signIn(member);
  expect([jar.get(CHOSEN), await actingLog()]).toEqual([merchantId, []]);
});

describe("a session that lacks a required second factor", () => {
  afterEach(() => query("DELETE FROM two_factor_policies"));
  const requireTwoFactor = () => query("INSERT INTO two_factor_policies (id) VALUES (gen_random_uuid())");

  it("does not act for the merchant of an expired session", async () => {
    const user = await userWith([{ role: "owner" }]);
    await signIn(user);
    await choose(post({ merchant: merchantId, to: "/console" }));
    await query("DELETE FROM user_sessions");
    await requireTwoFactor();
    await signIn(user);
    expect([jar.has(CHOSEN), await actingLog()]).toEqual([false, [["acting.begun", user.id]]]);
  });

  it("has the end of the acting from before in the merchant's log at sign-out", async () => {
    const user = await userWith([{ role: "owner" }]);
    await signIn(user);
    await choose(post({ merchant: merchantId, to: "/console" }));
    await requireTwoFactor();
    await signOut(post());
    expect((await actingLog()).map(([action]) => action)).toEqual(["acting.begun", "acting.ended"]);
  });
});

describe("a browser with the previous token of its session, from more than a minute ago", () => {
  let other: string;
  beforeEach(async () => {
    other = (await createMerchant(ctx, { brandName: "Atelier Sul" })).id;
  });
  const missStepUp = async (user: SignedInUser) => {
    await signIn(user);
    const session = await readSession(jar.get(SESSION) ?? "");
    if (!session) throw new Error("no session");
    await inTransaction({}, (tx) => raiseRights(tx, session, true));
    await moveClock("61 seconds");
    expect(await readSession(jar.get(SESSION) ?? "")).toBeNull();
    expect(await db().userSession.count({ where: { userId: user.id } })).toBe(2);
  };

  it.each([
    ["sign-out", () => signOut(post())],
    [
      "sign-in of another merchant's member",
      async () => signIn(await userWith([{ role: "viewer", merchantId: other }])),
    ],
  ])("ends the session by the %s, with an entry", async (_name, end) => {
    const user = await userWith([{ role: "owner" }]);
    await missStepUp(user);
    jar.set(CHOSEN, merchantId);
    await end();
    expect([await db().userSession.count({ where: { userId: user.id } }), await sessionsEnded(user)]).toEqual([1, 1]);
    expect(jar.has(CHOSEN)).toBe(false);
  });
});
