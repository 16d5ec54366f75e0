import type { ErrorCode, FieldError } from "./types.js";

/** Details of a failure; which ones there are depends on its code. */
export type ErrorMetadata = { errors?: FieldError[] } & Record<string, unknown>;

/**
 * NETWORK_ERROR: no answer came. UNREADABLE_ANSWER: one came that is not the API's, such as a proxy's page. INVALID_OPTION:
 * an option with which nothing can be sent.
 */
export type ClientErrorCode = ErrorCode | "NETWORK_ERROR" | "UNREADABLE_ANSWER" | "INVALID_OPTION";

type Details = {
  code: ClientErrorCode;
  message: string;
  status?: number;
  metadata?: ErrorMetadata | undefined;
  requestId?: string | null;
  cause?: unknown;
};

/** A call that failed, after all tries that were allowed. */
export class BanksideError extends Error {
  override readonly name = "BanksideError";
  readonly code: ClientErrorCode;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly metadata: ErrorMetadata | undefined;
  /** X-Request-Id of the answer: what support asks for. */
  readonly requestId: string | null;
  /**
   * The key that the failed call was sent with; null where an operation takes none. Whether a creation had its effect can
   * be unknown (NETWORK_ERROR, a 500): the same call with this key finds out, and creates nothing twice.
   */
  readonly idempotencyKey: string | null;

  constructor({ code, message, status = 0, metadata, requestId = null, cause }: Details, idempotencyKey?: string) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.metadata = metadata;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey ?? null;
  }
}

/** The failure that an answer tells of; UNREADABLE_ANSWER where it is not the API's envelope. */
export function errorOf(answer: { status: number; headers: Headers }, envelope: unknown, key?: string): BanksideError {
  const { status, headers } = answer;
  const base = { status, requestId: headers.get("x-request-id") };
  const error = isRecord(envelope) && isRecord(envelope["error"]) ? envelope["error"] : {};
  const { code, message, metadata } = error;
  if (typeof code !== "string" || typeof message !== "string") {
    const text = `The answer, with status ${status}, is not one of the API.`;
    return new BanksideError({ ...base, code: "UNREADABLE_ANSWER", message: text }, key);
  }
  const details = isRecord(metadata) ? (metadata as ErrorMetadata) : undefined;
  return new BanksideError({ ...base, code: code as ErrorCode, message, metadata: details }, key);
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
