import type { Example } from "./guides";

/** What stands around Next's route in the test, and is not Next: it hands the module a request, and sends its answer. */
const SERVER_OF_ROUTE = `
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { POST } from "./app/api/bankside/route.ts";

createServer(async (incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const body = await buffer(incoming);
  const request = new Request(new URL(url, "http://localhost"), { method, headers, body });
  const answer = await POST(request).catch(() => new Response(null, { status: 500 }));
  outgoing.writeHead(answer.status).end();
}).listen(Number(process.env.PORT), () => console.log("listening"));
`;
/** How Next looks at a route (its generated types say so). */
const NEXT_TYPES = `
import type { NextRequest } from "next/server";
import { POST } from "./app/api/bankside/route";

type Handler = (request: NextRequest, context: { params: Promise<object> }) => Response | Promise<Response>;
export const handler: Handler = POST;
// @ts-expect-error a route answers a Response
export const other: (request: NextRequest) => Promise<string> = POST;
`;
const OPTIONS = {
  ...{ noEmit: true, strict: true, target: "es2022", module: "esnext", moduleResolution: "bundler", jsx: "preserve" },
  ...{ types: ["node"], skipLibCheck: true, allowImportingTsExtensions: true, paths: { "@/*": ["./*"] } },
};

/** What the test plants beside the examples, to be run and not to be read. */
const EXCLUDED = ["route-server.ts", "changed-*", "package", "node_modules"];

/** What stands beside the guide's receivers in the folder that they run in. */
export const PLANTED: readonly Example[] = [
  {
    file: "tsconfig.json",
    code: JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"], exclude: EXCLUDED }),
  },
  { file: "next-types.ts", code: NEXT_TYPES },
  { file: "route-server.ts", code: SERVER_OF_ROUTE },
].map((one) => ({ ...one, output: null }));
