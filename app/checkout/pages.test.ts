import { beforeEach, describe, expect, test } from "vitest";
import { findBank } from "../../server/banks/find-bank";
import { checkoutOfThisFile, locationOf } from "../../server/test/banks/checkout";
import { answerAtBank } from "../../server/test/banks/simbank";
import { moveClock } from "../../server/test/database";
import { GET as showAsset } from "../assets/[file]/route";
import { POST as pressEmbed, GET as showEmbed } from "../embed/route";
import { GET as showState } from "../embed/state/route";
import { GET as showLoader } from "../embed.js/route";
import { GET as showLogo } from "../logos/[file]/route";
import { POST as pressLinkPage, GET as showLinkPage } from "../pay/[token]/route";
import { GET as showReturn } from "../return/route";
import { POST as pressCheckout, GET as showCheckout } from "./route";

const SHOP = "https://shop.example";
const REDIRECTS = { success_url: `${SHOP}/ok?basket=7`, failure_url: `${SHOP}/no` };

const checkout = checkoutOfThisFile();
const { simbank, at, form, newLink } = checkout;
beforeEach(() => void simbank.exchanges.splice(0));

const newRequest = () => checkout.newRequest({ redirect_urls: REDIRECTS });
const json = { headers: { accept: "application/json" } };
/** The page that a press leads to. */
const pageAfter = async (pressed: Response) => (await showCheckout(at(locationOf(pressed)))).text();

describe("a whole payment without script", () => {
  test("the form redirects to the bank, the bank to us, and the page to the shop with the result", async () => {
    const token = await newRequest();
    const page = await (await showEmbed(at(`/embed?payment_token=${token}`))).text();
    expect(page).toContain(`value="${checkout.bankId}"`);

    const pressed = await pressEmbed(at(`/embed?payment_token=${token}`, form()));
    expect(pressed.status).toBe(303);
    const atBank = await showCheckout(at(`/checkout?payment_token=${token}`));
    expect(await atBank.text()).toContain("Approve at Millennium bcp");

    const answered = await answerAtBank(locationOf(pressed), "approve");
    const returned = await showReturn(at(locationOf(answered)));
    expect(returned.status).toBe(303);
    expect(locationOf(returned)).toBe(`/checkout?payment_token=${token}&from=bank`);

    await moveClock("11 seconds");
    const last = await (await showCheckout(at(locationOf(returned)))).text();
    expect(last).toMatch(
      /http-equiv="refresh" content="0;url=https:\/\/shop\.example\/ok\?basket=7&amp;payment_request_id=.*status=/,
    );
  });

  test("a rejection at the bank redirects to the failure URL", async () => {
    const token = await newRequest();
    const pressed = await pressEmbed(at(`/embed?payment_token=${token}`, form()));
    const answered = await answerAtBank(locationOf(pressed), "reject");
    const returned = await showReturn(at(locationOf(answered)));
    const last = await (await showCheckout(at(locationOf(returned)))).text();
    expect(last).toMatch(/content="0;url=https:\/\/shop\.example\/no\?.*status=(failed|cancelled)"/);
  });

  test("a start without a bank, or with a changed amount, starts nothing and asks for confirmation", async () => {
    const token = await newRequest();
    const without = await pressCheckout(at(`/checkout?payment_token=${token}`, form({ bank_id: "" })));
    expect(await pageAfter(without)).toContain("Choose your bank first.</p>");
    const changed = await pressCheckout(at(`/checkout?payment_token=${token}`, form({ seen_amount: "7000" })));
    expect(await pageAfter(changed)).toContain("Continue with €74.50");
    expect(simbank.exchanges.filter(({ method }) => method === "POST")).toHaveLength(0);
  });

  test("a payment cancelled before a bank is chosen says so", async () => {
    const token = await newRequest();
    const cancelled = await pressEmbed(at(`/embed?payment_token=${token}`, form({ action: "cancel" })));
    expect(locationOf(cancelled)).toBe(`/embed?payment_token=${token}`);
    const page = await (await showEmbed(at(locationOf(cancelled)))).text();
    expect(page).toContain("No payment was started, and no money was taken.");
  });
});

describe("a request of the script", () => {
  test("to start returns the bank's URL and the new state as HTML", async () => {
    const token = await newRequest();
    const pressed = await pressEmbed(at(`/embed?payment_token=${token}`, form({}, json)));
    const state = await pressed.json();
    expect(state).toMatchObject({ phase: "at_bank", amount: 7450, go: expect.stringContaining("/simbank/") });
    expect(state.html).toContain("Opening Millennium bcp");
  });

  test("with the current state returns nothing, and with an old amount the new one", async () => {
    const token = await newRequest();
    const first = await (await showState(at(`/embed/state?payment_token=${token}`))).json();
    const key = /data-key="([^"]+)"/.exec(first.html)?.[1] ?? "";
    const query = new URLSearchParams({ payment_token: token, key, seen: "7450" });
    expect((await (await showState(at(`/embed/state?${query}`))).json()).html).toBeNull();
    query.set("key", key.replace("7450", "7000"));
    query.set("seen", "7000");
    expect((await (await showState(at(`/embed/state?${query}`))).json()).html).toContain("Previous amount: ");
  });
});

