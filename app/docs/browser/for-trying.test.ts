import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "@/server/test/code-rules/files";
import { type Document, forTrying } from "./for-trying";

const given = JSON.parse(readFileSync(path.join(projectRoot, "docs/openapi.json"), "utf8")) as Document;
const operationsOf = ({ paths = {} }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));
const parametersOf = (document: Document) => [
  ...Object.values(document.components?.parameters ?? {}),
  ...operationsOf(document).flatMap(({ parameters = [] }) => parameters),
];
/** Whether each parameter with an example is required. */
const prefilled = (document: Document) =>
  parametersOf(document)
    .filter((parameter) => "example" in parameter || "examples" in parameter)
    .map(({ required }) => required ?? false);
/** How many operations need a token, and how many need any security. */
const wanting = (document: Document) => {
  const ways = operationsOf(document).map(({ security = [] }) => security);
  return {
    token: ways.filter((one) => one.some((way) => "bearer" in way)).length,
    any: ways.filter((one) => one.length > 0).length,
  };
};

describe("the document for trying", () => {
  it("has an example only for required parameters", () => {
    expect(prefilled(forTrying(given)).filter((required) => !required)).toEqual([]);
    expect(prefilled(forTrying(given))).toHaveLength(prefilled(given).filter((required) => required).length);
  });

  it("has a lock only where an access token is needed", () => {
    const drawn = wanting(forTrying(given));
    expect(drawn).toEqual({ token: wanting(given).token, any: drawn.token });
  });

  it("control: the published document has more of both, and is not changed", () => {
    const before = JSON.stringify(given);
    forTrying(given);
    expect(JSON.stringify(given)).toBe(before);
    expect(prefilled(given)).toContain(false);
    expect(wanting(given).any).toBeGreaterThan(wanting(given).token);
  });
});
