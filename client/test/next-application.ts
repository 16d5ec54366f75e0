import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Example } from "./guides";

type Start = (file: string, env: Record<string, string>, args: readonly string[]) => ChildProcess;

/** The only route of the application that Next builds. */
export const ROUTE = "app/api/bankside/route.ts";
export const NEXT = "node_modules/next/dist/bin/next";

/** Next's type of a route, as in its generated types. Control: a route of another type is refused. */
const NEXT_TYPES = `
import type { NextRequest } from "next/server";
import { POST } from "./app/api/bankside/route";

type Handler = (request: NextRequest, context: { params: Promise<object> }) => Response | Promise<Response>;
export const handler: Handler = POST;
// @ts-expect-error a route returns a Response
export const other: (request: NextRequest) => Promise<string> = POST;
`;
const OPTIONS = {
  ...{ noEmit: true, strict: true, target: "es2022", module: "esnext", moduleResolution: "bundler", jsx: "preserve" },
  ...{ types: ["node"], skipLibCheck: true, allowImportingTsExtensions: true, paths: { "@/*": ["./*"] } },
};

/** Changed examples are beside the guide's own; they are run and not checked. */
const EXCLUDED = ["changed-*", "package", "node_modules"];

/** Files beside the guide's receivers in their folder. */
export const SUPPORT_FILES: readonly Example[] = [
  {
    file: "tsconfig.json",
    code: JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"], exclude: EXCLUDED }),
  },
  { file: "next-types.ts", code: NEXT_TYPES },
].map((one) => ({ ...one, output: null }));

/** Builds the folder with Next, which also checks its types. */
export async function buildNext(start: Start): Promise<void> {
  const child = start(NEXT, { NEXT_TELEMETRY_DISABLED: "1" }, ["build", "--webpack"]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Next does not build the guide's route: ${output}`);
}

/** The lines that a receiver prints. Of Next's own lines only "Ready" counts, as "listening". */
export async function* linesOf(child: ChildProcess, isNext: boolean): AsyncGenerator<string, undefined> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (!isNext || /^(order|refused)/.test(line)) yield line;
    else if (line.includes("Ready in")) yield "listening";
  }
}
