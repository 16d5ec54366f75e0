import { beforeAll, describe, expect, test } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { syncCatalogue } from "../../server/banks/sync-catalogue";
import { workDone } from "../../server/test/banks/payment-stories";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { call } from "../../server/test/client";
import { moveClock } from "../../server/test/database";
import { newTenant } from "../../server/test/rows/fixtures";
import { POST as pressLink } from "../pay/[token]/route";
import { GET as showReturn } from "../return/route";
import { POST as pressCheckout, GET as showCheckout } from "./route";

// From the press to the shop by forms, redirects and the page's refresh, without script.

const SUCCESS = "https://shop.example/ok?basket=7&note=a%20b#done";
const FAILURE = "https://shop.example/no";
const AMOUNT = 2_550;

const bank = simbankOfThisFile();
let bankId: string;
beforeAll(async () => {
  await syncCatalogue();
  bankId =
    (await listBanks({}, { currency: "EUR" })).find(({ displayName }) => displayName === "Millennium bcp")?.id ?? "";
});

type Pressed = { response: Response };
const form = () => ({
  method: "POST",
  body: new URLSearchParams({ action: "start", bank_id: bankId, seen_amount: String(AMOUNT) }),
});

async function pressedLink(reference: string, isLeadingBack: boolean): Promise<Pressed> {
  const { token: access } = await newTenant();
  const redirects = isLeadingBack ? { redirect_urls: { success_url: SUCCESS, failure_url: FAILURE } } : {};
  const order = { amount: AMOUNT, currency: "EUR", payment_reference: reference, order_id: "ORD 1/ç" };
  const { data } = await call("createPaymentLink", { order, ...redirects }, { token: access });
  const token = data.payment_link_url.split("/pay/")[1] ?? "";
  const request = new Request(`${bank.baseUrl}/pay/${token}`, form());
  return { response: await pressLink(request, { params: Promise.resolve({ token }) }) };
}

async function pressedRedirect(reference: string, isLeadingBack: boolean): Promise<Pressed> {
  const { token: access } = await newTenant();
  const redirects = isLeadingBack ? { success_url_redirect: SUCCESS, fail_url_redirect: FAILURE } : {};
  const order = { amount: AMOUNT, currency: "EUR", locale: "en", payment_reference: reference, order_id: "ORD 1/ç" };
  const { data } = await call("createRedirectRequest", { ...order, ...redirects }, { token: access });
  const address = new URL(data.redirect_url);
  return { response: await pressCheckout(new Request(bank.baseUrl + address.pathname + address.search, form())) };
}

/** The customer answers at the bank and is redirected back; the URL of our page. */
async function backFromBank({ response }: Pressed, how: "approve" | "reject"): Promise<string> {
  const answered = await answerAtBank(new URL(response.headers.get("location") ?? "", bank.baseUrl).href, how);
  const returned = await showReturn(new Request(answered.headers.get("location") ?? ""));
  return bank.baseUrl + (returned.headers.get("location") ?? "");
}

const page = async (address: string) => (await showCheckout(new Request(address))).text();

/** The redirect target of a page without script, and its refresh interval in seconds. */
function next(html: string): { to: string | null; againInS: number | null } {
  const [, to] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html) ?? [];
  const [, again] = /<noscript><meta http-equiv="refresh" content="(\d+)"/.exec(html) ?? [];
  return { to: to?.replaceAll("&amp;", "&") ?? null, againInS: again === undefined ? null : Number(again) };
}

const WAYS = [
  ["a link", pressedLink],
  ["the redirect flow", pressedRedirect],
] as const;

describe.each(WAYS)("%s without script", (_, pressed) => {
  test.each([
    ["Paid", "approve", "success", SUCCESS],
    ["Turned down", "reject", "cancelled", FAILURE],
    ["SIM-NOFUNDS", "approve", "failed", FAILURE],
  ] as const)("%s: redirects to the shop with the result", async (reference, how, status, address) => {
    const back = await backFromBank(await pressed(reference, true), how);
    await moveClock("5 seconds");
    await workDone();
    const { to } = next(await page(back));
    const url = new URL(to ?? "");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...Object.fromEntries(new URL(address).searchParams),
      payment_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_id: "ORD 1/ç",
      payment_reference: reference,
      status,
    });
    expect(to?.startsWith(address.split("#")[0] ?? "")).toBe(true);
    expect(url.hash).toBe(new URL(address).hash);
  });

  test("no result yet: refreshes, and within ten seconds redirects to the shop as pending", async () => {
    const back = await backFromBank(await pressed("SIM-STUCK", true), "approve");
    let html = await page(back);
    let seconds = 0;
    for (; next(html).to === null && seconds < 20; html = await page(back)) {
      const againInS = next(html).againInS ?? Number.NaN;
      expect(againInS).toBeLessThanOrEqual(2);
      await moveClock(`${againInS} seconds`);
      seconds += againInS;
    }
    expect(new URL(next(html).to ?? "").searchParams.get("status")).toBe("pending");
    expect(seconds).toBeLessThanOrEqual(10);
  });

  test("without an address to return to, the page stays, shows the result, and does not refresh", async () => {
    const back = await backFromBank(await pressed("Stays", false), "approve");
    await moveClock("5 seconds");
    await workDone();
    const html = await page(back);
    expect(html).toContain("Your payment to Olaria do Norte is confirmed. You can close this page.");
    expect(next(html)).toEqual({ to: null, againInS: null });
    expect(html).not.toContain("Back to ");
  });
});
