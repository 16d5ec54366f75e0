import { describe, expect, it } from "vitest";
import { checkOrigins } from "../../merchants/rules";
import { isWebUrl, redirectUrls } from "../fields";
import { isUrl } from "./parse-url";

/** After so many calls Node has compiled the functions. */
const WARM = 20_000;
const NAME = "https://käse.example";

describe("a URL with a letter beyond ASCII", () => {
  it("is accepted after many other URLs, also relative ones", () => {
    for (let index = 0; index < WARM; index += 1) isUrl(`https://shop.example/${index}`);
    for (let index = 0; index < WARM; index += 1) isUrl(`/${index}`, "https://shop.example");
    expect([isUrl(NAME), isUrl("/café", NAME), isUrl("café"), isUrl("")]).toEqual([true, true, false, false]);
  });

  it("is accepted as an origin after many other URLs", () => {
    for (let index = 0; index < WARM; index += 1) checkOrigins(["https://shop.example"]);
    expect(checkOrigins([NAME])).toEqual(["https://xn--kse-qla.example"]);
  });
});

describe("a control character in an address", () => {
  const characters = ["\r\n", "\t", "\0", "\u007f", "\u0085", "\u2028"];

  it.each(
    characters.flatMap((text) => [
      `https://x.example/a${text}b`,
      `https://x.exa${text}mple/`,
      `https://x.example/${text}`,
    ]),
  )("refuses %j, which the URL parser by itself repairs", (address) => {
    expect([isUrl(address), isWebUrl(address), redirectUrls.shape.success_url.safeParse(address).success]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("has its own error message on success_url", () => {
    const refused = redirectUrls.shape.success_url.safeParse("https://x.example/a\r\nb\tc");
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      "must not contain a line break, a tab or another control character",
    ]);
  });

  it("control: is dropped by the URL parser", () => {
    expect(new URL("https://x.example/a\r\nb\tc").href).toBe("https://x.example/abc");
  });
});

describe("success_url", () => {
  it.each([
    ["http://my_shop:3000/ok", []],
    ["https://shop.example/ok?a=1#b", []],
    ["ftp://shop.example/", ["must be an http or https URL"]],
    ["shop.example", ["must be an http or https URL"]],
    ["https://staging:pw@shop.example/ok", ["must not contain a user name or password"]],
    ["https://shop;x.example/", ["the host may have letters, digits, dots, hyphens and underscores only"]],
    ["https://*.example/", ["the host may have letters, digits, dots, hyphens and underscores only"]],
  ])("%s: %j", (address, messages) => {
    const read = redirectUrls.shape.success_url.safeParse(address);
    expect(read.error?.issues.map(({ message }) => message) ?? []).toEqual(messages);
  });
});
