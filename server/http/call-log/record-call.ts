import { log } from "../../lib/log";
import { MAX_UNKNOWN, type UnknownField } from "../known-fields";
import { loggedPath } from "../match-route";
import { type Call, isTest, type Reply } from "./call";
import { logCall } from "./call-log";
import type { CallRow } from "./call-store";
import { KEPT_OF_ANSWERS, KEPT_OF_BODIES, KEPT_OF_QUERIES, redact, redactName, redactPathValue, scrub } from "./redact";

const MAX_BODY_BYTES = 8 * 1024;
const MAX_PATH = 256;
const MAX_USER_AGENT = 256;
/** The most characters of a path or header that are searched for secrets. */
const MAX_SCRUBBED = 1024;

/** Records an answered call in the request log. Never throws, because the response is already being sent. */
export function recordCall(call: Call, reply: Reply): void {
  try {
    logCall(rowOf(call, reply));
  } catch (error) {
    log().error({ error, request_id: call.requestId }, "request log: a request was not logged");
  }
}

/**
 * The row of a call, without secrets and personal data. Without its bodies where neither caller nor merchant is known: no
 * merchant's log shows them, and a stranger could fill the disk with them.
 */
function rowOf(call: Call, reply: Reply): CallRow {
  const answer = answerOf(call, reply);
  const { subject, caller } = call;
  const isKnown = subject.merchantId !== undefined || (caller !== null && caller.kind !== "public");
  return {
    id: call.id,
    at: call.at.toISOString(),
    request_id: scrub(call.requestId),
    endpoint: call.endpoint?.id ?? null,
    method: call.method,
    path: pathOf(call),
    caller_kind: caller?.kind ?? null,
    actor_kind: caller?.actor.kind ?? null,
    actor_id: caller?.actor.id ?? null,
    partner_id: caller?.kind === "partner" ? caller.partnerId : null,
    merchant_id: subject.merchantId ?? (caller?.kind === "merchant" ? caller.merchantId : null),
    payment_request_id: subject.paymentRequestId ?? idIn(answer, "payment_request_id"),
    payment_link_id: subject.paymentLinkId ?? idIn(answer, "link_id"),
    test: isTest(call),
    status: reply.status,
    error_code: reply.code,
    duration_ms: Math.round(performance.now() - call.beganMs),
    ip: call.ip,
    user_agent: call.userAgent === null ? null : agentOf(call.userAgent),
    idempotency_key: call.idempotencyKey === null ? null : scrub(call.idempotencyKey),
    replayed: call.replayed,
    request: isKnown ? requestOf(call) : null,
    answer: !isKnown || answer === null ? null : jsonOf(redact(answer, KEPT_OF_ANSWERS)),
  };
}

/** Of a known endpoint's path only ids are left in place of its parameters: there is nothing more to search. */
function pathOf({ path, endpoint, params }: Call): string {
  if (endpoint === null) return textOf(loggedPath(path, redactPathValue), MAX_PATH);
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => redactPathValue(params[name] ?? ""));
}

function requestOf({ query, body, ignored }: Call): string | null {
  if (query === undefined && body === undefined && ignored.length === 0) return null;
  const kept = {
    query: redact(withoutIgnored(query, ignored, "query"), KEPT_OF_QUERIES),
    body: redact(withoutIgnored(body, ignored, "body"), KEPT_OF_BODIES),
  };
  return jsonOf(ignored.length === 0 ? kept : { ...kept, ignored: ignored.map(ignoredField) });
}

/**
 * Without the values of ignored fields; their names stay. One list says which values are kept for all endpoints, so a holder of
 * one payment or link token could store texts in a merchant's log under names that their endpoint does not have. Where there
 * may be more ignored fields than are listed, no value is kept.
 */
function withoutIgnored(value: unknown, ignored: readonly UnknownField[], place: UnknownField["place"]): unknown {
  if (ignored.length >= MAX_UNKNOWN) return redact(value, {});
  return ignored.filter((field) => field.place === place).reduce((left, { path }) => withoutValue(left, path), value);
}

function withoutValue(value: unknown, [name = "", ...rest]: string[]): unknown {
  if (value === null || typeof value !== "object") return value;
  const inner = (value as Record<string, unknown>)[name];
  return { ...value, [name]: rest.length === 0 ? {} : withoutValue(inner, rest) };
}

/** `{ field: "order.reference", meant: "order.payment_reference" }`; a parameter of the query begins with `?`. */
function ignoredField({ place, path, meant }: UnknownField): { field: string; meant: string | null } {
  return { field: (place === "query" ? "?" : "") + path.map(redactName).join("."), meant };
}

/** The response body; null for lists and public data, which are long and can be read again. */
function answerOf({ endpoint }: Call, { status, code, body, content }: Reply): unknown {
  const isLong = code === null && (endpoint?.paginated === true || endpoint?.cacheControl !== undefined);
  return isLong || status === 304 ? null : (content ?? JSON.parse(body));
}

/** The id of a created object, from the response: a replayed response runs no use-case that could set it. */
function idIn(answer: unknown, name: "payment_request_id" | "link_id"): string | null {
  const { data } = (answer ?? {}) as { data?: Record<string, unknown> };
  const id = data?.[name];
  return typeof id === "string" ? id : null;
}

const agents = new Map<string, string>();
const MAX_AGENTS = 500;

/** Programs send the same text with every call: the last ones are not searched again. */
function agentOf(userAgent: string): string {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const text = textOf(userAgent, MAX_USER_AGENT);
  if (agents.size >= MAX_AGENTS) agents.clear();
  agents.set(userAgent, text);
  return text;
}

/** The database accepts neither NUL nor half a surrogate pair. */
function textOf(text: string, max: number): string {
  return scrub(text.slice(0, MAX_SCRUBBED)).slice(0, max).replaceAll("\0", "\ufffd").toWellFormed();
}

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= MAX_BODY_BYTES) return text;
  return Buffer.from(text).subarray(0, MAX_BODY_BYTES).toString();
}
