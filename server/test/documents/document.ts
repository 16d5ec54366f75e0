import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { match } from "../../http/match-route";
import { openApiDocument } from "../../http/openapi/openapi";
import { errorSchemaName } from "../../http/openapi/openapi-errors";
import { EXAMPLE_BASE_URL } from "../../http/openapi/openapi-file";
import { ERRORS, type ErrorCode } from "../../lib/errors";
import { isUrl } from "../../lib/net/parse-url";
import { NO_ENDPOINT } from "./answers";

type Header = { $ref?: string; required?: boolean; schema: object };
type Response = { headers?: Record<string, Header>; content?: Record<string, { schema: object }> };
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response & { $ref?: string }> }>>;
  components: { headers: Record<string, Header>; responses: Record<string, Response> };
};
export type Called = { method: string; pathname: string };
export type Answered = { status: number; headers: Headers; text: string };

let judge: { document: Document; compile(pointer: string): ValidateFunction } | undefined;

/** The document for checks of the product. */
export function strictDocument(): unknown {
  return closed(openApiDocument(EXAMPLE_BASE_URL));
}

/**
 * The strict version of the document for tests: an object has its listed properties and no others. For integrators most
 * objects are open, because fields are added without a new version; in a test, an unlisted field is a mistake in the
 * document or the product.
 */
function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (part === null || typeof part !== "object") return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isOpen = copy["type"] === "object" && "properties" in copy && !("additionalProperties" in copy);
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as T;
}

/**
 * The violations of an answer, for calls that Prism does not check: calls of no operation (an unknown path, a wrong
 * method, HEAD), and calls of the handler in process. Empty when there is none.
 */
export function violationsOf({ method, pathname }: Called, answered: Answered): string[] {
  judge ??= newJudge();
  const isHead = method === "HEAD";
  const found = match(isHead ? "GET" : method, pathname);
  if (found.kind !== "found") {
    const code = found.kind === "none" ? "NOT_FOUND" : "METHOD_NOT_ALLOWED";
    return pathname === "/openapi.json" ? [] : refusal(code, answered);
  }
  const { path, method: verb } = found.endpoint;
  const given = judge.document.paths[path]?.[verb.toLowerCase()]?.responses[String(answered.status)];
  const shared = given?.$ref?.split("/").at(-1);
  const response = shared ? judge.document.components.responses[shared] : given;
  const place = shared
    ? ["components", "responses", shared]
    : ["paths", path, verb.toLowerCase(), "responses", String(answered.status)];
  if (!response) return [`the status ${answered.status} is not in the document`];
  const missing = Object.entries(response.headers ?? {})
    .map(([name, header]) => [name, header.$ref ? judge?.document.components.headers[name] : header] as const)
    .filter(([name, header]) => header?.required && !answered.headers.has(name))
    .map(([name]) => `the header ${name} is missing`);
  if (isHead || !response.content) return [...missing, ...(answered.text === "" ? [] : ["there is a body"])];
  return [...missing, ...bodyViolations([...place, "content", "application/json", "schema"], answered)];
}

/** The endpoint of a call. */
export function endpointOf({ method, pathname }: Called): string {
  const found = match(method === "HEAD" ? "GET" : method, pathname);
  return found.kind === "found" ? found.endpoint.id : NO_ENDPOINT;
}

function refusal(code: ErrorCode, answered: Answered): string[] {
  const { status } = ERRORS[code];
  const wrongStatus = answered.status === status ? [] : [`the status is ${answered.status} and not ${status}`];
  const noAllow = status === 405 && !answered.headers.has("allow") ? ["the header Allow is missing"] : [];
  if (answered.text === "" && wrongStatus.length === 0) return noAllow;
  return [...wrongStatus, ...noAllow, ...bodyViolations(["components", "schemas", errorSchemaName(code)], answered)];
}

function bodyViolations(place: readonly string[], { headers, text }: Answered): string[] {
  const type = headers.get("content-type");
  if (!type?.startsWith("application/json")) return [`the media type is ${type}`];
  const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const validate = judge?.compile(`#/${pointer}`);
  if (!validate || validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`);
}

function newJudge() {
  const document = strictDocument() as Document;
  const ajv = newAjv();
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  const compile = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${encodeURI(pointer)}` });
    compiled.set(pointer, known);
    return known;
  };
  return { document, compile };
}

/** JSON Schema 2020-12, with the formats that the document uses. */
export function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
  ajv.addFormat("email", /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat("uri", (text: string) => isUrl(text));
  return ajv;
}
