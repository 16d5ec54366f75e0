import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot, sourceFiles } from "./files";

const files = sourceFiles(".", /[.](?:tsx?|mjs|prisma|md)$/);
const COMMENT = /^\s*(?:[/]?[*]|[/]{2,3}|#).*$|\s[/]{2,3}\s.*$/gm;
/** A path with a folder, from the root or from any folder; the build writes those of dist. */
const NAMED = /(?<![\w./@-])(?:[.]+[/])*((?!dist[/])(?:[\w[\].-]+[/])+[\w[\].-]+[.](?:tsx?|mjs|prisma|md))\b/g;

/** The paths in the comments of a source text that no file of the project ends with. */
function missingIn(text: string): string[] {
  const named = [...text.matchAll(COMMENT)].flatMap(([comment]) => [...comment.matchAll(NAMED)]);
  return named.map(([, name = ""]) => name).filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
}

describe("files that comments name", () => {
  it("exist", () => {
    const code = [".npmrc", ...files.filter((file) => !file.endsWith(".md"))];
    expect(code.length).toBeGreaterThan(1000);
    const missing = code.map((file) => [file, missingIn(readFileSync(path.join(projectRoot, file), "utf8"))] as const);
    expect(missing.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  it("control: are found if they do not exist", () => {
    const text = 'const a = "a/none.EXT"; // b/none.EXT\n/** `code-rules/files.EXT`, `./c/none.EXT` */\n# d/none.EXT\n';
    const found = missingIn(text.replaceAll("EXT", "ts"));
    expect(found).toEqual(["b/none.ts", "c/none.ts", "d/none.ts"]);
  });
});
