// Generates from docs/openapi.json the types of every operation (openapi-typescript) and a table of what a call needs at
// run time.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const HEADER = "// Generated from docs/openapi.json by `npm run generate -w client`. Not edited by hand.\n";
const root = path.resolve(import.meta.dirname, "../..");
const generated = path.join(root, "client/src/generated");

const text = readFileSync(path.join(root, "docs/openapi.json"), "utf8");
const options = { alphabetize: true, silent: true, transform: nothingIsNever };
const files = {
  "schema.ts": HEADER + astToString(await openapiTS(text, options)),
  "operations.ts": HEADER + operationsTable(JSON.parse(text)),
  "decimals.ts": HEADER + decimalsTable(JSON.parse(text)),
};
mkdirSync(generated, { recursive: true });
for (const [name, content] of Object.entries(files)) {
  const file = path.join(generated, name);
  // A file without changes stays as it is: tests that run at the same time read it.
  if (!existsSync(file) || readFileSync(file, "utf8") !== content) writeFileSync(file, content);
}

/** `not: {}` accepts no value: a forbidden field, which would otherwise have any type. */
function nothingIsNever({ not }) {
  if (not && Object.keys(not).length === 0) return ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
}

/** Method and path by operationId, with the document's rules for token, body and Idempotency-Key. */
function operationsTable(document) {
  const bearer = Object.entries(document.components.securitySchemes)
    .filter(([, { type, scheme }]) => type === "http" && scheme === "bearer")
    .map(([name]) => name);
  const isKey = ({ $ref, name }) => (name ?? lookUp(document, $ref).name) === "Idempotency-Key";
  const rows = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const facts = {
        method: method.toUpperCase(),
        path: address,
        token: (operation.security ?? []).some((way) => bearer.some((name) => name in way)),
        body: operation.requestBody !== undefined,
        keyed: (operation.parameters ?? []).some(isKey),
      };
      return `  ${operation.operationId}: ${JSON.stringify(facts)},`;
    }),
  );
  const comment = "/** What a call of each operation needs at run time. */";
  return `\n${comment}\nexport const OPERATIONS = {\n${rows.sort().join("\n")}\n} as const;\n`;
}

/** The decimals of each currency that differ from the default. */
function decimalsTable({ "x-currency-decimals": decimals }) {
  const comment = "/** Decimals of the currencies that have others than two (ISO 4217). */";
  return `\n${comment}\nexport const DECIMALS: Readonly<Record<string, number>> = ${JSON.stringify(decimals)};\n`;
}

/** The target of a reference inside the document (`#/components/…`). */
function lookUp(document, reference) {
  return reference
    .slice(2)
    .split("/")
    .reduce((part, key) => part[key], document);
}
