import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "@swc/core";
import { describe, expect, it } from "vitest";
import { projectRoot, sourceFiles } from "./files";

const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 70;
const MAX_FOLDER_FILES = 25;
const MAX_README_LINES = 40;
const FOLDERS = [
  "app",
  "bench",
  "client",
  "components",
  "e2e",
  "prisma",
  "scripts",
  "server",
  "simbank",
  "verification",
];
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassMethod",
  "MethodProperty",
]);

const present = FOLDERS.filter((folder) => readdirSync(projectRoot).includes(folder));
const code = present.flatMap((folder) => sourceFiles(folder, /[.](tsx?|mjs)$/));
const isTest = (file: string) => /[.](test|spec)[.]tsx?$/.test(file);
const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const linesOf = (text: string) => text.trimEnd().split("\n").length;

/** `file: line` of every match of `pattern` outside the allowed files. */
function occurrences(among: readonly string[], pattern: RegExp, allowed: RegExp): string[] {
  return among
    .filter((file) => !allowed.test(file))
    .flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
}

/** The functions of a source text that are longer than allowed, as `line: lines`. */
async function longFunctions(text: string, tsx: boolean): Promise<string[]> {
  // The parser counts bytes from the end of the previous file: the leading semicolon marks that offset.
  const bytes = Buffer.from(`;${text.replace(/^#!/, "//")}`);
  const module = await parse(bytes.toString(), { syntax: "typescript", tsx });
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    const { type, span } = node as { type?: string; span?: { start: number; end: number } };
    if (type && span && FUNCTIONS.has(type)) {
      const lineAt = (at: number) => linesOf(`${bytes.subarray(0, at - module.span.start).toString()}.`);
      const length = lineAt(span.end) - lineAt(span.start) + 1;
      if (length > MAX_FUNCTION_LINES) found.push(`${lineAt(span.start)}: ${length}`);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(module.body);
  return found;
}

/** The number of arguments of the call that begins at `index`. */
function argumentsAt(text: string, index: number): number {
  let depth = 0;
  let commas = 0;
  for (const char of text.slice(text.indexOf("(", index))) {
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    if (depth === 0) return commas + 1;
    if (depth === 1 && char === ",") commas += 1;
  }
  return commas + 1;
}

describe("the source tree", () => {
  it("is scanned completely", () => expect(code.length).toBeGreaterThan(100));

  it(`has no file above ${MAX_FILE_LINES} lines`, () => {
    expect(
      code.map((file) => [file, linesOf(read(file))]).filter(([, lines]) => Number(lines) > MAX_FILE_LINES),
    ).toEqual([]);
  });

  it(`has no folder above ${MAX_FOLDER_FILES} source files`, () => {
    const sizes = new Map<string, number>();
    for (const folder of code.filter((file) => !isTest(file)).map((file) => path.dirname(file)))
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > MAX_FOLDER_FILES)).toEqual([]);
  });

  it(`has a README.md of at most ${MAX_README_LINES} lines for each domain, whose files exist`, () => {
    const readmes = readdirSync(path.join(projectRoot, "server"))
      .map((name) => `server/${name}/README.md`)
      .filter((file) => existsSync(path.join(projectRoot, file)));
    expect(readmes.length).toBeGreaterThan(13);
    readmes.push("simbank/README.md");
    expect(readmes.filter((file) => linesOf(read(file)) > MAX_README_LINES)).toEqual([]);
    const missing = [...readmes, "ARCHITECTURE.md", "verification/README.md"].flatMap((file) => {
      const [text = ""] = read(file).split("\n## Public files\n");
      const named = [...text.matchAll(/`([\w./-]*\/[\w./-]*\w\.(?:ts|tsx|mjs|prisma))`/g)].map(([, name = ""]) => name);
      const bases = [path.dirname(file), ".", "server"];
      const exists = (name: string) => bases.some((base) => existsSync(path.join(projectRoot, base, name)));
      return named.filter((name) => !exists(name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it(`has no function above ${MAX_FUNCTION_LINES} lines`, async () => {
    const long: string[] = [];
    for (const file of code.filter((name) => !isTest(name))) {
      for (const line of await longFunctions(read(file), file.endsWith("x"))) long.push(`${file}:${line}`);
    }
    expect(long).toEqual([]);
    const sample = `const a = "ü";\nexport function f() {\n${"  void a;\n".repeat(MAX_FUNCTION_LINES)}}\n`;
    expect(await longFunctions(sample, false)).toEqual([`2: ${MAX_FUNCTION_LINES + 2}`]);
  });

  it("has no skipped and no focused test", () => {
    const pattern = /\b(?:it|test|describe)[.](?:skip|todo|only|fixme|fails)\b/;
    expect(occurrences(code.filter(isTest), pattern, /tidy[.]test[.]ts$/)).toEqual([]);
  });

  it("waits by `until`, not by vi.waitFor or expect.poll", () => {
    const pattern = /\bvi[.]wait(?:For|Until)\(|\bexpect[.]poll\(/;
    const units = code.filter((file) => !file.startsWith("e2e/"));
    expect(occurrences(units, pattern, /tidy[.]test[.]ts$/)).toEqual([]);
  });

  it("reads process.env in server/lib/config/env.ts only", () => {
    // Also: the entry, which sets the demo's generated values; the command line, which lowers its log level; the simulated
    // bank's own process; the client's command line; the program that the Console shows; the tests' harness; and code that passes
    // the environment on.
    const files =
      /^server[/](?:lib[/]config[/]env|entry[/]database[/](?:prepare|migrate)|cli[/]main)[.]ts$|^client[/]src[/]cli[/]main[.]ts$|^simbank[/]src[/]standalone[/]main[.]ts$|^components[/]console[/]developers[/]call-code[.]ts$|[.]test[.]tsx?$/;
    const folders = /^(?:scripts|prisma|e2e|bench|verification|(?:client|server)[/]test)[/]/;
    expect(occurrences(code, /process[.]env/, new RegExp(`${files.source}|${folders.source}`))).toEqual([]);
  });

  it("shows each page of the Console in a frame of its own merchant only", () => {
    const pages = code.filter(
      (file) => /^app\/console\/.*page[.]tsx$/.test(file) && path.basename(file) === "page.tsx",
    );
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((file) => !/= consoleRoute\(|default consoleRoute\(/.test(read(file)))).toEqual([
      "app/console/[...missing]/page.tsx",
    ]);
  });

  it("parses URLs without URL.canParse: in Node 20 and 22 it refuses valid ones after some thousand calls", () => {
    expect(occurrences(code, /\bcanParse\(/, /^$/)).toEqual([]);
  });

  it("uses the styles of a page in its own folder, besides those of the frame, endpoint health and balances", () => {
    const pages = code.filter((file) => /^components[/](?:console|operator)[/]/.test(file));
    const others = /from "[.][.][/](?!.*(?:[/]ui[/]|frame[/]|health[.]|balances[.])).*[.]module[.]css"/;
    expect(occurrences(pages, others, /^$/)).toEqual([]);
  });

  it("sends HTTP requests in two places only: to banks, and to merchants' URLs", () => {
    const allowed =
      /^server[/](?:lib[/]net[/](?:http-client|bank-connections|safe-fetch|safe-connect|receiver-connections)[.]ts$|demo-shop[/]|test[/])|[.]test[.]tsx?$/;
    const server = code.filter((file) => /^(?:server|simbank)[/]/.test(file));
    expect(occurrences(server, /(?<![.\w])fetch\(|https?[.]request\(/, allowed)).toEqual([]);
    const networkModules =
      /import .*\b(?:request|get|connect|Socket as|Agent|Client|http2?|https|net|tls)\b.* from "(?:node:(?:https?|http2|net|tls)|undici)"/;
    const typesOnly = /^import type /;
    // SMTP: the mail server is the operator's, in SMTP_URL.
    const mail = /^server[/]mail[/]deliver-mail[.]ts:/;
    const imports = occurrences(server, networkModules, allowed).filter(
      (line) => !mail.test(line) && !typesOnly.test(line.split(" ").slice(1).join(" ")),
    );
    expect(imports).toEqual([]);
    expect(occurrences(server, networkModules, /^$/)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^server.lib.net.safe-fetch/),
        expect.stringMatching(/^server.lib.net.safe-connect/),
      ]),
    );
  });

  it("checks merchants' URLs with the system's guard at save, test and delivery", () => {
    // The connection test explains the guard's findings, so it uses its parts; its calls go through the guard.
    const outside = code.filter(
      (file) =>
        /^(?:app|server)[/]/.test(file) && !/^server[/](?:lib|test|webhooks[/]tools[/]probe)[/]|[.]test[.]/.test(file),
    );
    const calls = (name: string) =>
      outside.flatMap((file) =>
        [...read(file).matchAll(new RegExp(`\\b${name}\\(`, "g"))].map(
          ({ index }) => [file, argumentsAt(read(file), index)] as const,
        ),
      );
    const [saves, sends] = [calls("checkUrl"), calls("safeFetch")];
    expect([...saves.filter(([, given]) => given !== 2), ...sends.filter(([, given]) => given !== 3)]).toEqual([]);
    const guarded = outside.flatMap((file) => [
      ...read(file).matchAll(/\b(?:checkUrl|safeFetch)\([^;]*?systemGuard\(/g),
    ]);
    expect(guarded).toHaveLength(saves.length + sends.length);
    expect([saves.length > 0, sends.length > 1]).toEqual([true, true]);
    expect(occurrences(outside, /\b(?:parseTarget|resolveChecked|safeConnect)\b/, /^$/)).toEqual([]);
  });

  it("has the folders of ARCHITECTURE.md and no others", () => {
    const folders = (folder: string) =>
      readdirSync(path.join(projectRoot, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const made = ["node_modules", "dist", "coverage", "test-results", "playwright-report"];
    const top = folders(".").filter((name) => !name.startsWith(".") && !made.includes(name));
    const known = [...FOLDERS, "docs", "public"];
    expect(top.filter((name) => !known.includes(name))).toEqual([]);
    const plumbing = ["lib", "http", "trpc", "jobs", "entry", "cli", "test", "generated"];
    const domains = [
      "audit",
      "mail",
      "merchants",
      "identity",
      "banks",
      "connectors",
      "accounts",
      "webhooks",
      "payments",
    ];
    const more = ["reconciliation", "balances", "developer-tools", "operator", "demo", "demo-shop"];
    expect(folders("server").filter((name) => ![...plumbing, ...domains, ...more].includes(name))).toEqual([]);
  });
});
