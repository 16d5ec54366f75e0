import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { accentOf } from "../../server/merchants/branding/accent";
import { brandStyle, styleHash } from "./brand-style";
import { CheckoutDocument } from "./Document";
import { contentSecurityPolicy } from "./headers";
import { PayeeMark } from "./Marks";
import { samplePage } from "./testing/sample-page";

const merchant = {
  brandName: "Olaria do Norte",
  country: "PT",
  allowedOrigins: [],
  logo: null,
  accent: null,
  help: null,
  taxNumber: null,
  postalAddress: null,
};
const drawn = (changes: Partial<typeof merchant> | object) =>
  renderToStaticMarkup(<CheckoutDocument page={samplePage({ merchant: { ...merchant, ...changes } })} />);

describe("a merchant's colour on the page", () => {
  test("is the only style element, and the policy allows its exact bytes", () => {
    const accent = accentOf("#ffdd00");
    const found = [...drawn({ accent }).matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? "");
    expect(found).toEqual([brandStyle({ accent, logo: null })]);
    const hash = createHash("sha256")
      .update(found[0] ?? "")
      .digest("base64");
    const policy = contentSecurityPolicy({ frameAncestors: [], formTargets: [], styleHashes: found.map(styleHash) });
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain("unsafe");
  });

  test("has the values of both themes, so that a switch of the device needs no reload", () => {
    const accent = accentOf("#ffdd00");
    expect(brandStyle({ accent, logo: null })).toContain(`--brand:light-dark(${accent.light.ground},#ffdd00);`);
  });

  test("without one, adds neither style nor hash", () => {
    expect(drawn({})).not.toContain("<style");
    expect(contentSecurityPolicy({ frameAncestors: [], formTargets: [] })).toContain("style-src 'self';");
  });
});

describe("the merchant's mark", () => {
  const mark = (logo: string | null) =>
    renderToStaticMarkup(<PayeeMark merchant={{ brandName: "Olaria do Norte", logo }} />);

  test("has its letters under its logo", () => {
    expect(mark("/logos/merchants/x")).toBe(
      '<span class="mono payee" aria-hidden="true"><span>ON</span><span class="logo"></span></span>',
    );
    expect(drawn({ logo: "/logos/merchants/x" })).toContain(
      "<style>.logo{background-image:url(/logos/merchants/x)}</style>",
    );
  });

  test("is its letters alone without one", () => expect(mark(null)).not.toContain("logo"));
});
