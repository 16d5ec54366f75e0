import { expect, test } from "vitest";
import { storyOfThisFile } from "../../../server/test/banks/payment-stories";
import { call } from "../../../server/test/client";
import { moveClock } from "../../../server/test/database";
import { GET as showEmbed } from "../route";
import { GET } from "./route";

const SHOP = "https://shop.example";
const UNKNOWN = `ptok_${"A".repeat(43)}`;

const story = storyOfThisFile();
const { bank } = story;

/** The token of a payment whose success address is the shop's. */
async function newToken(): Promise<string> {
  const body = {
    order: { amount: 2550, currency: "EUR", locale: "en-GB", test_transaction: true },
    redirect_urls: { success_url: `${SHOP}/ok`, failure_url: `${SHOP}/no` },
  };
  return (await call("createPaymentRequest", body, { token: story.tenant.token })).data.payment_token;
}

const check = (token: string, origin: string | null, more = "") =>
  GET(
    new Request(`${bank.baseUrl}/embed/check?payment_token=${token}${more}`, {
      headers: origin === null ? {} : { origin },
    }),
  );
const told = async (...args: Parameters<typeof check>) => (await check(...args)).json();

test("its answer agrees with the page's policy: only the shop can frame it", async () => {
  const token = await newToken();
  const page = await showEmbed(new Request(`${bank.baseUrl}/embed?payment_token=${token}`));
  const policy = page.headers.get("content-security-policy") ?? "";
  const [, ancestors = ""] = /frame-ancestors ([^;]+)/.exec(policy) ?? [];
  expect(ancestors.split(" ")).toContain(SHOP);
  expect(await told(token, SHOP)).toEqual({});
  for (const origin of ["https://stranger.example", "http://shop.example", `${SHOP}:8443`, "null", "", null]) {
    expect(await told(token, origin), String(origin)).toMatchObject({ code: "origin_not_allowed", test: 1 });
  }
  expect((await told(token, "https://stranger.example")).cause).toMatch(
    /^https:\/\/stranger\.example is not an allowed domain of .+\nConsole → Checkout → Allowed domains$/,
  );
  expect((await told(token, "null")).cause).toContain("sandbox");
});

test("for an unknown token it returns token_unknown to every origin, and nothing else", async () => {
  const answers = [await told(UNKNOWN, SHOP), await told(UNKNOWN, "https://stranger.example"), await told("", null)];
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(answers[0]).toMatchObject({ code: "token_unknown", test: 0 });
});

test("for an expired token it says so in the customer's language, to the shop only", async () => {
  const token = await newToken();
  await moveClock("16 minutes");
  expect(await told(token, SHOP)).toMatchObject({
    code: "token_expired",
    title: "This payment has expired",
    say: "No payment has started. Reload the page to try again.",
    reload: "Reload page",
  });
  expect(await told(token, "https://stranger.example")).toMatchObject({ code: "origin_not_allowed" });
});

test("any page may read the response, which is for its origin only and not cached", async () => {
  const { headers } = await check(UNKNOWN, "https://stranger.example");
  expect(Object.fromEntries(headers)).toMatchObject({
    "access-control-allow-origin": "https://stranger.example",
    vary: "Origin",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  expect(headers.has("access-control-allow-credentials")).toBe(false);
});

test("a page that may be framed works in an isolated page too; control: one that may not lacks the headers", async () => {
  const token = await newToken();
  const policies = async (one: string) => {
    const { headers } = await showEmbed(new Request(`${bank.baseUrl}/embed?payment_token=${one}`));
    return [headers.get("cross-origin-embedder-policy"), headers.get("cross-origin-resource-policy")];
  };
  expect(await policies(token)).toEqual(["require-corp", "cross-origin"]);
  expect(await policies(UNKNOWN)).toEqual([null, null]);
});
