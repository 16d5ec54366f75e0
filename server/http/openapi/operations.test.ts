import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot, sourceFiles } from "../../test/code-rules/files";
import { listOperations } from "./operations";

/** An operation as a text names it; a full stop after it ends the sentence. */
const NAMED = /\b(?:GET|POST|PATCH|PUT|DELETE) \/api\/v1\/[\w/:{}-]+/g;
const FOLDERS = ["app", "client/src/cli", "components", "docs/integrate", "docs/operate", "server"];
const PAGES = ["ARCHITECTURE.md", "README.md", "client/README.md"];

it("every operation that a page, a snippet, a message or a guide names is one of the API", () => {
  // A text may name a parameter by a shorter name.
  const shape = (text: string) => text.replaceAll(/\{\w+\}/g, "{}");
  const known = new Set(listOperations().map(({ method, path }) => shape(`${method} ${path}`)));
  const files = [...FOLDERS.flatMap((folder) => sourceFiles(folder, /(?<![.]test)[.](?:tsx?|md)$/)), ...PAGES];
  const named = files.flatMap((file) =>
    [...readFileSync(path.join(projectRoot, file), "utf8").matchAll(NAMED)].map(([text]) => ({ file, text })),
  );
  const withSnippet = named.filter(({ text }) => text === "POST /api/v1/embedded/payment-requests");
  expect(withSnippet.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["README.md", "components/console/checkout/settings.tsx"]),
  );
  expect(named.filter(({ text }) => !known.has(shape(text)))).toEqual([]);
});
