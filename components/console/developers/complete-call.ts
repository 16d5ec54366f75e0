import { isOwnValue, type Operation, type OperationField, valueAt, variantOf } from "./known-operation";

/** The parts of an operation that complete a request of it. */
export type CallShape = Pick<Operation, "path" | "auth" | "hasBody" | "parameters" | "variants" | "example">;

/** The values of the path and of the query, and the body. */
export type CallParts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

/** A request that can be sent. The lists name fields as the contract does: `redirect_urls`, `order.order_id`. */
export type CompleteCall = {
  params: Record<string, string | number>;
  query: Record<string, string | number>;
  body: unknown;
  /** The variables in the place of values that only the caller has. */
  variables: string[];
  /** Fields with the documented example in the place of a redacted or missing value. */
  examples: string[];
  /** Optional fields whose value was redacted. */
  leftOut: string[];
};

type Json = Record<string, unknown>;

/** What the request log has in the place of a redacted value (server/http/call-log/redact.ts). */
export const REDACTED = "[redacted]";
/** Around the name of a variable in a value: private-use characters, which are in no request. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
/** A variable in a text. */
export const VARIABLE = new RegExp(`${OPEN}(\\w+)${CLOSE}`, "g");
/** The examples of required parameters of a query. */
const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = { country: "PT" };

/**
 * A call of the log that can be sent. In the place of a redacted value: a variable for a token, a secret or an ID; else
 * the documented example if the field is required; else nothing. Values that were missing stay missing, so that the
 * call's error repeats.
 */
export function completeRecorded(operation: CallShape, recorded: CallParts): CompleteCall {
  const call: CompleteCall = { params: {}, query: {}, body: undefined, variables: [], examples: [], leftOut: [] };
  fillParameters(operation, recorded, call);
  if (operation.hasBody) call.body = completeBody(operation, recorded, call);
  return call;
}

function variable(call: CompleteCall, name: string): string {
  const upper = `BANKSIDE_${name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase()}`;
  if (!call.variables.includes(upper)) call.variables.push(upper);
  return OPEN + upper + CLOSE;
}

/** The `id` of `/payment-links/{id}` is a `payment_link_id`. */
function longNameOf(name: string, path: string): string {
  const [, collection] = /\/([\w-]+)s\/\{id\}/.exec(path) ?? [];
  return name === "id" && collection ? `${collection.replaceAll("-", "_")}_id` : name;
}

function fillParameters(operation: CallShape, given: CallParts, call: CompleteCall): void {
  const known = new Set(operation.parameters.map(({ path }) => path[0]));
  for (const [name, value] of Object.entries(given.query).filter(([key]) => !known.has(key))) {
    if (isRedacted(value)) call.leftOut.push(name);
    else call.query[name] = String(value);
  }
  for (const { in: location, path, required, kind } of operation.parameters) {
    const [name = ""] = path;
    const [from, to] = location === "path" ? [given.params, call.params] : [given.query, call.query];
    const value = from[name];
    if (value === undefined || value === null || value === "") continue;
    if (!isRedacted(value)) {
      to[name] = kind === "integer" && /^\d+$/.test(String(value)) ? Number(value) : String(value);
    } else if (isOwnValue(name)) to[name] = variable(call, longNameOf(name, operation.path));
    else if (required) {
      to[name] = PARAMETER_EXAMPLES[name] ?? variable(call, name);
      call.examples.push(name);
    } else call.leftOut.push(name);
  }
}

function completeBody(operation: CallShape, given: CallParts, call: CompleteCall): unknown {
  const { example, variants } = operation;
  const body = withoutRedacted(given.body, "", call);
  if (!isObject(body)) return body;
  const redacted = [...call.leftOut];
  for (const field of variants[variantOf(operation, given.body)]?.fields ?? []) {
    const name = field.path.join(".");
    const wasRedacted = redacted.some((one) => name === one || name.startsWith(`${one}.`));
    if (field.required && valueAt(body, field.path) === undefined && wasRedacted) {
      putRequired(body, field, example, call);
    }
  }
  call.leftOut = call.leftOut.filter((name) => !call.examples.some((one) => `${one}.`.startsWith(`${name}.`)));
  return body;
}

/** A body without its redacted values; those that only the caller has become variables. */
function withoutRedacted(value: unknown, name: string, call: CompleteCall): unknown {
  if (Array.isArray(value)) {
    const inner = value.map((one, index) => withoutRedacted(one, `${name}[${index}]`, call));
    return inner.filter((one) => one !== undefined);
  }
  if (isObject(value)) {
    const inner = Object.entries(value).map(([key, one]) => {
      return [key, withoutRedacted(one, name === "" ? key : `${name}.${key}`, call)] as const;
    });
    return Object.fromEntries(inner.filter(([, one]) => one !== undefined));
  }
  if (!isRedacted(value)) return value;
  const last = name.split(".").at(-1) ?? "";
  if (isOwnValue(last)) return variable(call, last);
  call.leftOut.push(name);
  return undefined;
}

function putRequired(body: Json, field: OperationField, example: unknown, call: CompleteCall): void {
  const last = field.path.at(-1) ?? "";
  const shown = valueAt(example, field.path) ?? field.choices[0];
  const isOwn = isOwnValue(last) || shown === undefined;
  let at = body;
  for (const key of field.path.slice(0, -1)) {
    const inner = isObject(at[key]) ? at[key] : {};
    at[key] = inner;
    at = inner;
  }
  at[last] = isOwn ? variable(call, last) : shown;
  if (!isOwn) call.examples.push(field.path.join("."));
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isRedacted(value: unknown): boolean {
  return typeof value === "string" && value.includes(REDACTED);
}
