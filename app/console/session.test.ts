import { beforeAll, expect, it, vi } from "vitest";
import { createSession } from "@/server/identity/sessions/sessions";
import { env } from "@/server/lib/config/env";
import { db } from "@/server/lib/db";
import { newUser } from "@/server/test/rows/users";

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    set: (name: string, value: string) => jar.set(name, value),
  }),
}));
const { getSession, writeSession } = await import("./session");

let email: string;
let sessionToken: string;

beforeAll(async () => {
  email = await newUser();
  const { id } = await db().user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  ({ sessionToken } = await createSession({}, id));
});

it("over https, where every page gets every cookie, a session is accepted beside the cookies that are set with it", async () => {
  env().baseUrl = "https://pay.example.com";
  await writeSession({ sessionToken, expiresAt: new Date(Date.now() + 60_000) });
  expect(jar.size).toBe(2);
  expect((await getSession())?.user.email).toBe(email);
});

it("a cookie whose name begins with the session's is no part of it: of an earlier release, or of another host", async () => {
  jar.set("__Host-bankside.session_end", "2026-11-24T17:48:21.825Z").set("__Host-bankside.session.1", "x");
  expect((await getSession())?.user.email).toBe(email);
});

it("control: the session's cookie decides", async () => {
  jar.set("__Host-bankside.session", `${sessionToken}x`);
  expect(await getSession()).toBeNull();
});
