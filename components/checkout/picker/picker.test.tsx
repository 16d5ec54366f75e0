import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CheckoutDocument } from "../Document";
import { translatorFor } from "../languages/translator";
import type { CheckoutPage } from "../model";
import { stateKey } from "../state/state-key";
import { NO_OPTIONS, sampleBanks, samplePage } from "../testing/sample-page";
import { type PickerBank, type PickerOptions, pickerOf } from "./markets";
import { refusalText } from "./reasons";

type Given = { banks?: PickerBank[]; options?: Partial<PickerOptions>; page?: Partial<CheckoutPage> };

function pageOf({ banks = sampleBanks(), options = {}, page = {} }: Given = {}): CheckoutPage {
  return samplePage({}, { picker: pickerOf(banks, { ...NO_OPTIONS, ...options }), ...page });
}
const html = (given?: Given) => renderToStaticMarkup(<CheckoutDocument page={pageOf(given)} />);
const rowsOf = (markup: string) => markup.match(/<label class="bank".*?<\/label>/g) ?? [];
const namesOf = (rows: string[]) => rows.map((row) => /bank-name">([^<]*)/.exec(row)?.[1]);
const down = (reason: "silent" | "closed") =>
  sampleBanks(3).map((bank, index) => ({ ...bank, down: index === 0 ? reason : null }));

describe("the list", () => {
  test("is a group of radios with the name of its heading, and a search that is no part of the payment's form", () => {
    const markup = html();
    expect(markup).toContain('<h2 class="h" id="choose"');
    expect(markup).toContain('role="radiogroup" aria-labelledby="choose"');
    expect(markup).toMatch(/<input form="find" type="search"[^>]*inputMode="search"[^>]*autoComplete="off"/);
    expect(markup).toMatch(/<input form="find"[^>]*enterKeyHint="search"/);
  });

  test("hides the banks after the first six of a large market, and shows their number", () => {
    const rows = rowsOf(html());
    expect(rows.filter((row) => row.includes("data-beyond"))).toHaveLength(4);
    expect(html()).toContain("Show all 10 banks");
    const small = html({ banks: sampleBanks(8) });
    expect([small.includes("data-beyond"), small.includes("Show all")]).toEqual([false, false]);
  });

  test("after too many attempts a link can be tried in an hour; a payment, which ends before, is started again", () => {
    const problem = { kind: "invalid", reason: "too_many_tries" } as const;
    const page = pageOf({ page: { problem } });
    const link = { status: "active", expiresAt: new Date(0), url: "https://pay.example/pay/x" } as const;
    const linked = { ...page, checkout: { ...page.checkout, link } };
    const said = "There were too many attempts at this payment. No new payment was started.";
    expect([refusalText(page), refusalText(linked)]).toEqual([
      `${said} Start again at Olaria do Norte.`,
      `${said} Try again in an hour.`,
    ]);
  });

  test("an error describes the list and the button", () => {
    const markup = html({ page: { problem: { kind: "no_bank" } } });
    expect(markup.match(/aria-describedby="err"/g)).toHaveLength(2);
    expect(html()).not.toContain("aria-describedby");
  });
});

describe("the country switch", () => {
  test("is not there where the currency has one country", () => {
    const portuguese = sampleBanks().filter(({ market }) => market === "PT");
    expect(html()).toContain('<select form="find" name="country"');
    expect(html({ banks: portuguese })).not.toContain('<select form="find"');
  });

  test.each([
    ["en", ["Austria", "Portugal", "Sweden"]],
    ["de", ["Österreich", "Portugal", "Schweden"]],
    // Swedish writes ö after z.
    ["sv", ["Portugal", "Sverige", "Österrike"]],
  ])("is sorted as %s sorts", (language, names) => {
    const [like] = sampleBanks(1) as [PickerBank];
    const banks = ["SE", "PT", "AT"].map((market) => ({ ...like, id: market, market }));
    const options = html({ banks, page: { translator: translatorFor(language) } }).match(
      /<option value="[A-Z]{2}".*?<\/option>/g,
    );
    expect(options?.map((option) => option.replace(/<[^>]+>/g, ""))).toEqual(names);
  });
});

describe("a bank that is down", () => {
  test.each([
    ["silent", "not responding right now"],
    ["closed", "not available right now"],
  ] as const)("%s: is last, cannot be chosen, and says why", (reason, translator) => {
    const rows = rowsOf(html({ banks: down(reason) }));
    expect(namesOf(rows)).toEqual(["Banco Ribeira 2", "Banco Ribeira 3", "Banco Ribeira 1"]);
    expect(rows.map((row) => row.includes("disabled"))).toEqual([false, false, true]);
    expect(rows.at(-1)).toContain(`<span class="bank-note">${translator}</span>`);
  });

  test.each(["silent", "closed"] as const)("%s: a preselected one is reported above the list", (reason) => {
    const banks = down(reason);
    const bankId = banks[0]?.id ?? null;
    const markup = html({ banks, options: { bankId } });
    expect(markup).toMatch(/<p class="note missed".*?<b>Banco Ribeira 1 isn’t (responding|available) right now\.<\/b>/);
    expect(markup).not.toContain("checked");
    expect(html({ banks, options: { bankId: banks[1]?.id ?? null } })).not.toContain('missed"');
  });

  test("changes the state key, and so does a recovery, in any country", () => {
    const banks = down("silent");
    const keys = [
      stateKey(pageOf()),
      stateKey(pageOf({ banks })),
      stateKey(pageOf({ banks: banks.map((bank) => ({ ...bank, down: bank.market === "DE" ? "silent" : null })) })),
    ];
    expect(new Set(keys).size).toBe(3);
    expect(stateKey(pageOf({ banks, options: { country: "DE" } }))).toBe(keys[1]);
  });
});

describe("the operator's logos", () => {
  const logoOf = (id: string) => (id.endsWith("101") ? null : `/logos/${id}.svg?v=0123456789ab`);

  test("cover the letters, with their size, and load when they are visible", () => {
    const rows = rowsOf(html({ page: { logoOf } }));
    expect(rows[0]).toMatch(/>BR<img src="\/logos\/[^"]+" alt="" width="36" height="36" decoding="async"\/><\/span>/);
    expect(rows.map((row) => row.includes('loading="lazy"'))).toEqual(rows.map((_, index) => index >= 6));
  });

  test("show in the slip too, for the bank that is chosen", () => {
    const bankId = sampleBanks()[1]?.id ?? "";
    const slip = /<header class="slip".*?<\/header>/.exec(html({ options: { bankId }, page: { logoOf } }))?.[0];
    expect(slip).toContain(`src="/logos/${bankId}.svg?v=0123456789ab"`);
  });

  test("are on no other origin", () => {
    const sources = html({ page: { logoOf } }).match(/src="[^"]*"/g) ?? [];
    expect(sources.filter((source) => !source.startsWith('src="/'))).toEqual([]);
  });
});

test("the early script is inline as built, after the list, and the first paint waits for the element after it", () => {
  const early = 'if (1 < 2 && "a" > "b") document.title = "x";';
  const markup = html({
    page: { assets: { css: "/assets/checkout.css", font: "/assets/geist.woff2", js: "/assets/checkout.js", early } },
  });
  expect(markup).toContain(`<script id="early">${early}</script>`);
  expect(markup.indexOf('<script id="early">')).toBeGreaterThan(markup.lastIndexOf('<label class="bank"'));
  expect(markup).toContain('<link rel="expect" href="#announcement" blocking="render"/>');
  expect(markup.indexOf('id="announcement"')).toBeGreaterThan(markup.indexOf('<script id="early">'));
  expect(html()).not.toMatch(/"early"|rel="expect"/);
});

test("a page that does not show the list waits for no element of it", () => {
  const assets = { css: "/assets/checkout.css", font: "/assets/geist.woff2", js: "/assets/checkout.js", early: "1" };
  const chosen = { bankId: "b", accountId: null, held: null, remember: false };
  const pages: Partial<CheckoutPage>[] = [
    { handedOver: true },
    { problem: { kind: "bank_unavailable", chosen, bankName: "Banco Ribeira" } },
    { problem: { kind: "debtor_account", chosen, bankName: "Banco Ribeira", typed: "", invalid: false } },
    { problem: { kind: "amount_changed", wasAmount: 7450, chosen } },
  ];
  for (const page of pages) expect(html({ page: { ...page, assets } })).not.toMatch(/rel="expect"|announcement/);
  const note = html({ page: { problem: { kind: "amount_changed", wasAmount: 7450, chosen: null }, assets } });
  expect(note).toContain('<link rel="expect"');
});
