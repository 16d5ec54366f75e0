import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { guideLinks, linkOf, readGuide } from "./guides";
import { markdown } from "./markdown";

const drawn = (text: string) => renderToStaticMarkup(markdown(text, linkOf));
const guides = guideLinks.map(({ address }) => readGuide(address.replace(/^\/docs\/integrate\/?/, "")));

describe("the guides' pages", () => {
  it("have each one heading of the first level, and lead to each other and to nothing that is not there", () => {
    for (const guide of guides) {
      const html = drawn(guide?.text ?? "");
      expect(html.match(/<h1>/g)).toHaveLength(1);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
      expect(links.filter((address) => !guideLinks.some((known) => known.address === address))).toEqual([]);
    }
  });

  it("lose nothing of their code", () => {
    for (const guide of guides) {
      const blocks = [...(guide?.text ?? "").matchAll(/^```.*\n([\s\S]*?)\n```$/gm)].map(([, code = ""]) => code);
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

  it("are those that there are, and no file beside them", () => {
    expect(["nothing", "../README", "constructor", "payments.md"].map(readGuide)).toEqual([null, null, null, null]);
  });
});

it("Markdown is never HTML", () => {
  expect(drawn("A <b>`<i>`</b> [<u>](payments.md)")).toBe(
    '<p>A &lt;b&gt;<code>&lt;i&gt;</code>&lt;/b&gt; <a href="/docs/integrate/payments">&lt;u&gt;</a></p>',
  );
});
