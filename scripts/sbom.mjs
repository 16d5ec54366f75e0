// `npm run sbom [-- file]`: what an installation consists of, as CycloneDX JSON: the packages of the lockfile that production
// installs, with their hashes, and none of the tools of `npm test`.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/steps.mjs";

const { name } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const file = path.resolve(process.argv[2] ?? path.join(root, "sbom.cdx.json"));
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
const [program, ...first] = npm;
const flags = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--omit", "dev", "--package-lock-only"];
const bom = JSON.parse(
  execFileSync(program, [...first, "sbom", ...flags], { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }),
);
// npm takes the name of the folder.
bom.metadata.component.name = name;
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${file}: CycloneDX ${bom.specVersion}, ${bom.components.length} components`);
