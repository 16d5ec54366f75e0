import type { Outputs } from "../../ui/queries";
import { type CallShape, type CompleteCall, completeRecorded, VARIABLE } from "./complete-call";
import type { KnownOperation } from "./known-operation";

type Recorded = Outputs["developers"]["calls"]["get"];

/**
 * A request to write as code. `notes`: comments above it, without quotes and brackets, which an interactive zsh reads
 * there too.
 */
export type CodeOfCall = {
  baseUrl: string;
  operation: Pick<CallShape, "path" | "auth"> & { id: string; method: string };
  call: CompleteCall;
  idempotencyKey: string | null;
  notes: readonly string[];
};

const INDENT = 2;
/** The access token, as token.sh of the guides names it. */
const TOKEN = "BANKSIDE_TOKEN";
const CLIENT_CREDENTIALS = ["BANKSIDE_CLIENT_ID", "BANKSIDE_CLIENT_SECRET"];

/** The request as a curl command for a POSIX shell. Secrets are variables of the shell; a comment names them. */
export function curlOfCall({ baseUrl, operation, call, idempotencyKey: key, notes }: CodeOfCall): string {
  const { method, auth, path } = operation;
  const token = auth === "bearer";
  const hasBody = call.body !== undefined;
  const lines = [
    `curl -sS -w '\\n' ${method === "GET" ? "" : `-X ${method} `}${quoted(baseUrl + addressOfCall(path, call))}`,
    ...(token ? [`-H "Authorization: Bearer $${TOKEN}"`] : []),
    ...(hasBody ? ['-H "Content-Type: application/json"'] : []),
    ...(key === null ? [] : [`-H ${quoted(`Idempotency-Key: ${key}`)}`]),
    ...(hasBody ? [`-d ${quoted(JSON.stringify(call.body, null, INDENT))}`] : []),
  ];
  const comments = [...notesOf([...(token ? [TOKEN] : []), ...call.variables], call), ...notes];
  return [...comments.map((note) => `# ${note}`), lines.join(" \\\n  ")].join("\n");
}

/** The request with the TypeScript client, as a module that prints the response. */
export function typescriptOfCall({ baseUrl, operation, call, idempotencyKey: key, notes }: CodeOfCall): string {
  const options = key === null ? "" : `, { idempotencyKey: ${JSON.stringify(key)} }`;
  // The client takes a body, or the values of path and query; a payment token in the body.
  const input = call.body === undefined ? { ...call.params, ...call.query } : { ...call.query, ...Object(call.body) };
  const variables = new Set([...CLIENT_CREDENTIALS, ...call.variables]);
  const comments = [...notesOf([...variables], call), ...notes];
  return [
    "// Save as call.mts, and run: npx --yes tsx call.mts",
    ...comments.map((note) => `// ${note}`),
    'import { createBankside } from "@bankside/client";',
    "",
    "const bankside = createBankside({",
    `  baseUrl: ${JSON.stringify(baseUrl)},`,
    '  clientId: process.env.BANKSIDE_CLIENT_ID ?? "",',
    '  clientSecret: process.env.BANKSIDE_CLIENT_SECRET ?? "",',
    "});",
    `const answer = await bankside.${operation.id}(${literal(input)}${options});`,
    "console.log(answer);",
    "",
  ].join("\n");
}

/** A request of the log to write as code: nothing in it is redacted. `operation`: null if none has its path. */
export function recordedCode(given: {
  call: Pick<Recorded, "sent" | "method" | "path" | "idempotencyKey">;
  operation: KnownOperation | null;
  baseUrl: string;
}): CodeOfCall {
  const { sent, method, path, idempotencyKey } = given.call;
  const { query, body, isCut } = sent;
  const operation = given.operation ?? {
    ...{ id: "", method, path: path.split("/").map(encodeURIComponent).join("/"), auth: "public" as const },
    ...{ hasBody: body !== undefined, parameters: [], variants: [], example: null },
  };
  const call = completeRecorded(operation, { params: pathValues(operation.path, path), query: query ?? {}, body });
  // A key is refused with another body than its first one.
  const isSame = call.leftOut.length + call.examples.length + call.variables.length === 0 && !isCut;
  const notes = [
    ...(isSame || idempotencyKey === null ? [] : ["Without the idempotency key, because the body differs"]),
    ...(isCut ? ["The end of the request is missing from the log"] : []),
  ];
  return { baseUrl: given.baseUrl, operation, call, idempotencyKey: isSame ? idempotencyKey : null, notes };
}

function notesOf(variables: readonly string[], { examples, leftOut }: CompleteCall): string[] {
  const entries = leftOut.map((name) => name.replaceAll(/\[(\d+)\]/g, ".$1"));
  return [
    ...(variables.length > 0 ? [`Set first: ${variables.join(", ")}`] : []),
    ...(examples.length > 0 ? [`Replace these examples: ${examples.join(", ")}`] : []),
    ...(entries.length > 0 ? [`Without the redacted parts: ${entries.join(", ")}`] : []),
  ];
}

/** In single quotes, with variables outside of them. */
function quoted(text: string): string {
  const plain = text.replaceAll("'", `'\\''`);
  return `'${plain.replace(VARIABLE, `'"$$$1"'`)}'`;
}

/** A value in TypeScript: JSON with unquoted names where possible. */
function literal(value: object): string {
  const text = JSON.stringify(value, null, INDENT).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
  return text.replace(new RegExp(`"${VARIABLE.source}"`, "g"), 'process.env.$1 ?? ""');
}

/** The values of a path's placeholders: `/links/{id}` and `/links/7` give `{ id: "7" }`. */
export function pathValues(template: string, path: string): Record<string, string> {
  const given = path.split("/");
  return Object.fromEntries(
    template.split("/").flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), given[at] ?? ""]] : [])),
  );
}

/** Path and query, escaped. */
function addressOfCall(template: string, { params, query }: CompleteCall): string {
  const path = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : escaped(value);
  });
  const search = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return search.length > 0 ? `${path}?${search.join("&")}` : path;
}

/** Escapes a value but no variable in it. */
function escaped(value: string | number): string {
  return encodeURIComponent(value).replace(/%EE%80%80(\w+)%EE%80%81/g, "\uE000$1\uE001");
}
