import createClient from "openapi-fetch";
import { BanksideError, errorOf, isRecord } from "./errors.js";
import { OPERATIONS } from "./generated/operations.js";
import { DEFAULT_RETRY, type RetryOptions } from "./retry.js";
import { send, type Transport } from "./send.js";
import { tokenKeeper } from "./tokens.js";
import type { Bankside, CallOptions, Input, OperationId, Output } from "./types.js";

/** How a client is made. */
export type BanksideOptions = {
  /** Origin of the installation, such as `https://pay.example.com`. */
  baseUrl: string;
  /** From the Console, or from whoever runs the installation. On servers only: never in a browser. */
  clientId: string;
  clientSecret: string;
  /** How long one try may take, in milliseconds: 30,000 by default. */
  timeoutMs?: number;
  /** 5 tries; waits from half a second, doubled each time, to 10 s. */
  retry?: Partial<RetryOptions>;
  /** Another fetch than the runtime's own. */
  fetch?: typeof fetch;
  /** The clock by which tokens age, in milliseconds. For tests. */
  nowMs?: () => number;
};

type AnyOptions = CallOptions & { idempotencyKey?: string };
/** openapi-fetch's own types follow one address at a time; here any operation is called by its row of the table. */
type Rest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

const DEFAULT_TIMEOUT_MS = 30_000;
/**
 * The POSTs without an idempotency key that may be sent again: a payment token starts one payment however often it is
 * pressed, a URL is set or a secret revoked to the same end, and a signing secret whose answer was lost is known to nobody.
 */
const REPEATABLE_POSTS: ReadonlySet<string> = new Set([
  "initiatePayment",
  "refreshToken",
  "setWebhookUrl",
  "generateWebhookSecret",
  "revokeWebhookSecret",
]);
/** What a header carries as it is: nothing that ends it, no space at its ends, and not nothing, which would be no key at all. */
const PRINTABLE = /^(?! )[\x20-\x7e]+(?<! )$/;
/** Of the grants, those that may be asked twice: the others hold something that is good for one use. */
const REPEATABLE_GRANTS: ReadonlySet<unknown> = new Set([undefined, "client_credentials", "refresh_token"]);

/**
 * A client of one installation, for one credential. It gets its tokens by itself, and tries again what may be tried again.
 * Make one and keep it: its calls share a token.
 * @throws BanksideError INVALID_OPTION for a base address that is none
 */
export function createBankside(options: BanksideOptions): Bankside {
  const { baseUrl, clientId: client_id, clientSecret: client_secret } = options;
  if (!isHttpAddress(baseUrl))
    throw invalidOption("baseUrl", "the address of an installation, such as https://pay.example.com");
  const transport: Transport = {
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    retry: { ...DEFAULT_RETRY, ...options.retry },
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  const rest = createClient({ baseUrl, redirect: "manual" }).request as Rest;
  const grants = {
    issue: () => call("issueToken", { grant_type: "client_credentials", client_id, client_secret }),
    refresh: (refresh_token: string) => call("refreshToken", { refresh_token }),
  };
  const tokens = tokenKeeper(grants, options.nowMs ?? Date.now);

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
      signal: given.signal,
      idempotencyKey,
    };
    const { data, error, response } = await rest(method, path, {
      ...partsOf(id, input as Record<string, unknown>),
      headers: { "Idempotency-Key": idempotencyKey, "X-Request-Id": requestId },
      parseAs: "text",
      fetch: (request: Request) => send({ request, ...facts }, transport),
    });
    return unwrap<Id>(response, response.ok ? parsed(data) : error, idempotencyKey);
  }

  const methods = Object.keys(OPERATIONS).map((id) => {
    const method = (input: object = {}, given?: AnyOptions) => call(id as OperationId, input as never, given);
    return [id, method] as const;
  });
  return Object.fromEntries(methods) as object as Bankside;
}

function isHttpAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username + password === "";
  } catch {
    return false;
  }
}

function invalidOption(name: string, expected: string): BanksideError {
  return new BanksideError({ code: "INVALID_OPTION", message: `${name} has to be ${expected}.` });
}

/** Whether a call may be sent again when its answer was lost, and with it the knowledge of what it did. */
function isRepeatable(id: OperationId, input: object): boolean {
  const { method, keyed } = OPERATIONS[id];
  if (id === "issueToken") return "grant_type" in input ? REPEATABLE_GRANTS.has(input.grant_type) : true;
  return method !== "POST" || keyed || REPEATABLE_POSTS.has(id);
}

/** The input where the operation takes it: as its body, or in its path and query. */
function partsOf(id: OperationId, input: Record<string, unknown>): object {
  const { path: address, body } = OPERATIONS[id];
  if (body) return { body: input };
  const part = (inPath: boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => address.includes(`{${name}}`) === inPath));
  return { params: { path: part(true), query: part(false) } };
}

/** The data of an answer. @throws BanksideError for a failure, and for what is not the API's envelope */
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
