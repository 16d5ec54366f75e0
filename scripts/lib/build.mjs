import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { underLock } from "./lock.mjs";
import { fingerprint } from "./sources.mjs";
import { mustRun, root, step, tool } from "./steps.mjs";

const COMMON = ["package-lock.json", "tsconfig.json", "scripts"];
const SERVER_SOURCES = ["server", "prisma", ...COMMON];
const ALL_SOURCES = ["app", "components", "public", "simbank", "next.config.mjs", "proxy.ts", ...SERVER_SOURCES];

// Each program has its own stamp; the tool's is for dist/cli.mjs.
const TOOL = { entryPoints: { cli: "server/cli/main.ts" }, stamp: "dist/.cli", sources: SERVER_SOURCES };
const SIMBANK = {
  entryPoints: { simbank: "simbank/src/standalone/main.ts" },
  stamp: "dist/.simbank",
  sources: ["simbank", ...SERVER_SOURCES],
};

/** The number of page builds that are kept: a running product serves from the build that it was started with. */
const BUILDS_KEPT = 3;

/**
 * Installs, generates and builds what is missing or out of date, and prints each step; takes a fraction of a second
 * when nothing is. Resolves with the folder of the built pages.
 */
export async function ensureBuilt() {
  await ensurePackages({ dev: false });
  if (isBuilt()) return pagesFolder();
  return underLock("build", async () => {
    if (isBuilt()) return pagesFolder();
    rmSync(path.join(root, "dist/.built"), { force: true });
    const built = fingerprint(ALL_SOURCES);
    const pages = pagesFolder();
    await generate();
    const entryPoints = { main: "server/main.ts", ...TOOL.entryPoints };
    await step("bundling the server", () => bundle({ ...TOOL, entryPoints }));
    // With a named folder the files of earlier builds are kept: a running product may not have read them yet.
    const script = [process.execPath, "scripts/build-browser.mjs", "dist/browser"];
    await step("bundling the browser's scripts", () => mustRun(script, "The browser's scripts could not be bundled."));
    await step("building the pages", () => buildPages(pages));
    writeFileSync(path.join(root, "dist/.built"), built);
    // Not computed again: changed sources would give another folder, which is not built.
    return pages;
  });
}

function isBuilt() {
  return isCurrent("dist/.built", ALL_SOURCES) && existsSync(path.join(root, pagesFolder()));
}

function pagesFolder() {
  return `.next-${fingerprint(ALL_SOURCES).slice(0, 12)}`;
}

/** The operator's tool needs no pages: only its bundle is built. */
export const ensureCli = () => ensureBundle(TOOL);

/** The simulated bank as a separate process renders its pages itself and needs none of Next's. */
export const ensureSimbank = () => ensureBundle(SIMBANK);

async function ensureBundle(program) {
  await ensurePackages({ dev: false });
  if (isCurrent(program.stamp, program.sources)) return;
  await underLock("build", async () => {
    if (isCurrent(program.stamp, program.sources)) return;
    await generate();
    await bundle(program);
  });
}

/**
 * Installs from the lockfile, unless its packages are installed. `dev`: the tools of `npm test` too. Returns whether it
 * did.
 */
export async function ensurePackages({ dev }) {
  if (isInstalled(dev)) return false;
  return underLock("build", async () => {
    if (isInstalled(dev)) return false;
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
    // The packages' install scripts are not needed: see ADR 52.
    const flags = [
      "ci",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      ...(dev ? ["--include=dev"] : []),
    ];
    const sentence = "npm ci failed. The packages come from the npm registry: check that this machine can reach it.";
    // npm is a script on Windows, which only a shell can run.
    const shell = npm.length === 1 && process.platform === "win32";
    await step("installing packages (a few minutes the first time)", () =>
      mustRun([...npm, ...flags], sentence, { shell }),
    );
    return true;
  });
}

/** Generates what the type check needs: the database client, the client's types, and Next's types of pages and styles. */
export async function ensureGenerated() {
  await underLock("build", async () => {
    await generate();
    await generateClient();
    const sentence = "The types of the pages could not be generated.";
    await mustRun(tool("next/dist/bin/next", "typegen"), sentence, { env: { NEXT_TELEMETRY_DISABLED: "1" } });
  });
}

async function generate() {
  const entries = ["prisma/schema", "package-lock.json"];
  const stamp = "server/generated/.stamp";
  if (isCurrent(stamp, entries)) return;
  const sentence = "The database client could not be generated from prisma/schema.";
  const command = tool("prisma/build/index.js", "generate");
  await step("generating the database client", () =>
    mustRun(command, sentence, { env: { PRISMA_HIDE_UPDATE_MESSAGE: "1" } }),
  );
  writeFileSync(path.join(root, stamp), fingerprint(entries));
}

async function generateClient() {
  const entries = ["docs/openapi.json", "client/scripts", "package-lock.json"];
  const stamp = "client/src/generated/.stamp";
  if (isCurrent(stamp, entries)) return;
  const sentence = "The client's types could not be generated from docs/openapi.json.";
  const command = [process.execPath, "client/scripts/generate.mjs"];
  await step("generating the client's types", () => mustRun(command, sentence));
  writeFileSync(path.join(root, stamp), fingerprint(entries));
}

// npm's own record of installed packages against the lockfile: correct after `npm ci`, `npm install` and a branch
// switch.
function isInstalled(dev) {
  const record = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages);
  return wanted.every(([where, entry]) => {
    // The project and its workspaces are sources: there is nothing to install.
    const isSource = !where.includes("node_modules/");
    const mayBeAbsent = isSource || entry.optional || entry.peer || entry.devOptional || (entry.dev && !dev);
    return mayBeAbsent || installed[where]?.version === entry.version;
  });
}

function isCurrent(stamp, entries) {
  const file = path.join(root, stamp);
  return existsSync(file) && readFileSync(file, "utf8") === fingerprint(entries);
}

/** Bundles each entry point into one file; packages stay in node_modules. */
async function bundle({ entryPoints, stamp, sources }) {
  rmSync(path.join(root, stamp), { force: true });
  const bundled = fingerprint(sources);
  const esbuild = await import("esbuild");
  await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    // Node would keep the text of every source: 3 MB. For a stack it needs only names and lines.
    sourcesContent: false,
    logLevel: "silent",
  });
  await esbuild.stop();
  writeFileSync(path.join(root, stamp), bundled);
}

// Next builds in .next. The result moves to its own folder beside it, because its relative paths lead up to
// node_modules: a build must not replace the pages of a running product.
async function buildPages(folder) {
  const [target, draft] = [path.join(root, folder), path.join(root, `${folder}.draft`)];
  // Built before from the same sources, as after a change back to them: complete, because it gets its name last. Only its
  // time changes, so that it counts as one of the newest.
  if (existsSync(target)) return utimesSync(target, new Date(), new Date());
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await mustRun(tool("next/dist/bin/next", "build"), "The pages could not be built.", { env });
  rmSync(draft, { recursive: true, force: true });
  const workshop = new Set(
    ["cache", "diagnostics", "trace", "trace-build", "types"].map((name) => path.join(root, ".next", name)),
  );
  cpSync(path.join(root, ".next"), draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !workshop.has(from),
  });
  renameSync(draft, target);
  const builds = readdirSync(root).filter((name) => /^[.]next-[0-9a-f]{12}$/.test(name));
  const newest = builds.sort((a, b) => statSync(path.join(root, b)).mtimeMs - statSync(path.join(root, a)).mtimeMs);
  for (const name of newest.slice(BUILDS_KEPT)) rmSync(path.join(root, name), { recursive: true, force: true });
}
