import path from "node:path";
import { build, type Metafile } from "esbuild";

/** The imports of each file at runtime: type imports are removed, as in the product. */
export type RuntimeGraph = Map<string, string[]>;

/** All modules below `root` that `entryPoints` import, directly or not, with their imports; packages are external. */
export async function bundledInputs(root: string, entryPoints: readonly string[]): Promise<Metafile["inputs"]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: "out",
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
    loader: { ".css": "empty", ".woff2": "empty", ".svg": "empty" },
  });
  return metafile.inputs;
}

/** The import graph of all modules below `root` that `entryPoints` import, without the packages. */
export async function runtimeGraph(root: string, entryPoints: readonly string[]): Promise<RuntimeGraph> {
  const edges = Object.entries(await bundledInputs(root, entryPoints)).map(
    ([file, { imports }]): [string, string[]] => [
      file,
      imports.filter((entry) => !entry.external).map((entry) => path.posix.normalize(entry.path)),
    ],
  );
  return new Map(edges);
}

/** A cycle of imports, as its files; null when there is none. */
export function findCycle(graph: RuntimeGraph): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Every import of a file below one of `from` into a file below `to`. */
export function edgesBetween(graph: RuntimeGraph, from: string, to: string): string[] {
  return [...graph]
    .filter(([file]) => file.startsWith(from))
    .flatMap(([file, imports]) => imports.filter((next) => next.startsWith(to)).map((next) => `${file} → ${next}`));
}
