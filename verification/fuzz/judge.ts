import { errorsOf } from "../../server/http/errors-of";
import { match } from "../../server/http/match-route";
import { ERRORS, type ErrorCode } from "../../server/lib/errors";
import { type Answered, violationsOf } from "../../server/test/documents/document";

/** An answer with its endpoint, status and code for the report, its data, and all its faults. */
export type Judged = { endpoint: string; status: number; code: string | null; data: unknown; wrong: string[] };

const SANE_ID = /^[A-Za-z0-9._-]{1,128}$/;
const WAIT = ["IDEMPOTENT_REQUEST_IN_PROGRESS", "TOO_MANY_REQUESTS"];
/** Internals that no answer may contain: file paths, database messages, stack traces. */
const INNARDS = /node_modules|\.tsx?:\d|prisma|postgres|\bSELECT\b|\n\s+at /i;

/**
 * Checks any answer of the API: the envelope; a status and code that the endpoint declares, and never a 5xx; the
 * headers; and the OpenAPI document.
 */
export function judge(request: Request, answered: Answered): Judged {
  const { method, headers, url } = request;
  const { pathname } = new URL(url);
  const { status, text } = answered;
  const found = match(method === "HEAD" ? "GET" : method, pathname);
  const endpoint = found.kind === "found" ? found.endpoint : null;
  const body = parsed(text);
  const { error, data } = (body ?? {}) as { error?: Failure; data?: unknown };
  const wrong = [
    ...violationsOf({ method, pathname }, answered),
    ...headerFaults(headers, answered, endpoint?.cacheControl),
  ];
  const code = error?.code ?? null;
  if (status >= 500) wrong.push(`the status is ${status}`);
  if (method !== "HEAD" && status !== 304) {
    wrong.push(...envelopeFaults(body, status));
    if (endpoint && code === null && status !== endpoint.success) wrong.push(`a success is ${endpoint.success} here`);
    if (endpoint && code !== null && !errorsOf(endpoint).includes(code as ErrorCode))
      wrong.push(`${code} is not declared`);
  }
  if (INNARDS.test(wordsOf(error))) wrong.push("the answer tells of what is inside");
  return { endpoint: endpoint?.id ?? `(${found.kind})`, status, code, data, wrong };
}

type Failure = { code?: string; message?: string; metadata?: { errors?: { message?: string }[] } };

/** The sentences of a failure, which the product writes; field names come from the caller and may be any text. */
function wordsOf(error: Failure | undefined): string {
  const messages = [error?.message, ...(error?.metadata?.errors ?? []).map(({ message }) => message)];
  return messages.map(String).join("\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The envelope has these keys and no others; each code has one status. */
function envelopeFaults(body: unknown, status: number): string[] {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return ["there is no envelope"];
  const { success, error } = body as {
    success?: unknown;
    error?: { code?: string; metadata?: { errors?: unknown[] } };
  };
  const keys = Object.keys(body).sort().join();
  if (success === true) return keys === "data,success" || keys === "data,pagination,success" ? [] : [`keys: ${keys}`];
  if (success !== false || keys !== "error,success" || !error) return [`no envelope: ${keys}`];
  const { code = "", metadata } = error;
  const known = (ERRORS as Record<string, { status: number }>)[code];
  if (known?.status !== status) return [`${code} has not the status ${status}`];
  return code === "VALIDATION_ERROR" && !metadata?.errors?.length ? ["no field is named"] : [];
}

const CHALLENGE = /^Bearer(, Basic realm="Bankside", charset="UTF-8")?$/;

function headerFaults(sent: Headers, { status, headers, text }: Answered, cacheControl: string | undefined): string[] {
  const wrong: string[] = [];
  const expect = (name: string, isRight: (value: string) => boolean) => {
    const value = headers.get(name);
    if (value === null || !isRight(value)) wrong.push(`${name}: ${value}`);
  };
  const given = sent.get("x-request-id") ?? "";
  expect("x-request-id", (value) => (SANE_ID.test(given) ? value === given : SANE_ID.test(value) && value !== given));
  const isCacheable = cacheControl !== undefined && status < 400;
  expect("cache-control", (value) => value === (isCacheable ? cacheControl : "no-store"));
  if (status !== 304) expect("content-type", (value) => value === "application/json; charset=utf-8");
  // The token endpoint adds the Basic challenge where the client sent Basic (RFC 6749 §5.2).
  const isBasic = /^basic\b/i.test(sent.get("authorization") ?? "");
  if (status === 401) expect("www-authenticate", (value) => CHALLENGE.test(value) && (isBasic || value === "Bearer"));
  if (status === 405) expect("allow", (value) => /^[A-Z]+(, [A-Z]+)*$/.test(value));
  if (WAIT.some((code) => text.includes(`"${code}"`))) expect("retry-after", (value) => /^[1-9]\d*$/.test(value));
  return wrong;
}
