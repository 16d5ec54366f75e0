import decodeQR from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { checkoutOfThisFile, locationOf } from "../../server/test/banks/checkout";
import { workDone } from "../../server/test/banks/payment-stories";
import { answerAtBank } from "../../server/test/banks/simbank";
import { moveClock, query } from "../../server/test/database";
import { POST as pressEmbed, GET as showEmbed } from "../embed/route";
import { GET as showState } from "../embed/state/route";
import { GET as showLinkQr } from "../pay/[token]/qr/route";
import { POST as pressLink, GET as showLink } from "../pay/[token]/route";
import { GET as showLinkState } from "../pay/[token]/state/route";
import { GET as showReturn } from "../return/route";
import { GET as showQr } from "./qr/route";
import { POST as pressCheckout, GET as showCheckout } from "./route";

const SHOP = "https://shop.example";
const GOES_ON = "Continue in the tab or on the screen where you started";

const checkout = checkoutOfThisFile();
const { simbank, at, form } = checkout;
const BACK = { redirect_urls: { success_url: `${SHOP}/ok`, failure_url: `${SHOP}/no` } };
const newRequest = () => checkout.newRequest(BACK);
const newLink = () => checkout.newLink(BACK);
const JSON_ONLY = { accept: "application/json" };
const pageOf = async (response: Response | Promise<Response>) => (await response).text();

