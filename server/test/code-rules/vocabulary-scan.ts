import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "@swc/core";
import { projectRoot, sourceFiles } from "./files";
import { RETIRED, type RetiredWord } from "./vocabulary";

type Kind = "name" | "sentence";
type Node = { type?: string; value?: unknown; cooked?: unknown } & Record<string, unknown>;

const FOLDERS = [
  "app",
  "bench",
  "client",
  "components",
  "docs",
  "e2e",
  "prisma",
  "scripts",
  "server",
  "simbank",
  "verification",
];
const PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
/**
 * Not scanned: the list of retired words with its test and exceptions, generated and historical files, and the
 * glossary, which names old words.
 */
const NOT_SCANNED =
  /^(?:server[/]test[/]code-rules[/]vocabulary|prisma[/]migrations|client[/]src[/]generated|docs[/](?:pictures|glossary))/;
const TEST = /[.](?:test|spec)[.]tsx?$/;
/** Files whose strings people read: pages, mails, messages, the command line, logs. */
const PRODUCT = /^(?:app|client[/]src|components|scripts|server|simbank)[/]/;
const TEST_CODE = /^server[/]test[/]|[/]testing[/]|^client[/]test[/]/;

const rules = RETIRED.map((word) => ({
  word,
  name: word.names === undefined ? undefined : new RegExp(`(?<![a-z0-9])(?:${word.names})(?![a-z0-9])`, "g"),
  sentence: word.sentences === undefined ? undefined : new RegExp(`\\b(?:${word.sentences})\\b`, "gi"),
}));

/** The files of the tree that the scan reads, as paths from its root. */
export function scannedFiles(): string[] {
  const files = FOLDERS.flatMap((folder) => sourceFiles(folder, /[.](?:tsx?|mjs|md|prisma)$|^en[.]json$/));
  return [...files, ...PAGES].filter((file) => !NOT_SCANNED.test(file));
}

/** The retired words of a file, such as `told: notified`, each once and sorted. */
export async function retiredWordsIn(file: string): Promise<string[]> {
  return retiredWordsOf(file, readFileSync(path.join(projectRoot, file), "utf8"));
}

/** Like `retiredWordsIn`, of a text that need not be in the tree. */
export async function retiredWordsOf(file: string, text: string): Promise<string[]> {
  const found = new Set(retired("name", file, hyphenated(file.replace(/[.][a-z]+$/, ""))));
  const add = (kind: Kind, value: string) => {
    for (const word of retired(kind, file, kind === "name" ? hyphenated(value) : value)) found.add(word);
  };
  if (file.endsWith(".md")) add("sentence", proseOf(text));
  else if (file.endsWith(".json")) for (const value of Object.values(JSON.parse(text))) add("sentence", String(value));
  else if (file.endsWith(".prisma")) for (const name of columnsOf(text)) add("name", name);
  else await scanSource(file, text, add);
  return [...found].sort();
}

function retired(kind: Kind, file: string, value: string): string[] {
  return rules.flatMap(({ word, [kind]: pattern }) =>
    pattern === undefined || !applies(word, kind, file)
      ? []
      : [...value.matchAll(pattern)].map(([match]) => `${match.toLowerCase()} → ${word.use}`),
  );
}

const applies = (word: RetiredWord, kind: Kind, file: string) =>
  kind === "name" || word.where === undefined || word.where.test(file);

/** `readTold` and `READ_TOLD` are `read-told`. */
function hyphenated(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9/]+/g, "-")
    .toLowerCase();
}

/** Markdown without its code, which may contain names on the wire. */
const proseOf = (text: string) => text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`|\]\([^)]*\)/g, "");

/** The models, fields, tables and columns of a Prisma schema. */
const columnsOf = (text: string) =>
  [...text.matchAll(/^\s*(?:model |enum )?(\w+)[ {]|@@?map\("(\w+)"\)/gm)].map(
    ([, own, mapped]) => mapped ?? own ?? "",
  );

async function scanSource(file: string, text: string, add: (kind: Kind, value: string) => void): Promise<void> {
  for (const name of exportedNames(text)) add("name", name);
  const [isTest, isProduct] = [TEST.test(file), PRODUCT.test(file) && !TEST.test(file) && !TEST_CODE.test(file)];
  // Parsing is slow, and most files contain no retired word.
  if (!(isTest || isProduct) || retired("sentence", file, text).length === 0) return;
  const module = await parse(text.replace(/^#!/, "//"), { syntax: "typescript", tsx: file.endsWith("x") });
  visit(module.body, (node) => {
    if (isProduct) add("sentence", textOf(node));
    if (!isTest || node.type !== "CallExpression" || !/^(?:it|test|describe)$/.test(calleeOf(node))) return;
    visit((node["arguments"] as Node[])[0]?.["expression"], (part) => add("sentence", textOf(part)));
  });
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (node === null || typeof node !== "object") return;
  const { type } = node as Node;
  if (type === "ImportDeclaration" || type === "TsLiteralType") return;
  if (type !== undefined) look(node as Node);
  for (const value of Object.values(node)) visit(value, look);
}

/** A text with a space; without one it is a key, a code or an address. */
function textOf({ type, value, cooked }: Node): string {
  const text = type === "TemplateElement" ? cooked : type === "StringLiteral" || type === "JSXText" ? value : "";
  return typeof text === "string" && /\S\s+\S|^\s*[A-Z][a-z]/.test(text) ? text : "";
}

/** `it` of `it(…)`, `it.each(rows)(…)` and `it.runIf(known)(…)`. */
function calleeOf(node: Node): string {
  const callee = (node["callee"] ?? node["tag"] ?? node["object"]) as Node | undefined;
  return callee === undefined ? String(node.type === "Identifier" ? node.value : "") : calleeOf(callee);
}

function exportedNames(text: string): string[] {
  const declared = /^export (?:default )?(?:async )?(?:const|let|function\*?|type|interface|class) ([\w$]+)/gm;
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  const names = listed.map((name) => name.trim().replace(/^.* as /, ""));
  return [...[...text.matchAll(declared)].map(([, name = ""]) => name), ...names];
}
