// What the documents name exists: commands with their options, settings, files, headings.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../lib/config/env-variables";
import { ERRORS } from "../lib/errors";
import { projectRoot, sourceFiles } from "../test/code-rules/files";
import { COMMANDS } from "./commands";

const OPERATE = "docs/operate";
const FOLDERS = [".", OPERATE, "docs/integrate"];
const documents = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name)),
);
const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const operatorsText = [...documents.filter((file) => file.startsWith(OPERATE)), `${OPERATE}/files/bankside.env`]
  .map(read)
  .join("\n");

/** Names in capitals of the shell, of Node, and of TLS. */
const FOREIGN = ["DUMP", "OWNER", "TLS", "NODE_ENV", "NODE_EXTRA_CA_CERTS", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"];
/** The name of a connection in pg_stat_activity. */
const CONNECTION = "checkout";

/** Each command line of the tool in a text, without what follows it. */
function commandLines(text: string): string[] {
  const joined = text.replaceAll("\\\n", " ");
  const calls = joined.matchAll(/(?:npm run (?:-s )?bankside --|`bankside) ([^`\n]*)/g);
  return [...calls].map(([, rest = ""]) => (rest.split(/ [#<>|] |[;)]/, 1)[0] ?? "").trim());
}

/** What is wrong with a command line; null: nothing. */
function faultOf(line: string): string | null {
  const words = line.replaceAll(/"[^"]*"/g, "text").split(/\s+/);
  if (/^[-<]/.test(line) || line === CONNECTION) return null;
  const command = COMMANDS.find(({ name }) => `${line} `.startsWith(`${name} `));
  const isFamily = COMMANDS.some(({ name }) => name.startsWith(`${line} `));
  if (!command) return isFamily ? null : `no command: ${line}`;
  const options = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2).split("=", 1)[0] ?? "");
  const unknown = options.filter((name) => !(name in command.options) && name !== "json" && name !== "help");
  return unknown.length > 0 ? `${command.name} has no --${unknown.join(" --")}` : null;
}

it("the demo's users in the README exist, with the merchants that it names", () => {
  const demo = read("server/demo/ensure-demo.ts");
  const users = [...read("README.md").matchAll(/`(\w+@\w+\.example)`/g)].map(([, email = ""]) => email);
  expect(users).toEqual(["rui@ribeira.example", "helena@operator.example"]);
  expect(demo).toMatch(/email: "rui@ribeira\.example", .*, partnerId: PARTNER\.id \}/);
  // Without a merchant or a partner: the operator's.
  expect(demo).toMatch(/OPERATOR_EMAIL = "helena@operator\.example";/);
  expect(demo).toMatch(/email: OPERATOR_EMAIL, name: "[^"]*", role: "owner" \}/);
  expect(demo.match(/brandName: "/g)).toHaveLength(3);
  expect(demo.match(/partnerId: PARTNER\.id \},\n {2}\{ id: DEMO_MERCHANT_IDS/g)).toHaveLength(2);
});

describe("commands", () => {
  it("in the documents exist, with their options", () => {
    const found = documents.flatMap((file) => commandLines(read(file)).map((line) => ({ file, line })));
    expect(found.length).toBeGreaterThan(40);
    const faults = found.map(({ file, line }) => ({ file, fault: faultOf(line) })).filter(({ fault }) => fault);
    expect(faults).toEqual([]);
  });

  it("that do not exist, or have other options, are found (control)", () => {
    const text = "npm run -s bankside -- user invent\n`bankside merchant create --colour red` and `bankside migrate`";
    expect(commandLines(text).map(faultOf)).toEqual([
      "no command: user invent",
      "merchant create has no --colour",
      null,
    ]);
  });
});

/** Names in capitals that a text assigns, or names alone in backticks. */
function namesIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)=|`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g);
  return [...new Set([...found].map(([, assigned, named]) => assigned ?? named ?? ""))];
}

const unknownNames = (text: string) =>
  namesIn(text).filter((name) => !(name in VARIABLES) && !FOREIGN.includes(name) && !(name in ERRORS));

describe("settings", () => {
  it("in the operator's documents exist", () => {
    expect(namesIn(operatorsText).length).toBeGreaterThan(15);
    expect(unknownNames(operatorsText)).toEqual([]);
  });

  it("that do not exist are found (control)", () => {
    expect(unknownNames("Set `BASE_URI`, or PORTS=1.")).toEqual(["BASE_URI", "PORTS"]);
  });

  it("that are required outside the demo are in the example of settings", () => {
    const example = namesIn(read(`${OPERATE}/files/bankside.env`));
    const required = Object.entries(VARIABLES).flatMap(([name, variable]) => ("needed" in variable ? [name] : []));
    expect(required.filter((name) => !example.includes(name))).toEqual([]);
  });
});

/** The messages that the product logs with `alert: true`, also in a value that is spread. */
function alertMessages(): string[] {
  const calls = sourceFiles("server", /(?<![.]test)[.]ts$/).flatMap((file) => [
    ...read(file).matchAll(/log\(\)\.error\(\s*\{[^}]*(?:alert: true|[.]{3}(?:urgency|about))[^}]*\},\s*"([^"]+)"/g),
  ]);
  return calls.map(([, message = ""]) => message);
}

describe("alerts", () => {
  const unnamed = (text: string) => alertMessages().filter((message) => !text.includes(`\`${message}\``));

  it("of the product are in the list of monitoring.md", () => {
    expect(alertMessages().length).toBeGreaterThanOrEqual(9);
    expect(unnamed(read(`${OPERATE}/monitoring.md`))).toEqual([]);
  });

  it("that are not in the list are found (control)", () => {
    const text = read(`${OPERATE}/monitoring.md`);
    expect(unnamed(text.replace("`a bank cannot be called`", ""))).toContain("a bank cannot be called");
  });
});

