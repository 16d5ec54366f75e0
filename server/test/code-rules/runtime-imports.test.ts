import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary-folder";
import { projectRoot, sourceFiles } from "./files";
import { edgesBetween, findCycle, runtimeGraph } from "./runtime-graph";

const folder = temporaryFolder("graph");

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

describe("run-time imports", async () => {
  const pages = sourceFiles("app", /^(page|layout|route|error|not-found|loading|template)[.]tsx?$/);
  const graph = await runtimeGraph(projectRoot, ["server/main.ts", "server/cli/main.ts", ...pages]);

  it("are found", () => expect(graph.size).toBeGreaterThan(60));
  it("have no cycles", () => expect(findCycle(graph)).toBeNull());
  it("of components are only types of the server", () =>
    expect(edgesBetween(graph, "components/", "server/")).toEqual([]));
});

describe("the import check", () => {
  it("control: finds an added cycle and an added import, and allows type imports", async () => {
    write("server/a.ts", 'import { b } from "./b";\nexport const a = () => b;\n');
    write("server/b.ts", 'import { a } from "./a";\nexport const b = () => a;\n');
    write("server/c.ts", "export type C = string;\nexport const c = 1;\n");
    write("components/x.ts", 'import { c } from "../server/c";\nexport const x = c;\n');
    write("components/y.ts", 'import type { C } from "../server/c";\nexport const y: C = "";\n');
    const graph = await runtimeGraph(folder, ["server/a.ts", "components/x.ts", "components/y.ts"]);
    expect(findCycle(graph)).toEqual(["server/b.ts", "server/a.ts", "server/b.ts"]);
    expect(edgesBetween(graph, "components/", "server/")).toEqual(["components/x.ts → server/c.ts"]);
  });
});
