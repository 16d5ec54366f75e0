import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type PrintedLink, SheetDocument } from "../Sheet";
import { LANGUAGES } from "./languages";
import { translatorFor } from "./translator";

const URL_OF_LINK = "https://pay.example/pay/plink_sample";

function drawn(changed: Partial<PrintedLink> = {}, language: string = "en"): string {
  const link: PrintedLink = {
    translator: translatorFor(language),
    format: { locale: language, exponent: 2 },
    merchant: { brandName: "Olaria do Norte", logo: null },
    amount: 18_600,
    currency: "EUR",
    reference: "Invoice 2026-118",
    test: false,
    expiresAt: new Date("2026-11-27T09:41:00Z"),
    url: URL_OF_LINK,
    code: { svg: "<svg></svg>" },
    back: "/console/payment-links",
    css: "/assets/sheet.css",
    script: { src: "/assets/sheet.js", nonce: "bm9uY2U=" },
    ...changed,
  };
  return renderToStaticMarkup(<SheetDocument link={link} />);
}

describe("a link on paper", () => {
  test("names payee, amount, reference, steps and expiry in the customer's language", () => {
    for (const language of LANGUAGES) {
      const html = drawn({}, language);
      const words = translatorFor(language);
      expect(html).toContain(`<html lang="${words.locale}"`);
      const steps = html.match(/<li>/g);
      expect([language, steps?.length]).toEqual([language, 3]);
      for (const said of ["Olaria do Norte", "Invoice 2026-118", URL_OF_LINK, "<svg></svg>", words.t("how.title")]) {
        expect(html).toContain(said);
      }
    }
    expect(drawn()).toContain("€186.00");
    expect(drawn()).toContain("27 November 2026 at 09:41 UTC</time>. Can be paid once.");
  });

  test("carries the merchant's logo as a picture, because printers leave backgrounds out", () => {
    expect(drawn()).not.toContain("<img");
    const logo = "/logos/merchants/abc";
    expect(drawn({ merchant: { brandName: "Olaria do Norte", logo } })).toContain(`<img src="${logo}" alt=""/>`);
  });

  test("of a test link says so, and of a live link does not", () => {
    const words = translatorFor("en").t("page.test");
    expect(drawn({ test: true })).toContain(words);
    expect(drawn()).not.toContain(words);
  });

  test("has neither code nor URL once the link has ended, and says why", () => {
    const html = drawn({ code: { over: "This link is already paid" } });
    expect(html).toContain("This link is already paid");
    expect(html).not.toContain("<svg></svg>");
    expect(html).not.toContain(URL_OF_LINK);
  });
});