it("the rollback guide points the link back before the restore, which runs the migrations of the linked release", () => {
  const [, rollback = ""] = /\*\*Rollback\.\*\* (.*)/.exec(read(`${OPERATE}/backup-and-upgrade.md`)) ?? [];
  expect(rollback).toMatch(/`ln -sfn \/opt\/bankside-1 \/opt\/bankside`.*\(#restore\)/);
});

/** The first migration after the release of which the guide describes the upgrade. */
const FIRST_OF_UPGRADE = "20261130";

/** Migrations of the upgrade that build an index of an earlier migration's table. */
function indexedMigrations(): string[] {
  const names = readdirSync(path.join(projectRoot, "prisma/migrations")).filter((name) => name >= FIRST_OF_UPGRADE);
  return names.filter((name) => {
    const sql = read(`prisma/migrations/${name}/migration.sql`);
    const own = [...sql.matchAll(/CREATE TABLE "?(\w+)/g)].map(([, table]) => table);
    const indexed = [...sql.matchAll(/CREATE (?:UNIQUE )?INDEX "?\w+"?\s+ON "?(\w+)/g)].map(([, table]) => table);
    return indexed.some((table) => !own.includes(table));
  });
}

describe("migrations that build an index of a table with rows", () => {
  const unnamed = (text: string) => indexedMigrations().filter((name) => !text.includes(`\`${name}\``));

  it("are named in the upgrade guide", () => {
    expect(indexedMigrations().length).toBeGreaterThanOrEqual(9);
    expect(unnamed(operatorsText)).toEqual([]);
  });

  it("that are not named are found (control)", () => {
    const [name = ""] = indexedMigrations();
    expect(unnamed(operatorsText.replaceAll(name, ""))).toEqual([name]);
  });
});

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return headings.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Whether a link of a document leads to a file, or folder, and to a heading of it. */
function leads(file: string, link: string): boolean {
  const [target = "", anchor] = link.split("#");
  const to = target === "" ? file : path.join(path.dirname(file), target);
  if (!existsSync(path.join(projectRoot, to))) return false;
  return anchor === undefined || !to.endsWith(".md") || anchorsOf(to).includes(anchor);
}

describe("links", () => {
  it("of the documents lead to files and headings", () => {
    const links = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = ""]) => ({ file, link })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ file, link }) => !link.startsWith("/") && !leads(file, link))).toEqual([]);
  });

  it("to what does not exist are found (control)", () => {
    const links = ["none.md", "run.md#no-such-heading", "run.md#network", "files/nginx.conf"];
    expect(links.map((link) => leads(`${OPERATE}/README.md`, link))).toEqual([false, false, true, true]);
  });

  it("of the index name every page of the folder", () => {
    const index = read(`${OPERATE}/README.md`);
    const pages = documents.filter((file) => path.dirname(file) === OPERATE).map((file) => path.basename(file));
    expect(pages.filter((name) => name !== "README.md" && !index.includes(`(${name})`))).toEqual([]);
  });
});
