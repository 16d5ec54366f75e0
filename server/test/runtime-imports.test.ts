import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot, sourceFiles } from "./files";
import { edgesBetween, findCycle, runtimeGraph } from "./runtime-graph";

const planted = mkdtempSync(path.join(tmpdir(), "bankside-planted-"));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(planted, file)), { recursive: true });
  writeFileSync(path.join(planted, file), text);
};

describe("imports at run time", async () => {
  const pages = sourceFiles("app", /^(page|layout|route|error|not-found|loading|template)[.]tsx?$/);
  const graph = await runtimeGraph(projectRoot, ["server/main.ts", "server/cli/main.ts", ...pages]);

  it("are seen at all", () => expect(graph.size).toBeGreaterThan(60));
  it("never go round in a circle", () => expect(findCycle(graph)).toBeNull());
  it("of components take only types from the server", () =>
    expect(edgesBetween(graph, "components/", "server/")).toEqual([]));
});

describe("the check itself", () => {
  it("finds a planted circle and a planted import, and lets imports of types be", async () => {
    write("server/a.ts", 'import { b } from "./b";\nexport const a = () => b;\n');
    write("server/b.ts", 'import { a } from "./a";\nexport const b = () => a;\n');
    write("server/c.ts", "export type C = string;\nexport const c = 1;\n");
    write("components/x.ts", 'import { c } from "../server/c";\nexport const x = c;\n');
    write("components/y.ts", 'import type { C } from "../server/c";\nexport const y: C = "";\n');
    const graph = await runtimeGraph(planted, ["server/a.ts", "components/x.ts", "components/y.ts"]);
    expect(findCycle(graph)).toEqual(["server/b.ts", "server/a.ts", "server/b.ts"]);
    expect(edgesBetween(graph, "components/", "server/")).toEqual(["components/x.ts → server/c.ts"]);
  });
});
