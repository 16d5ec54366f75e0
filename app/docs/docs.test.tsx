import { readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "../../server/identity/permissions/permissions";
import { projectRoot } from "../../server/test/code-rules/files";
import { atInstallation, guideLinks, linkOf, readGuide } from "./guides";
import { markdown } from "./markdown";

const drawn = (text: string) => renderToStaticMarkup(markdown(text, linkOf));
const guides = guideLinks.map(({ address }) => readGuide(address.replace(/^\/docs\/integrate\/?/, "")));

/** Whether a URL is that of a guide with the named heading; without a guide, of this one. */
function isThere(address: string, html: string): boolean {
  const [page, heading] = address.split("#");
  if (address === "/docs") return true;
  const guide = guides.find((one) => one?.address === page);
  if (page !== "" && !guide) return false;
  return heading === undefined || (guide ? drawn(guide.text) : html).includes(` id="${heading}"`);
}

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const integrate = (name: string) => textOf(`docs/integrate/${name}.md`);
/** The section of a guide under the heading with an anchor. */
function sectionOf(text: string, anchor: string): string {
  const sections = text.split(/^(?=## )/m);
  return sections.find((section) => drawn(section).startsWith(`<h2 id="${anchor}"`)) ?? "";
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
    const guide = await atInstallation(readGuide("checkout")?.text ?? "", "http://localhost:3000");
    expect(guide).toMatch(/src="http:\/\/localhost:3000\/embed\/v1\/[0-9a-f]{32}\.js"\s+integrity="sha384-[\w+/]{64}"/);
    expect(guide).not.toContain("sha384-…");
    expect(await atInstallation("as it is", "https://pay.shop.example")).toBe("as it is");
  });

  it("name the origin of this installation, and link its API reference", async () => {
    const guide = await atInstallation(readGuide("")?.text ?? "", "https://pay.shop.example");
    expect(guide).toContain("export BANKSIDE_URL=https://pay.shop.example\n");
    expect(guide).not.toContain("localhost:3000");
    expect(drawn(guide)).toContain('<a href="/docs">API reference</a>');
  });

  it("exist for every guide, and for no other file", () => {
    expect(["nothing", "../README", "constructor", "payments.md"].map(readGuide)).toEqual([null, null, null, null]);
  });
});

describe("the necessary part of the guides", () => {
  const WORDS_A_MINUTE = 230;
  /** Each reader reads the examples of one language, and one receiver. */
  const READERS = [
    { language: "ts", receiver: "node-without-a-framework" },
    { language: "python", receiver: "python" },
  ];
  const EXAMPLE = /^```(sh|ts|python) file=.*\n[\s\S]*?\n```$/gm;
  const readme = integrate("README");
  const listed = [...readme.matchAll(/^\d\. .*$/gm)].join("\n");
  const sections = [...listed.matchAll(/\]\((\w+)\.md#([\w-]+)\)/g)].map(([, guide = "", anchor = ""]) => ({
    guide,
    anchor,
  }));

  it("is at most ten minutes of reading in each language", () => {
    expect(sections.length).toBeGreaterThan(4);
    for (const { language, receiver } of READERS) {
      const texts = sections.map(({ guide, anchor }) =>
        sectionOf(integrate(guide), anchor === "node-without-a-framework" ? receiver : anchor),
      );
      expect(texts.filter((text) => text === "")).toEqual([]);
      const [start] = textOf("README.md").split("## Features");
      const read = [start, readme, ...texts].join("\n").replace(EXAMPLE, (block, of) => (of === language ? block : ""));
      const words = read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
      expect(words).toBeLessThanOrEqual(10 * WORDS_A_MINUTE);
    }
  });
});

