import { describe, expect, test } from "vitest";
import { eventsOf, storyOfThisFile } from "../../server/test/banks/payment-stories";
import { answerAtBank } from "../../server/test/banks/simbank";
import { readReturn } from "./read-return";
import { GET, POST } from "./route";

const story = storyOfThisFile();
const { bank } = story;

const at = (query: string, init?: RequestInit) => new Request(new URL(`/return${query}`, bank.baseUrl), init);
const posted = (body: string) => at("", { method: "POST", body });
/** An unsigned response object in the form of a bank's JARM response. */
const responseOf = (claims: object) =>
  `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;

/** A payment that the customer has approved; the URL to which the bank redirects. */
async function approved(): Promise<{ token: string; id: string; back: URL; state: string }> {
  const { token, id } = await story.newPayment();
  const { data } = await story.press(token);
  const answered = await answerAtBank(data.redirect_url ?? "", "approve");
  const back = new URL(answered.headers.get("location") ?? "");
  return { token, id, back, state: back.searchParams.get("state") ?? "" };
}

describe("a bank's response leads to its payment", () => {
  test("in the query", async () => {
    const { token, back } = await approved();
    const response = await GET(at(back.search));
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/checkout?payment_token=${token}&from=bank`,
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("in the query as a response object, by the state inside it", async () => {
    const { token, state } = await approved();
    const response = await GET(at(`?response=${responseOf({ state, code: "c" })}`));
    expect(response.headers.get("location")).toBe(`/checkout?payment_token=${token}&from=bank`);
  });

  test("posted, as the page does with a fragment", async () => {
    const { token, state } = await approved();
    const response = await POST(posted(`code=c&id_token=i&state=${state}`));
    expect(response.headers.get("location")).toBe(`/checkout?payment_token=${token}&from=bank`);
  });
});

test.each(["confirmationCode", "authenticationCode", "code"])(
  "a bank's %s reaches the connector, which confirms the approval with it; an unknown parameter does not",
  (name) => {
    const given = new URLSearchParams({ state: "s", [name]: "2256", other: "x" });
    expect(readReturn(given)).toEqual({ state: "s", params: { state: "s", [name]: "2256" } });
  },
);

describe("an unexpected answer", () => {
  const long = "x".repeat(20_000);
  test.each([
    ["an unknown state", `?state=${"A".repeat(43)}`],
    ["an empty state", "?state="],
    ["a state that is too long", `?state=${"A".repeat(201)}`],
    ["a response that is no token", "?response=nothing"],
    ["a response without a state", `?response=${responseOf({ code: "c" })}`],
    ["a parameter that is too long", `?state=${"A".repeat(43)}&code=${long}`],
  ])("%s shows the neutral page, without a redirect", async (_what, query) => {
    for (const response of [await GET(at(query)), await POST(posted(query.slice(1)))]) {
      expect([response.status, response.headers.get("location")]).toEqual([404, null]);
      const html = await response.text();
      expect(html).toContain("We can’t find this payment");
      // The customer may have paid.
      expect(html).toContain("If you’ve already approved this payment at your bank, please don’t pay again.");
      expect(html).not.toMatch(/start again|No money/i);
    }
  });

  test("a duplicate parameter is ignored, even with two valid values", async () => {
    const { state } = await approved();
    expect((await GET(at(`?state=${state}&state=${state}`))).status).toBe(404);
    expect((await GET(at(`?state=${state}`))).status).toBe(303);
  });

  test("a bank's error in the URL changes no payment", async () => {
    const { id, state } = await approved();
    await GET(at(`?state=${state}&error=access_denied`));
    expect(await eventsOf(id)).not.toContain("payment_request.cancelled");
  });

  test("a body that is too large or not text is refused", async () => {
    expect((await POST(posted(`state=${"x".repeat(70_000)}`))).status).toBe(413);
    const bytes = at("", { method: "POST", body: new Uint8Array([0x73, 0xff]) });
    expect((await POST(bytes)).status).toBe(400);
  });
});

describe("a response in the fragment, which no server receives", () => {
  test("gets a page with one script, which cannot be framed, and with text for browsers without script", async () => {
    const response = await GET(at(""));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toMatch(/script-src 'self'.*form-action 'self';.*'none'$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const html = await response.text();
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toMatch(/<script src="\/assets\/return-[A-Z0-9]+\.js" defer="">/);
    expect(html).toMatch(/<noscript>.*JavaScript is off.*please don’t pay again.*<\/noscript>/);
    expect(html).not.toMatch(/No money|start again|another bank/i);
  });
});
