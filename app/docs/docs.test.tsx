import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { guideLinks, linkOf, readGuide, withPinnedTag } from "./guides";
import { markdown } from "./markdown";

const drawn = (text: string) => renderToStaticMarkup(markdown(text, linkOf));
const guides = guideLinks.map(({ address }) => readGuide(address.replace(/^\/docs\/integrate\/?/, "")));

/** Whether a URL is that of a guide with the named heading; without a guide, of this one. */
function isThere(address: string, html: string): boolean {
  const [page, heading] = address.split("#");
  const guide = guides.find((one) => one?.address === page);
  if (page !== "" && !guide) return false;
  return heading === undefined || (guide ? drawn(guide.text) : html).includes(` id="${heading}"`);
}

const BLOCK = /^```.*\n([\s\S]*?)\n```$/gm;
/** The characters of a line on the widest page; longer lines scroll. */
const LINE_LENGTH = 86;
const longLines = (code: string) => code.split("\n").filter((line) => line.length > LINE_LENGTH);

describe("the guides' pages", () => {
  it("have one top heading each, and no broken links", () => {
    for (const guide of guides) {
      const html = drawn(guide?.text ?? "");
      expect(html.match(/<h1 /g)).toHaveLength(1);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = ""]) => address);
      expect(links.filter((address) => !isThere(address, html))).toEqual([]);
    }
  });

  it("render all of their code", () => {
    for (const guide of guides) {
      const blocks = [...(guide?.text ?? "").matchAll(BLOCK)].map(([, code = ""]) => code);
      const shown = [...drawn(guide?.text ?? "").matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = ""]) =>
        code
          .replace(/&lt;/g, "<")
          .replace(/&gt;/g, ">")
          .replace(/&quot;/g, '"')
          .replace(/&#x27;/g, "'")
          .replace(/&amp;/g, "&"),
      );
      expect(shown).toEqual(blocks);
    }
  });

  it("have no line of code that is cut off on a wide screen", () => {
    const blocks = guides.flatMap((guide) => [...(guide?.text ?? "").matchAll(BLOCK)].map(([, code = ""]) => code));
    expect(blocks.flatMap(longLines)).toEqual([]);
    expect(longLines("x".repeat(LINE_LENGTH + 1))).toHaveLength(1);
  });

  it("link to existing headings only", () => {
    expect(linkOf("webhooks.md#health")).toBe("/docs/integrate/webhooks#health");
    expect(isThere("/docs/integrate/webhooks#health", "")).toBe(true);
    expect(isThere("/docs/integrate/webhooks#nothing", "")).toBe(false);
    expect([isThere("#here", '<h2 id="here">'), isThere("#there", '<h2 id="here">')]).toEqual([true, false]);
  });

  it("show the pinned loader of this installation", async () => {
    const guide = await withPinnedTag(readGuide("checkout")?.text ?? "");
    expect(guide).toMatch(/src="http:\/\/localhost:3000\/embed\/v1\/[0-9a-f]{32}\.js"\s+integrity="sha384-[\w+/]{64}"/);
    expect(guide).not.toContain("sha384-…");
    expect(await withPinnedTag("as it is")).toBe("as it is");
  });

  it("exist for every guide, and for no other file", () => {
    expect(["nothing", "../README", "constructor", "payments.md"].map(readGuide)).toEqual([null, null, null, null]);
  });
});

it("HTML in Markdown is rendered as text", () => {
  expect(drawn("A <b>`<i>`</b> [<u>](payments.md)")).toBe(
    '<p>A &lt;b&gt;<code>&lt;i&gt;</code>&lt;/b&gt; <a href="/docs/integrate/payments">&lt;u&gt;</a></p>',
  );
});