describe("a special word of a guide", () => {
  /** Words of the glossary that every developer knows, or that have their everyday meaning in a guide. */
  const EVERYDAY = new Set(
    (
      "attempt, submission, authorisation, bank status, exception, return, customer, payer, payee, bank, connection, " +
      "consent, transaction, unmatched, reconciliation, event, retry, paused, circuit open, merchant, partner, " +
      "refresh token, worker, lease, connection test, audit log"
    ).split(", "),
  );
  const special = [...textOf("docs/glossary.md").matchAll(/^\| ([a-zA-Z][\w ,-]*?) \|/gm)]
    .flatMap(([, words = ""]) => words.split(", "))
    .filter((word) => word !== "Word" && !EVERYDAY.has(word));
  const PROSE_ONLY = /^```[\s\S]*?^```$|`[^`\n]*`|^#.*$|\[[^\]\n]*\]\((?!\.\.\/glossary\.md)[^)\n]*\)/gm;

  /** The special words whose first use in a text does not lead to the glossary. */
  const unexplained = (text: string) => {
    const prose = text.replace(PROSE_ONLY, "");
    return special.filter((word) => {
      const plural = word.endsWith("y") && !word.endsWith("key") ? `|${word.slice(0, -1)}ies` : "";
      const [first] = prose.matchAll(new RegExp(`\\b(?:${word}s?${plural})\\b`, "gi"));
      if (!first) return false;
      const before = prose.slice(0, first.index);
      return !(
        before.lastIndexOf("[") > before.lastIndexOf("]") && /^[^\]]*\]\(\.\.\/glossary/.test(prose.slice(first.index))
      );
    });
  };

  it("leads to the glossary at its first use", () => {
    expect(special).toContain("payment link");
    const names =
      "README payments checkout webhooks receivers events errors-and-retries testing going-live not-in-the-api".split(
        " ",
      );
    const wrong = names.flatMap((name) => unexplained(integrate(name)).map((word) => `${name}: ${word}`));
    expect(wrong).toEqual([]);
    expect(unexplained("An API key, and [an API key](../glossary.md#identity).")).toEqual(["API key"]);
    expect(unexplained("[An API key](../glossary.md#identity), and an API key.")).toEqual([]);
  });
});

describe("what several documents describe", () => {
  const withoutLinks = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");

  it("who may allow an origin is the same sentence everywhere, and true", () => {
    const sentence =
      "Allowed are the origin of the payment's `success_url`, and the origins that an owner or admin of the " +
      "merchant, or of its partner, adds in the Console under *Checkout*, *Allowed domains*; the operator can set the " +
      "first ones with `merchant create --origin`.";
    const texts = [textOf("README.md"), integrate("payments"), integrate("checkout")];
    expect(texts.map((text) => withoutLinks(text).split(sentence).length - 1)).toEqual([1, 1, 1]);
    expect(PERMISSIONS["branding.setOrigins"]).toEqual({ roles: ["owner", "admin"], verified: true });
  });

  it("the API's reference says that order_id is not unique, with the guide that says how to pay an order once", () => {
    const descriptions = textOf("docs/openapi.json").match(/"description": "Your own id of the order\..*"/g) ?? [];
    expect(descriptions).toHaveLength(3);
    const sentence = /Not unique: two payments or links of one order can both be paid\. How to avoid it: (\S+)"$/;
    for (const text of descriptions) expect(isThere(sentence.exec(text)?.[1] ?? "no address", "")).toBe(true);
    expect(sectionOf(integrate("not-in-the-api"), "one-order-paid-once")).toContain("**both can be paid**");
  });

  it("errors of unknown paths and methods name a guide that is there", () => {
    const [address = "no address"] =
      /\/docs\/integrate\/not-in-the-api(?=\.)/.exec(textOf("server/http/handler.ts")) ?? [];
    expect(isThere(address, "")).toBe(true);
  });

  it("the options and the controller of mount are those of the loader, each one", () => {
    const types = textOf("components/checkout/browser/embed-types.ts");
    const membersOf = (type: string) => {
      const [, body = ""] = new RegExp(`type ${type} = \\{\\n([\\s\\S]*?)\\n\\};`).exec(types) ?? [];
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name = ""]) => name).sort();
    };
    const rowsOf = (table: string) =>
      [...table.matchAll(/^\| (`.*?) \|/gm)]
        .flatMap(([, names = ""]) => [...names.matchAll(/`(\w+)/g)].map(([, name = ""]) => name))
        .sort();
    const [, readmeOptions = "", readmeController = ""] =
      /^\| `mount\(element, …\)` \|([\s\S]*?)\n\n[\s\S]*?^\| Controller \|([\s\S]*?)\n\n/m.exec(textOf("README.md")) ??
      [];
    const [, options = "", controller = ""] =
      /^\| Option \|([\s\S]*?)\n\n[\s\S]*?^\| \| \|\n([\s\S]*?)\n\n/m.exec(integrate("checkout")) ?? [];
    expect(membersOf("CheckoutOptions")).toContain("bankWindow");
    for (const table of [readmeOptions, options]) expect(rowsOf(table)).toEqual(membersOf("CheckoutOptions"));
    for (const table of [readmeController, controller]) expect(rowsOf(table)).toEqual(membersOf("CheckoutController"));
  });
});

it("a list that code interrupts continues its numbers", () => {
  expect(drawn("1. One\n\n```sh\nls\n```\n\n2. Two\n")).toContain('<ol start="2"><li>Two</li></ol>');
});

it("HTML in Markdown is rendered as text", () => {
  expect(drawn("A <b>`<i>`</b> [<u>](payments.md)")).toBe(
    '<p>A &lt;b&gt;<code>&lt;i&gt;</code>&lt;/b&gt; <a href="/docs/integrate/payments">&lt;u&gt;</a></p>',
  );
});
