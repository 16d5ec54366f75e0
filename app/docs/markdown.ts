import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";

type Link = (address: string) => string;

const LANGUAGES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  python: "Python",
  html: "HTML",
  json: "JSON",
  sql: "SQL",
  text: "Output",
};

/** The tabs of an example in several languages. */
const TABS: Record<string, string> = { sh: "curl", ts: "TypeScript", python: "Python" };

/** Renders the Markdown of our own guides as elements. HTML is shown as text. `link` maps the addresses. */
export function markdown(text: string, link: Link): ReactNode {
  return createElement(Fragment, null, ...drawAll(lexer(text), link));
}

/** The anchor of a heading as on GitHub: lower case, a dash for a space, and otherwise only letters and digits. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function drawAll(tokens: Token[], link: Link): ReactNode[] {
  return grouped(tokens).map((group) => {
    const [token] = group;
    return group.length > 1 ? drawLanguages(group) : draw(token as MarkedToken, link);
  });
}

/** Adjacent code blocks in different languages are one example. */
function grouped(tokens: Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const languages = groups.at(-1)?.map(tabOf) ?? [];
    const tab = tabOf(token);
    if (tab && languages.length > 0 && !languages.includes(undefined) && !languages.includes(tab))
      groups.at(-1)?.push(token);
    else if (token.type !== "space") groups.push([token]);
  }
  return groups;
}

/** The tab of a code block; undefined: the block is not part of an example in several languages. */
function tabOf(token: Token): string | undefined {
  return token.type === "code" ? TABS[String(token.lang).split(" ")[0] ?? ""] : undefined;
}

/** One example in several languages. Without a script they follow each other. */
function drawLanguages(blocks: Token[]): ReactNode {
  return createElement(
    "div",
    { "data-languages": "" },
    ...blocks.map((block) => drawCode(block as Tokens.Code, tabOf(block))),
  );
}

function draw(token: MarkedToken, link: Link): ReactNode {
  const inner = () => drawAll("tokens" in token ? (token.tokens ?? []) : [], link);
  switch (token.type) {
    case "heading":
      return createElement(token.depth === 1 ? "h1" : "h2", { id: anchorOf(token.text) }, ...inner());
    case "paragraph":
      return createElement("p", null, ...inner());
    case "list":
      return token.ordered
        ? createElement("ol", { start: token.start || 1 }, ...drawAll(token.items, link))
        : createElement("ul", null, ...drawAll(token.items, link));
    case "list_item":
      return createElement("li", null, ...inner());
    case "table":
      return drawTable(token, link);
    case "code":
      return drawCode(token);
    case "codespan":
      return createElement("code", null, token.text);
    case "strong":
      return createElement("b", null, ...inner());
    case "em":
      return createElement("em", null, ...inner());
    case "link":
      return createElement("a", { href: link(token.href) }, ...inner());
    case "text":
      return token.tokens ? createElement(Fragment, null, ...inner()) : token.text;
    case "space":
      return null;
    default:
      return token.raw;
  }
}

/** A table without column names gets no head. */
function drawTable({ header, rows }: Tokens.Table, link: Link): ReactNode {
  const row = (cells: Tokens.TableCell[], name: "th" | "td") =>
    createElement("tr", null, ...cells.map(({ tokens }) => createElement(name, null, ...drawAll(tokens, link))));
  const isNamed = header.some(({ text }) => text !== "");
  const body = rows.map((cells) => row(cells, "td"));
  return createElement(
    "table",
    null,
    isNamed ? createElement("thead", null, row(header, "th")) : null,
    createElement("tbody", null, ...body),
  );
}

/** A code block under its file name, else its language. It is focusable, because it may scroll. */
function drawCode({ text, lang = "" }: Tokens.Code, tab?: string): ReactNode {
  const [language = "", file] = lang.split(" file=");
  const label = file ?? LANGUAGES[language];
  return createElement(
    "figure",
    tab === undefined ? null : { "data-language": language, "data-label": tab },
    label === undefined ? null : createElement("figcaption", null, label),
    createElement("pre", { tabIndex: 0 }, createElement("code", null, text)),
  );
}
