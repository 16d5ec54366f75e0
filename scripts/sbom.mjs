// `npm run sbom [-- file]`: the components of an installation, as CycloneDX JSON: the lockfile's packages for
// production, with their hashes, without the tools of `npm test`.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/steps.mjs";

const read = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/** The whole lockfile, as npm describes it. */
function describeAll() {
  const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const flags = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  // Overrides NODE_ENV and npm's settings: the production packages are selected below.
  for (const kind of ["dev", "optional", "peer"]) flags.push("--include", kind);
  const options = { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 };
  return JSON.parse(execFileSync(program, [...first, "sbom", ...flags], options));
}

// Not npm's own --omit dev: npm 11.19 also omits packages that a test tool needs too (esbuild, pino and zod, here).
function production() {
  const packages = Object.entries(read("package-lock.json").packages);
  const installed = packages.filter(([where, entry]) => where.includes("node_modules/") && !entry.dev && !entry.link);
  return new Set(
    installed.map(([where, { name, version }]) => `${name ?? where.split("node_modules/").at(-1)}@${version}`),
  );
}

const bom = describeAll();
const kept = production();
const once = (all, key) => [...new Map(all.map((one) => [one[key], one])).values()];
// npm 10 lists a package once for each folder that contains it.
bom.components = once(bom.components, "bom-ref").filter((component) => kept.has(component["bom-ref"]));
const isNamed = (ref) => kept.has(ref) || ref === bom.metadata.component["bom-ref"];
bom.dependencies = once(bom.dependencies, "ref")
  .filter(({ ref }) => isNamed(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isNamed) }));
// npm uses the folder's name.
bom.metadata.component.name = read("package.json").name;
const file = path.resolve(process.argv[2] ?? path.join(root, "sbom.cdx.json"));
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${file}: CycloneDX ${bom.specVersion}, ${bom.components.length} components`);
