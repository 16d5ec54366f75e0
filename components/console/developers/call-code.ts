/** A request to write as code. `address`: path and query, escaped. */
export type CodeOfCall = {
  baseUrl: string;
  method: string;
  address: string;
  body: unknown;
  idempotencyKey: string | null;
  /** It needs an access token. */
  token: boolean;
};

const INDENT = 2;

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as a curl command for a POSIX shell. The token comes from the environment. */
export function curlOfCall({ baseUrl, method, address, body, idempotencyKey, token }: CodeOfCall): string {
  const headers = [
    ...(token ? ['-H "Authorization: Bearer $BANKSIDE_TOKEN"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(idempotencyKey === null ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
  ];
  const first = `curl -sS ${method === "GET" ? "" : `-X ${method} `}${quoted(baseUrl + address)}`;
  const data = body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, INDENT))}`];
  return [first, ...headers, ...data].join(" \\\n  ");
}

/** The request with the TypeScript client. `input`: the body, or the values of path and query. */
export function typescriptOfCall(call: {
  baseUrl: string;
  operation: string;
  input: unknown;
  idempotencyKey: string | null;
}): string {
  const { baseUrl, operation, input, idempotencyKey } = call;
  const key = idempotencyKey === null ? "" : `, { idempotencyKey: ${JSON.stringify(idempotencyKey)} }`;
  return [
    'import { createBankside } from "@bankside/client";',
    "",
    "const bankside = createBankside({",
    `  baseUrl: ${JSON.stringify(baseUrl)},`,
    '  clientId: process.env["BANKSIDE_CLIENT_ID"] ?? "",',
    '  clientSecret: process.env["BANKSIDE_CLIENT_SECRET"] ?? "",',
    "});",
    `const answer = await bankside.${operation}(${literal(input)}${key});`,
    "",
  ].join("\n");
}

/** A value in TypeScript: JSON with unquoted names where possible. */
function literal(value: unknown): string {
  const isNothing =
    value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
  if (isNothing) return "";
  return JSON.stringify(value, null, INDENT).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

/** The values of a path's placeholders: `/links/{id}` and `/links/7` give `{ id: "7" }`. */
export function pathValues(template: string, path: string): Record<string, string> {
  const given = path.split("/");
  return Object.fromEntries(
    template.split("/").flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), given[at] ?? ""]] : [])),
  );
}

/** The address of a recorded path and query: the log keeps the path decoded. */
export function addressOfCall(path: string, query: Readonly<Record<string, unknown>> | null): string {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const escaped = path.split("/").map((part) => encodeURIComponent(part).replaceAll("%3A", ":"));
  return escaped.join("/") + (search.size > 0 ? `?${search}` : "");
}
