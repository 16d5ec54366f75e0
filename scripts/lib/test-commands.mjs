import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

const SIZE = /^ {2}"?([^":\n]+)"?: \{ sample: ([\d_]+), full: ([\d_]+) \}/gm;
const USED = /\bsizeOf\("([^"]+)"\)/g;

const read = (file) => readFileSync(path.join(root, file), "utf8");
const readIfThere = (file) => (existsSync(path.join(root, file)) ? read(file) : "");
const rowsOfDepth = [...read("verification/depth.ts").matchAll(SIZE)];

/** The command that runs a present test: `npm test`, there in full or as a sample, or only `npm run test:deep`. */
export function commandOf({ file, body, context }) {
  const options = context.join("\n");
  if (/[.]deep[.]test[.]/.test(file) || /\btags?: "@?deep"/.test(options)) return "test:deep";
  const sizes = [...sizesIn(file, `${options}\n${body}`)].map((name) => {
    const [, , sample, full] = rowsOfDepth.find(([, size]) => size === name);
    return `${sample} of ${full} ${name}`.replaceAll("_", ",");
  });
  const inPart = /\btags?\b(?!: "@money")/.test(options) ? ["those without @deep"] : [];
  const parts = [...sizes, ...inPart];
  const command = parts.length === 0 ? "npm test" : `npm test: ${parts.join(", ")}; test:deep: all`;
  if (!file.startsWith("e2e/shopper/")) return command;
  return `${command}; phone and Firefox: ${/"@money"/.test(options) ? "npm test" : "test:deep"}`;
}

/** The sizes that a text of a file uses, directly or by declarations and imports of the file. */
function sizesIn(file, text) {
  const sizes = new Set([...text.matchAll(USED)].map(([, size]) => size));
  const words = new Set(text.match(/\w+/g));
  // A declaration begins at the start of a line.
  for (const part of read(file).split(/^(?=[a-z])/m)) {
    const [, names = "", from] = /^import (?:type )?\{([^}]*)\} from "([.][^"]*)"/.exec(part) ?? [];
    const [, name] = /^(?:export )?(?:async )?(?:const|let|function) (\w+)/.exec(part) ?? [];
    const declared = name ? [name] : (names.match(/\w+/g) ?? []);
    if (!declared.some((one) => words.has(one))) continue;
    const used = from ? readIfThere(path.posix.join(path.posix.dirname(file), `${from}.ts`)) : part;
    for (const [, size] of used.matchAll(USED)) sizes.add(size);
  }
  return sizes;
}