describe("framing and unknown tokens", () => {
  test("the shop of the success URL may frame the page; the hosted page cannot be framed", async () => {
    const token = await newRequest();
    const framed = await showEmbed(at(`/embed?payment_token=${token}`));
    expect(framed.headers.get("content-security-policy")).toMatch(/frame-ancestors https:\/\/shop\.example$/);
    const hosted = await showCheckout(at(`/checkout?payment_token=${token}`));
    expect(hosted.headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'$/);
    expect(hosted.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test.each(["", "ptok_unknown", "%00", "ptok_".padEnd(5000, "x")])(
    "an unknown token %j is a calm 404",
    async (token) => {
      for (const show of [showEmbed, showCheckout]) {
        const response = await show(at(`/embed?payment_token=${token}`));
        expect(response.status).toBe(404);
        expect(response.headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'$/);
        expect(await response.text()).toContain("We can’t find this payment");
      }
      expect((await showReturn(at(`/return?state=${token}`))).status).toBe(404);
    },
  );

  test("an expired token starts nothing, and still shows the state", async () => {
    const token = await newRequest();
    await moveClock("16 minutes");
    const pressed = await pressEmbed(at(`/embed?payment_token=${token}`, form({}, json)));
    expect(await pressed.json()).toMatchObject({ phase: "expired", go: null });
    expect(await (await showEmbed(at(`/embed?payment_token=${token}`))).text()).toContain("This payment has expired");
  });
});

describe("a payment link's page", () => {
  const params = (token: string) => ({ params: Promise.resolve({ token }) });

  test("redirects to the bank, and is 410 once paid", async () => {
    const token = await newLink();
    const page = await showLinkPage(at(`/pay/${token}`), params(token));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Can be paid once.");
    const pressed = await pressLinkPage(at(`/pay/${token}`, form()), params(token));
    expect(pressed.status).toBe(303);
    const returned = await showReturn(at(locationOf(await answerAtBank(locationOf(pressed), "approve"))));
    expect(locationOf(returned)).toMatch(/^\/checkout\?payment_token=ptok_/);
  });

  test("is 410 after its expiry, and says so", async () => {
    const token = await newLink();
    await moveClock("8 days");
    const page = await showLinkPage(at(`/pay/${token}`), params(token));
    expect(page.status).toBe(410);
    expect(await page.text()).toContain("This link has expired");
    const unknown = await showLinkPage(at("/pay/x"), params("x"));
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain("Open the link again from the original message, or ask for a new one.");
  });
});

describe("files", () => {
  const params = (file: string) => ({ params: Promise.resolve({ file }) });

  test("the files that a page names are served as immutable; others are 404", async () => {
    const page = await (await showEmbed(at(`/embed?payment_token=${await newRequest()}`))).text();
    const names = [...page.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name ?? "");
    expect(names.map((name) => name.split(".").at(-1)).sort()).toEqual(["css", "js", "woff2"]);
    for (const name of names) {
      const file = await showAsset(at(`/assets/${name}`), params(name));
      expect(file.status).toBe(200);
      expect(file.headers.get("cache-control")).toContain("immutable");
    }
    for (const name of ["manifest.json", "../main.mjs", "..%2fmain.mjs", ""]) {
      expect((await showAsset(at("/assets/x"), params(name))).status).toBe(404);
    }
  });

  test("the loader is revalidated by its ETag", async () => {
    const first = showLoader(at("/embed.js"));
    const again = showLoader(at("/embed.js", { headers: { "if-none-match": first.headers.get("etag") ?? "" } }));
    expect([first.status, again.status]).toEqual([200, 304]);
  });

  test("a bank's monogram is served under the host of its website; other names are 404", async () => {
    const bank = await findBank({}, checkout.bankId);
    const host = new URL(bank?.websiteUrl ?? "").host.replace(/^www\./, "");
    const logo = await showLogo(at("/logos/x"), params(`${host}.svg`));
    expect(await logo.text()).toMatch(/^<svg .*aria-label="Millennium bcp".*>MB<\/text><\/svg>$/);
    for (const name of ["unknown.example.svg", `${host}.png`, ".svg", "a".repeat(300)]) {
      expect((await showLogo(at("/logos/x"), params(name))).status).toBe(404);
    }
  });
});
