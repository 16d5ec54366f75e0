import { describe, expect, test } from "vitest";
import { sha256 } from "../../../server/lib/crypto";
import { setBusiness } from "../../../server/merchants/business/set-business";
import { checkoutOfThisFile, locationOf } from "../../../server/test/banks/checkout";
import { workDone } from "../../../server/test/banks/payment-stories";
import { answerAtBank } from "../../../server/test/banks/simbank";
import { moveClock, query } from "../../../server/test/database";
import { ctx as operator } from "../../../server/test/rows/fixtures";
import { GET as showEmbed } from "../../embed/route";
import { GET as showState } from "../../embed/state/route";
import { GET as showLink } from "../../pay/[token]/route";
import { GET as showReturn } from "../../return/route";
import { POST as press, GET as showCheckout } from "../route";
import { GET as showReceipt } from "./route";

const checkout = checkoutOfThisFile();
const { at, newRequest, newLink } = checkout;
const pageOf = async (response: Response | Promise<Response>) => (await response).text();
const words = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** A payment that is paid; its token. */
async function newPaid(): Promise<string> {
  const token = await newRequest();
  const pressed = await press(at(`/checkout?payment_token=${token}`, checkout.form()));
  const answered = await answerAtBank(locationOf(pressed), "approve");
  await showReturn(at(locationOf(answered)));
  // The bank may take a moment: its status is fetched when it is due.
  await moveClock("2 minutes");
  await workDone();
  return token;
}
const receiptOf = (token: string) => showReceipt(at(`/checkout/receipt?payment_token=${token}`));

describe("a receipt", () => {
  test("of a paid payment, shows payee, bank, amount, reference and the payment's id, and may not be framed", async () => {
    const token = await newPaid();
    const page = await pageOf(showCheckout(at(`/checkout?payment_token=${token}`)));
    expect(page).toContain(`href="/checkout/receipt?payment_token=${token}"`);
    const response = await receiptOf(token);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const id = /data-request="([^"]+)"/.exec(page)?.[1] ?? "none";
    const said = words(await response.text());
    for (const fact of ["Payment receipt", "€74.50", "Millennium bcp confirmed this payment.", "Confirmed", id])
      expect(said).toContain(fact);
    expect(said).toContain("It isn’t an invoice.");
  });

  test("of a merchant with a tax number and an address, shows both, and without them neither", async () => {
    const token = await newPaid();
    expect(words(await pageOf(receiptOf(token)))).not.toContain("Tax number");
    const details = { taxNumber: "PT 509 442 013", postalAddress: "Rua <b> 14\n4750-100 Barcelos", helpAddress: "" };
    await setBusiness(operator, { merchantId: checkout.tenant.merchantId, ...details, version: 1 });
    const html = await pageOf(receiptOf(token));
    expect(html).toContain('<small class="address">Rua &lt;b&gt; 14\n4750-100 Barcelos</small>');
    expect(words(html)).toContain("Tax number PT 509 442 013");
  });

  test("of a payment that is not paid, leads to its page", async () => {
    const token = await newRequest();
    const response = await receiptOf(token);
    expect([response.status, locationOf(response)]).toEqual([303, `/checkout?payment_token=${token}`]);
  });

  test("of a payment that was returned in part, names that amount; of one that was returned whole, leads to its page", async () => {
    const token = await newPaid();
    const setReturned = (minor: number) =>
      query("UPDATE payment_requests SET reversed_amount = $2 WHERE token_hash = $1", [sha256(token), minor]);
    await setReturned(1000);
    expect(words(await pageOf(receiptOf(token)))).toContain("Returned €10.00");
    await setReturned(7450);
    expect(locationOf(await receiptOf(token))).toBe(`/checkout?payment_token=${token}`);
    expect(await pageOf(showCheckout(at(`/checkout?payment_token=${token}`)))).toContain("Payment returned");
  });

  test("of an unknown token or a link's token, is not found", async () => {
    expect((await receiptOf("ptok_unknown")).status).toBe(404);
    expect((await receiptOf(await newLink())).status).toBe(404);
  });
});

