import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "../../components/checkout/headers";
import { checkBrandName, checkCountry, checkOrigins, framingOrigins } from "./rules";

const messageFor = (origin: string): string => {
  try {
    checkOrigins(["https://first.example", origin]);
    return "taken";
  } catch (error) {
    const [first] = (error as { metadata?: { errors?: { field: string; message: string }[] } }).metadata?.errors ?? [];
    expect(first?.field).toBe("origins[1]");
    return first?.message ?? "";
  }
};

describe("an origin", () => {
  it.each([
    ["https://shop.example", "https://shop.example"],
    [" https://Shop.Example/ ", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["https://shop.example:8443", "https://shop.example:8443"],
    ["https://xn--kse-qla.example", "https://xn--kse-qla.example"],
    ["https://KÄSE.example", "https://xn--kse-qla.example"],
    ["http://localhost:3001", "http://localhost:3001"],
    ["http://shop.localhost", "http://shop.localhost"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ])("from %j is stored as %s, and is in the page's policy", (given, origin) => {
    expect(checkOrigins([given])).toEqual([origin]);
    expect(contentSecurityPolicy({ frameAncestors: [origin], formTargets: [] })).toContain(`frame-ancestors ${origin}`);
  });

  it.each([
    ["shop.example", "the scheme is missing: did you mean https://shop.example?"],
    ["https://shop.example/cart", "remove the path: did you mean https://shop.example?"],
    ["https://shop.example:8443/?q=1", "remove the path: did you mean https://shop.example:8443?"],
    ["https://shop.example/#", "remove the path: did you mean https://shop.example?"],
    ["http://shop.example", "http is allowed for localhost only: did you mean https://shop.example?"],
    [
      "http://127.0.0.1.evil.example",
      "http is allowed for localhost only: did you mean https://127.0.0.1.evil.example?",
    ],
    ["", "enter a domain with its scheme, such as https://shop.example"],
    ["null", "the scheme is missing: did you mean https://null?"],
  ])("%j is rejected with a suggestion", (given, words) => expect(messageFor(given)).toBe(words));

  it.each([
    "*",
    "https://*.shop.example",
    "https://*",
    "file:///home",
    "ftp://shop.example",
    "javascript://shop.example",
    "https://user:word@shop.example",
    "https://shop.example;script-src *",
    "https://shop.example 'unsafe-inline'",
    "https://[::1]:3000",
    "https://",
    `https://${"a".repeat(300)}.example`,
  ])("%j is rejected", (given) => {
    expect(messageFor(given)).not.toBe("taken");
    expect(messageFor(given)).not.toMatch(/did you mean .*[*; ]/);
  });

  it("is stored once, however often and in whatever spelling it is given; at most fifty", () => {
    expect(checkOrigins(["https://a.example", "https://A.example/", "https://a.example:443"])).toEqual([
      "https://a.example",
    ]);
    const many = Array.from({ length: 51 }, (_, index) => `https://s${index}.example`);
    expect(checkOrigins(many.slice(0, 50))).toHaveLength(50);
    expect(() => checkOrigins(many)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  });

  it("over http frames test payments, and no live ones", () => {
    const origins = ["https://shop.example", "http://localhost:3001"];
    expect(framingOrigins(origins, { test: true })).toEqual(origins);
    expect(framingOrigins(origins, { test: false })).toEqual(["https://shop.example"]);
  });
});

describe("a country", () => {
  const refused = (given: string) => {
    try {
      return checkCountry(given);
    } catch (error) {
      return (error as { metadata: { errors: { message: string }[] } }).metadata.errors[0]?.message;
    }
  };

  it("is a code of ISO 3166-1, in any case, or Kosovo's", () => {
    expect(["PT", "gb", "DE", "XK"].map(checkCountry)).toEqual(["PT", "GB", "DE", "XK"]);
  });

  it("of another list is refused with the code that is meant", () => {
    expect(["UK", "EL", "DD"].map(refused)).toEqual(["Did you mean GB?", "Did you mean GR?", "Did you mean DE?"]);
  });

  it.each(["ZZ", "EU", "XA", "QQ", "AA", "UN", "IC", "", "P", "PRT", "P1", "Portugal"])("%j is none", (given) => {
    expect(refused(given)).toBe("Enter two letters of ISO 3166-1, such as GB or DE.");
  });
});

describe("a brand name", () => {
  it.each(["Olaria do Norte", "Käse & Söhne", "7", "コーヒー"])("may be %j", (name) => {
    expect(checkBrandName(`  ${name} `)).toBe(name);
  });

  it.each(["", "   ", "…", "a\u0000b", "two\nlines", "right\u202eleft", "a\u200bb", "x".repeat(71)])(
    "may not be %j",
    (name) => {
      const errors = [{ field: "brand_name", message: expect.any(String) }];
      expect(() => checkBrandName(name)).toThrow(expect.objectContaining({ metadata: { errors } }));
    },
  );
});