/** The content of an SVG QR code, decoded from its pixels, each module 4 wide. */
function read(svg: string): string {
  const SCALE = 4;
  const width = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, how, dx, dy] of svg.matchAll(/([Mm])(-?\d+) (-?\d+)h1v1/g)) {
    [x, y] = how === "M" ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    for (let row = 0; row < SCALE; row += 1) {
      const start = ((y * SCALE + row) * width + x * SCALE) * 4;
      for (let pixel = start; pixel < start + SCALE * 4; pixel += 4) data.fill(0, pixel, pixel + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

/** A press that opened a tab, approved or rejected at the bank; the URL to which the bank redirects. */
async function finish(pressed: Response, answer: "approve" | "reject"): Promise<string> {
  const answered = await answerAtBank(locationOf(pressed), answer);
  return locationOf(await showReturn(at(locationOf(answered))));
}

describe("the QR code to the phone", () => {
  test("contains the URL of the payment for a second screen, and is not cached", async () => {
    const token = await newRequest();
    const response = await showQr(at(`/checkout/qr?payment_token=${token}&locale=pl`));
    const address = `${simbank.baseUrl}/checkout?payment_token=${token}&locale=pl&window=tab&from=phone`;
    expect(read(await response.text())).toBe(address);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await pageOf(showCheckout(at(address)))).not.toContain("/checkout/qr");
  });

  test("of a link contains the link's own URL", async () => {
    const token = await newLink();
    const params = { params: Promise.resolve({ token }) };
    const svg = await pageOf(showLinkQr(at(`/pay/${token}/qr`), params));
    expect(read(svg)).toBe(`${simbank.baseUrl}/pay/${token}?window=tab&from=phone`);
  });

  test("is not rendered for an unknown token", async () => {
    expect((await showQr(at("/checkout/qr?payment_token=ptok_unknown"))).status).toBe(404);
    expect((await showLinkQr(at("/pay/x/qr"), { params: Promise.resolve({ token: "x" }) })).status).toBe(404);
  });
});

describe("a bank that was opened in a tab", () => {
  const windows = async () => (await query("SELECT bank_window FROM payment_attempts ORDER BY created_at, id")).rows;

  test("shows an ended payment on its own page; a cancellation without script stays in the frame", async () => {
    const token = await newRequest();
    const cancelled = await pressEmbed(at(`/embed?payment_token=${token}&window=tab`, form({ action: "cancel" })));
    expect(locationOf(cancelled)).toBe(`/embed?payment_token=${token}&window=tab`);
    for (const [query, path] of [
      ["&window=tab", `/checkout?payment_token=${token}&window=tab`],
      ["", `/checkout?payment_token=${token}`],
    ] as const) {
      const late = await pressEmbed(at(`/embed?payment_token=${token}${query}`, form()));
      expect([late.status, locationOf(late)]).toEqual([303, path]);
    }
  });

  test("returns to a page that may be closed, with a link to where the first page redirects", async () => {
    const token = await newRequest();
    const pressed = await pressEmbed(at(`/embed?payment_token=${token}&window=tab`, form()));
    expect((await windows()).at(-1)).toEqual({ bank_window: "tab" });
    const framed = await pageOf(showEmbed(at(`/embed?payment_token=${token}`)));
    expect(framed).toContain("Your bank is open in another tab.");
    expect(framed).toMatch(/<a [^>]*target="_blank" rel="noopener noreferrer"/);
    const back = await finish(pressed, "reject");
    const page = await pageOf(showCheckout(at(back)));
    expect(page).toContain(GOES_ON);
    expect(page).toMatch(new RegExp(`href="${SHOP}/no\\?payment_request_id=[^"]*status=`));
    expect(page).not.toContain('http-equiv="refresh" content="0');
    // The browser that was on the hosted page continues to the shop, once its script is notified.
    const key = new URLSearchParams({ payment_token: token, view: "hosted", key: "at_bank:7450" });
    expect((await (await showState(at(`/embed/state?${key}`))).json()).html).toContain("data-leave");
    expect(await pageOf(showCheckout(at(`/checkout?payment_token=${token}`)))).not.toContain("data-leave");
  });

  test("in the same window redirects to the shop", async () => {
    const token = await newRequest();
    const back = await finish(await pressEmbed(at(`/embed?payment_token=${token}`, form())), "reject");
    expect((await windows()).at(-1)).toEqual({ bank_window: "top" });
    const page = await pageOf(showCheckout(at(back)));
    expect(page).not.toContain(GOES_ON);
    expect(page).toContain(`http-equiv="refresh" content="0;url=${SHOP}/no`);
  });

  test("without script, the form of the frame opens the bank where the shop configured it", async () => {
    const token = await newRequest();
    const drawn = async (more: string) => pageOf(showEmbed(at(`/embed?payment_token=${token}${more}`)));
    expect(await drawn("&window=tab")).toMatch(/<form id="pay" action="[^"]*window=tab" method="post" target="_blank"/);
    expect(await drawn("&window=top")).toMatch(/<form id="pay" action="[^"]*" method="post" target="_top"/);
    expect(await drawn("")).toMatch(/<form id="pay" action="[^"]*" method="post" target="_top"/);
  });

  test("needs the customer again in its tab, which stays the second page", async () => {
    const token = await newRequest();
    const stale = form({ seen_amount: "7000" });
    const asked = locationOf(await pressEmbed(at(`/embed?payment_token=${token}&window=tab&locale=de`, stale)));
    expect(asked).toMatch(/^\/checkout\?payment_token=ptok_[\w-]+&locale=de&window=tab&flash=/);
    const page = await pageOf(showCheckout(at(asked)));
    const action = /<form id="pay" action="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const back = await finish(await pressCheckout(at(action, form())), "approve");
    // In the language that the customer had chosen before the bank.
    expect(back).toBe(`/checkout?payment_token=${token}&from=bank&locale=de`);
  });
});

describe("a payment link that is handed over to the phone", () => {
  const PHONE = { headers: { accept: "text/html", "user-agent": "Mozilla/5.0" } };
  const stateIn = (html: string) => /data-state="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

  /** The first screen at the bank's phase, as its script has it, after the phone's press. */
  async function handedOver(back: object = BACK) {
    const token = await checkout.newLink(back);
    const params = { params: Promise.resolve({ token }) };
    const state = async (address: string, key: string) =>
      showLinkState(at(`${address}${address.includes("?") ? "&" : "?"}key=${key}`, { headers: JSON_ONLY }), params);
    await showLink(at(`/pay/${token}?window=tab&from=phone`, PHONE), params);
    const first = await pageOf(showLink(at(`/pay/${token}`), params));
    expect(first).toContain("Continue on your phone");
    const pressed = await pressLink(at(`/pay/${token}?window=tab`, form()), params);
    const { html } = await (await state(stateIn(first), "choosing:7450")).json();
    return {
      token,
      pressed,
      state,
      followed: stateIn(html),
      opened: () => pageOf(showLink(at(`/pay/${token}`), params)),
    };
  }

  test("paid there: the first screen shows it and continues to the shop; another page only that the link is paid", async () => {
    const { token, pressed, state, followed, opened } = await handedOver();
    await finish(pressed, "approve");
    await moveClock("2 minutes");
    await workDone();
    const answer = await (await state(followed, "at_bank:7450")).json();
    expect(answer).toMatchObject({
      phase: "paid",
      html: expect.stringMatching(`data-leave="${SHOP}/ok\\?.*status=success`),
    });
    const others = [`/pay/${token}/state`, `/pay/${token}/state?follow=${crypto.randomUUID()}`];
    for (const other of others) expect((await state(other, "at_bank:7450")).status).toBe(410);
    expect(await opened()).not.toContain(SHOP);
  });

  test("paid there, without redirect addresses: the first screen shows it, and the ways to ask the shop", async () => {
    const { pressed, state, followed } = await handedOver({});
    await finish(pressed, "approve");
    await moveClock("2 minutes");
    await workDone();
    const { html } = await (await state(followed, "at_bank:7450")).json();
    expect(html).toContain("Copy reference");
    expect(html).not.toMatch(/data-leave|Didn’t pay it yourself/);
  });

  test("rejected there: the first screen offers the banks and no longer waits for the phone", async () => {
    const { pressed, state, followed } = await handedOver();
    await finish(pressed, "reject");
    const { html } = await (await state(followed, "at_bank:7450")).json();
    expect(html).toContain('name="bank_id"');
    expect(html).not.toContain("Continue on your phone");
    expect((await (await state(stateIn(html), "choosing:7450")).json()).html).not.toContain("Continue on your phone");
  });
});

describe("the result of a form", () => {
  test("is shown at its URL for 15 minutes, for this payment only", async () => {
    const [token, other] = [await newRequest(), await newRequest()];
    const pressed = await pressCheckout(at(`/checkout?payment_token=${token}`, form({ bank_id: "" })));
    expect([pressed.status, pressed.headers.get("cache-control")]).toEqual([303, "no-store"]);
    const there = locationOf(pressed);
    const says = async (address: string) =>
      /role="alert"(?![^>]*hidden)[^>]*>Choose your bank first\./.test(await pageOf(showCheckout(at(address))));
    expect([await says(there), await says(there)]).toEqual([true, true]);
    expect(await says(there.replace(token, other))).toBe(false);
    // Not the last character, some of whose bits are unused.
    const [head = "", sealed = ""] = there.split("flash=");
    expect(await says(`${head}flash=${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`)).toBe(false);
    await moveClock("14 minutes");
    expect(await says(there)).toBe(true);
    await moveClock("61 seconds");
    expect(await says(there)).toBe(false);
  });

  test("on a link's page counts no further view", async () => {
    const token = await newLink();
    const params = () => ({ params: Promise.resolve({ token }) });
    const pressed = await pressLink(at(`/pay/${token}`, form({ bank_id: "" })), params());
    const page = await pageOf(showLink(at(locationOf(pressed), { headers: { accept: "text/html" } }), params()));
    expect(page).toContain("Choose your bank first.");
    const views = (await query("SELECT views_count FROM payment_links")).rows;
    expect(views.at(-1)).toEqual({ views_count: 0 });
  });
});