describe("a second screen", () => {
  const waits = "Continue on your phone";
  const phone = { accept: "text/html", "user-agent": "Mozilla/5.0 (iPhone)", "sec-fetch-site": "none" };
  /** The address of the QR code, opened by a phone. */
  const scanned = (page: string, headers: Record<string, string> = {}) =>
    at(`${page}${page.includes("?") ? "&" : "?"}window=tab&from=phone`, { headers: { ...phone, ...headers } });

  test("opened by the QR code's address, makes the first screen wait, and its script redraws it", async () => {
    const token = await newRequest();
    const first = await pageOf(showEmbed(at(`/embed?payment_token=${token}`)));
    const key = /data-key="([^"]+)"/.exec(first)?.[1] ?? "";
    expect(first).not.toContain(waits);
    const second = await pageOf(showCheckout(scanned(`/checkout?payment_token=${token}`)));
    expect(second).toContain("Choose your bank");
    expect(second).not.toContain(waits);
    const state = await (
      await showState(at(`/embed/state?payment_token=${token}&view=frame&key=${encodeURIComponent(key)}`))
    ).json();
    expect(state.html).toContain(waits);
    const again = await pageOf(showEmbed(at(`/embed?payment_token=${token}`)));
    expect(again).toContain(waits);
    expect(again).toMatch(/href="\/embed\?payment_token=[^"]*here=1"/);
    expect(await pageOf(showEmbed(at(`/embed?payment_token=${token}&here=1`)))).toContain('id="choose"');
  });

  test("control: the same page without the mark of the QR code, makes no screen wait", async () => {
    const token = await newRequest();
    await showCheckout(at(`/checkout?payment_token=${token}&window=tab`));
    expect(await pageOf(showEmbed(at(`/embed?payment_token=${token}`)))).not.toContain(waits);
  });

  test("of a link, makes the first screen wait", async () => {
    const token = await newLink();
    const params = { params: Promise.resolve({ token }) };
    await showLink(scanned(`/pay/${token}`), params);
    expect(await pageOf(showLink(at(`/pay/${token}`), params))).toContain(waits);
  });

  test("is awaited for 15 minutes, again from its next opening", async () => {
    const token = await newLink();
    const params = { params: Promise.resolve({ token }) };
    const isAwaited = async () => (await pageOf(showLink(at(`/pay/${token}`), params))).includes(waits);
    const isAwaitedAfter = async (time: string) => {
      await moveClock(time);
      return isAwaited();
    };
    await showLink(scanned(`/pay/${token}`), params);
    expect([await isAwaited(), await isAwaitedAfter("14 minutes"), await isAwaitedAfter("61 seconds")]).toEqual([
      true,
      true,
      false,
    ]);
    await showLink(scanned(`/pay/${token}`), params);
    expect([await isAwaited(), await isAwaitedAfter("15 minutes 1 second")]).toEqual([true, false]);
  });

  test.each([
    ["a chat's preview", { "user-agent": "facebookexternalhit/1.1" }],
    ["a browser's prefetch", { "sec-purpose": "prefetch" }],
    ["our own page", { "sec-fetch-site": "same-origin" }],
    ["a program", { accept: "application/xml" }],
  ])("is not one that %s opens: no screen waits", async (_what, headers) => {
    const [token, link] = [await newRequest(), await newLink()];
    const params = { params: Promise.resolve({ token: link }) };
    await showCheckout(scanned(`/checkout?payment_token=${token}`, headers));
    await showLink(scanned(`/pay/${link}`, headers), params);
    expect(await pageOf(showEmbed(at(`/embed?payment_token=${token}`)))).not.toContain(waits);
    expect(await pageOf(showLink(at(`/pay/${link}`), params))).not.toContain(waits);
  });
});
