import type { Endpoint } from "../../server/lib/endpoint";

/** A request during its mutations. `text` and `bytes`, once set, replace the body. */
export type Draft = {
  method: string;
  /** Raw: already escaped. */
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: unknown;
  text?: string;
  bytes?: Uint8Array<ArrayBuffer>;
};

/** The parts of a valid call of an endpoint. */
export type Parts = { params: Record<string, string>; query: Record<string, string>; body: unknown };

const BASE = "http://bankside.test";
const LONG = 2_000;

/** A placeholder for the caller's current token, as for other values that change during the requests; see `Moving`. */
export const TOKEN = "__token__";

export function draftOf(endpoint: Endpoint, { params, query, body }: Parts): Draft {
  const path = Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    endpoint.path,
  );
  const headers = {
    ...(endpoint.auth === "bearer" ? { authorization: `Bearer ${TOKEN}` } : {}),
    ...(endpoint.body ? { "content-type": "application/json" } : {}),
  };
  return { method: endpoint.method, path, query: Object.entries(query), headers, body };
}

/** The body of a draft as text; empty when it has none. */
export function textOf({ text, body }: Draft): string {
  return text ?? (body === undefined ? "" : JSON.stringify(body));
}

/** The final request, and its curl command. `resolve` replaces the placeholders. */
export function seal(draft: Draft, resolve: (text: string) => string): { request: Request; curl: string } {
  const { method, path, query } = draft;
  const encoded = query.map(([name, value]) => `${encode(name)}=${encode(resolve(value))}`);
  const target = resolve(path) + (encoded.length > 0 ? `?${encoded.join("&")}` : "");
  const headers = Object.entries(draft.headers).map(([name, value]): [string, string] => [name, resolve(value)]);
  const bytes = draft.bytes ?? new Uint8Array(Buffer.from(resolve(textOf(draft))));
  const hasBody = method !== "GET" && method !== "HEAD" && bytes.length > 0;
  const request = new Request(BASE + target, { method, headers, ...(hasBody ? { body: bytes } : {}) });
  const flags = headers.map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`).join("");
  const data = hasBody ? ` --data-binary @- <<'END'\n${shown(bytes)}\nEND` : "";
  return { request, curl: `curl -i -X ${method} --path-as-is ${quoted(BASE + target)}${flags}${data}` };
}

/** Escapes a parameter, except escapes that a draft sends on purpose: `%` stays. */
function encode(text: string): string {
  return text.toWellFormed().replaceAll(/[^\w.~%-]/gu, encodeURIComponent);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function shown(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString();
  if (!Buffer.from(text).equals(bytes)) return `(base64) ${Buffer.from(bytes).toString("base64").slice(0, LONG)}`;
  return text.length > LONG ? `${text.slice(0, LONG)}… (${bytes.length} bytes)` : text;
}
