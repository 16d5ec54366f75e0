import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createSession } from "@/server/identity/sessions/sessions";
import { db } from "@/server/lib/db";
import { createMerchant } from "@/server/merchants/create-merchant";
import { createPartner } from "@/server/merchants/create-partner";
import { ctx } from "@/server/test/rows/fixtures";
import { newUser, type RoleIn } from "@/server/test/rows/users";

const [jar, headers] = vi.hoisted(() => [new Map<string, string>(), new Headers()]);
vi.mock("next/headers", () => ({
  headers: async () => headers,
  cookies: async () => ({ get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined) }),
}));
const { default: OpenMerchantPage } = await import("./page");

const TO = "/console/webhooks/default";
let partnerId: string;
let olaria: string;
let atelier: string;

beforeEach(async () => {
  jar.clear();
  partnerId = (await createPartner(ctx, { name: "Ribeira" })).id;
  olaria = (await createMerchant(ctx, { brandName: "Olaria do Norte", partnerId })).id;
  atelier = (await createMerchant(ctx, { brandName: "Atelier Sul", partnerId })).id;
});

async function signIn(...roles: RoleIn[]): Promise<void> {
  const { id } = await db().user.findUniqueOrThrow({ where: { email: await newUser(roles) }, select: { id: true } });
  jar.set("bankside.session", (await createSession({}, id)).sessionToken);
}

/** The HTML of the page of a mail's link, or where it redirects, or the status of its error. */
async function open(merchantId: string, to = TO): Promise<string> {
  headers.set("x-bankside-path", `/open/${merchantId}?to=${to}`);
  const props = { params: Promise.resolve({ merchantId }), searchParams: Promise.resolve({ to }) };
  try {
    return renderToStaticMarkup(await OpenMerchantPage(props));
  } catch (error) {
    return (error as { digest: string }).digest.replace(
      /^NEXT_(?:REDIRECT;replace;(.*);307;|HTTP_ERROR_FALLBACK;)/,
      "$1",
    );
  }
}

const sent = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

describe("a mail's link to a page of the Console", () => {
  it("leads to the page at once if the Console shows this merchant", async () => {
    await signIn({ role: "owner", merchantId: olaria }, { role: "owner", merchantId: atelier });
    jar.set("bankside.chosen_merchant", olaria);
    expect(await open(olaria)).toBe(TO);
  });

  it("offers the switch if the Console shows another merchant, and leads to the page afterwards", async () => {
    await signIn({ role: "owner", merchantId: olaria }, { role: "owner", merchantId: atelier });
    jar.set("bankside.chosen_merchant", olaria);
    const html = await open(atelier);
    expect(html).toContain("The Console now shows Olaria do Norte.");
    expect(html).toContain('action="/console/merchant" method="post"');
    expect(sent(html)).toEqual({ merchant: atelier, to: TO });
    expect(html).not.toContain("audit log");
    expect(jar.get("bankside.chosen_merchant")).toBe(olaria);
  });

  it("offers the merchant to its partner's people, who have chosen none yet", async () => {
    await signIn({ role: "developer", partnerId });
    const html = await open(atelier);
    expect(sent(html)).toEqual({ merchant: atelier, to: TO });
    expect(html).toContain("Your actions are logged in the merchant’s audit log");
  });

  it("leads to the sign-in without a session, and from there back to itself", async () => {
    expect(await open(olaria)).toBe(`/sign-in?to=${encodeURIComponent(`/open/${olaria}?to=${TO}`)}`);
  });

  it("is not found by a person of another merchant, as an unknown merchant is not", async () => {
    await signIn({ role: "owner", merchantId: olaria });
    for (const id of [atelier, "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", "x"]) expect(await open(id)).toBe("404");
  });

  it.each(["//evil.example", "https://evil.example/console", "/\\evil.example", "/sign-in/end"])(
    "never leads to %s",
    async (to) => {
      await signIn({ role: "owner", merchantId: olaria }, { role: "owner", merchantId: atelier });
      jar.set("bankside.chosen_merchant", olaria);
      expect(await open(olaria, to)).toBe("/console");
      expect(sent(await open(atelier, to))).toEqual({ merchant: atelier, to: "/console" });
    },
  );
});
