import { beforeEach, describe, expect, it, vi } from "vitest";
import { GOOGLE_COOKIE_ID } from "@/server/identity/sign-in/google/start-google";
import { env } from "@/server/lib/config/env";
import { seal } from "@/server/lib/crypto";
import { newId } from "@/server/lib/ids";

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string) => jar.set(name, value),
    delete: ({ name }: { name: string }) => jar.delete(name),
  }),
}));
const { POST: verifyCode } = await import("./verify/route");
const { POST: verifySecondFactor } = await import("./two-factor/verify/route");
const { GET: returnFromGoogle } = await import("./google/return/route");
const { GET: startGoogle } = await import("./google/route");

const TO = "/console/payments?status=failed";
const WITH_TO = "&to=%2Fconsole%2Fpayments%3Fstatus%3Dfailed";

beforeEach(() => jar.clear());

const post = (origin = env().baseUrl) =>
  new Request(env().baseUrl, { method: "POST", headers: { origin }, body: new URLSearchParams({ code: "ABCDEF" }) });
const locationOf = async (answer: Promise<Response>) => (await answer).headers.get("location");

describe("a sign-in that has to begin again keeps the requested page", () => {
  it("after a code whose time or attempts are up, and after a form of another site", async () => {
    jar.set("bankside.challenge", `${newId()} ${TO}`);
    expect(await locationOf(verifyCode(post()))).toBe(`/sign-in?error=over${WITH_TO}`);
    expect(await locationOf(verifyCode(post("https://shop.example")))).toBe(`/sign-in?error=elsewhere${WITH_TO}`);
  });

  it("after a second factor whose time is up", async () => {
    jar.set("bankside.half", `bpen_unknown ${TO}`);
    expect(await locationOf(verifySecondFactor(post()))).toBe(`/sign-in?error=over${WITH_TO}`);
  });

  it("after a failure at Google, also once its time is up", async () => {
    for (const untilMs of [0, Date.now() + 60_000]) {
      const begun = { state: "s", nonce: "n", verifier: "v", to: TO, untilMs };
      jar.set("bankside.google", Buffer.from(seal(JSON.stringify(begun), GOOGLE_COOKIE_ID)).toString("base64url"));
      const back = new Request(`${env().baseUrl}/sign-in/google/return?error=access_denied&state=s`);
      expect(await locationOf(returnFromGoogle(back))).toBe(`/sign-in?error=google${WITH_TO}`);
    }
  });

  it("not to another host: an address of the cookie is checked when it is read", async () => {
    jar.set("bankside.challenge", `${newId()} //evil.example`);
    expect(await locationOf(verifyCode(post()))).toBe("/sign-in?error=over&to=%2Fconsole");
    const link = new Request(`${env().baseUrl}/sign-in/google?to=https://evil.example`, {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(await locationOf(startGoogle(link))).toBe("/sign-in?to=%2Fconsole");
  });

  it("without a started sign-in there is none to keep", async () => {
    expect(await locationOf(verifyCode(post()))).toBe("/sign-in?error=over");
  });
});
