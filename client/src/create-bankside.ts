import createClient from "openapi-fetch";
import { BanksideError, errorOf, isRecord } from "./errors.js";
import { OPERATIONS } from "./generated/operations.js";
import { type RetryOptions, retryOptions } from "./retry.js";
import { type RepeatLimits, send, type Transport } from "./send.js";
import { tokenKeeper } from "./tokens.js";
import type { Bankside, CallOptions, Input, OperationId, Output } from "./types.js";
import { type BanksideWarning, warner } from "./warnings.js";

/** Options of a client. */
export type BanksideOptions = {
  /** Origin of the installation, such as `https://pay.example.com`; `/api/v1` at its end is accepted, a query is not. */
  baseUrl: string;
  /** From the Console, or from the operator of the installation. On servers only: never in a browser. */
  clientId: string;
  clientSecret: string;
  /** Time limit of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number;
  /** By default 5 attempts, with waits from 0.5 s, doubled each time, to 10 s. */
  retry?: Partial<RetryOptions>;
  /**
   * Called once for each mistake that the API reports beside a success, in test mode only: a field that had no effect, because
   * the API has none of that name. By default `console.warn` with the message; `() => {}` for none. An error that it throws is
   * printed, and fails no call.
   */
  onWarning?: (warning: BanksideWarning) => void;
  /** Replaces the runtime's own fetch. */
  fetch?: typeof fetch;
  /** The clock for the expiry of tokens and the time limit of a repeated refresh, in milliseconds. For tests. */
  nowMs?: () => number;
};

type AnyOptions = CallOptions & { idempotencyKey?: string };
/** openapi-fetch's types need a literal address; here an operation is called by its row of the table. */
type Rest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

const DEFAULT_TIMEOUT_MS = 30_000;
/** Timers hold 31 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/**
 * The POSTs without an idempotency key that are safe to retry: a payment token starts one payment, and setting a URL or
 * revoking a secret has the same result each time.
 */
const REPEATABLE_POSTS: ReadonlySet<string> = new Set([
  "initiatePayment",
  "refreshToken",
  "setWebhookUrl",
  "revokeWebhookSecret",
]);
/** A valid header value: printable ASCII, no space at either end, not empty. */
const PRINTABLE = /^(?! )[\x20-\x7e]+(?<! )$/;
/** Grants that may be repeated after a lost response: the others contain a value that can be used once. */
const REPEATABLE_GRANTS: ReadonlySet<unknown> = new Set([undefined, "client_credentials", "refresh_token"]);

/**
 * The server answers a used refresh token again for 60 s after its first use, and later takes it for stolen. So a refresh is
 * repeated once at most, and early enough to arrive within that time.
 */
const REFRESH_LIMITS: RepeatLimits = { attempts: 2, withinMs: 55_000 };

/**
 * A client of one installation with one credential. It fetches its tokens and retries what is safe to retry. Create one and
 * keep it, because its calls share a token.
 * @throws BanksideError INVALID_OPTION for an invalid base URL or time limit
 */
export function createBankside(options: BanksideOptions): Bankside {
  const { baseUrl, clientId: client_id, clientSecret: client_secret } = options;
  if (!isHttpAddress(baseUrl) || /[?#]/.test(baseUrl))
    throw invalidOption("baseUrl", "the address of an installation, such as https://pay.example.com");
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS)
    throw invalidOption("timeoutMs", `a whole number from 1 to ${MAX_TIMEOUT_MS}`);
  const transport: Transport = {
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    retry: retryOptions(options.retry),
    timeoutMs,
    nowMs: options.nowMs ?? Date.now,
  };
  const warn = warner(options.onWarning ?? ((warning) => console.warn(warning.message)));
  // The paths of the operations have the prefix already.
  const { origin, pathname } = new URL(baseUrl);
  const installation = (origin + pathname).replace(/(?:\/api(?:\/v1)?)?\/*$/, "");
  // Next prerenders a page whose fetches may be cached: a build's payment token would be served to every customer.
  const rest = createClient({ baseUrl: installation, redirect: "manual", cache: "no-store" }).request as Rest;
  const grants = {
    issue: () => call("issueToken", { grant_type: "client_credentials", client_id, client_secret }),
    refresh: (refresh_token: string) => call("refreshToken", { refresh_token }),
  };
  const tokens = tokenKeeper(grants, transport.nowMs);

  async function call<Id extends OperationId>(id: Id, input: Input<Id>, given: AnyOptions = {}): Promise<Output<Id>> {
    const { method, path, token, keyed } = OPERATIONS[id];
    const { requestId } = given;
    const idempotencyKey = keyed ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    for (const [name, value] of Object.entries({ idempotencyKey, requestId })) {
      if (value !== undefined && !PRINTABLE.test(value))
        throw invalidOption(name, "one or more printable ASCII characters, with no space at the ends");
    }
    const facts = {
      tokens: token ? tokens : null,
      repeatable: isRepeatable(id, input),
      limits: isRefresh(id, input) ? REFRESH_LIMITS : undefined,
      signal: given.signal,
      idempotencyKey,
    };
    const { data, error, response } = await rest(method, path, {
      ...partsOf(id, input as Record<string, unknown>),
      headers: { "Idempotency-Key": idempotencyKey, "X-Request-Id": requestId },
      parseAs: "text",
      fetch: (request: Request) => send({ request, ...facts }, transport),
    });
    warn(id, response.headers);
    return unwrap<Id>(response, response.ok ? parsed(data) : error, idempotencyKey);
  }

  const methods = Object.keys(OPERATIONS).map((id) => {
    const method = (input: object = {}, given?: AnyOptions) => call(id as OperationId, input as never, given);
    return [id, method] as const;
  });
  return Object.fromEntries(methods) as object as Bankside;
}

/** Whether the text is an http or https URL without credentials. */
export function isHttpAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username + password === "";
  } catch {
    return false;
  }
}

function invalidOption(name: string, expected: string): BanksideError {
  return new BanksideError({ code: "INVALID_OPTION", message: `${name} must be ${expected}.` });
}

/** Whether a call may be repeated when its response was lost and its result is unknown. */
function isRepeatable(id: OperationId, input: object): boolean {
  const { method, keyed } = OPERATIONS[id];
  if (id === "issueToken") return "grant_type" in input ? REPEATABLE_GRANTS.has(input.grant_type) : true;
  return method !== "POST" || keyed || REPEATABLE_POSTS.has(id);
}

/** Whether a call uses a refresh token, by either operation. */
function isRefresh(id: OperationId, input: object): boolean {
  return id === "refreshToken" || ("grant_type" in input && input.grant_type === "refresh_token");
}

/** The input as the request's body, or as its path and query parameters. */
function partsOf(id: OperationId, input: Record<string, unknown>): object {
  const { path: address, body } = OPERATIONS[id];
  if (body) return { body: input };
  const part = (inPath: boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => address.includes(`{${name}}`) === inPath));
  return { params: { path: part(true), query: part(false) } };
}

/**
 * The data of a response.
 * @throws BanksideError for a failure, and for a response that is not the API's envelope
 */
function unwrap<Id extends OperationId>(response: Response, envelope: unknown, key: string | undefined): Output<Id> {
  if (!response.ok || !isRecord(envelope) || !("data" in envelope)) throw errorOf(response, envelope, key);
  const { data, pagination } = envelope;
  return (pagination === undefined ? data : { data, pagination }) as Output<Id>;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
