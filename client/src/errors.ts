import type { ErrorCode, FieldError } from "./types.js";

/** Details of a failure; which ones there are depends on its code. */
export type ErrorMetadata = { errors?: FieldError[] } & Record<string, unknown>;

/**
 * NETWORK_ERROR: no response. UNREADABLE_ANSWER: a response that is not the API's, such as a proxy's page. INVALID_OPTION: an
 * invalid option.
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

/** A call that failed after its last attempt. */
export class BanksideError extends Error {
  override readonly name = "BanksideError";
  readonly code: ClientErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly metadata: ErrorMetadata | undefined;
  /** X-Request-Id of the response, for support. */
  readonly requestId: string | null;
  /**
   * The idempotency key of the failed call; null for an operation without one. Whether a creation succeeded can be
   * unknown (NETWORK_ERROR, UNREADABLE_ANSWER, a 500): repeat the call with this key to find out without creating it twice.
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

/** The error in a response; UNREADABLE_ANSWER if it is not the API's envelope. */
export function errorOf(answer: { status: number; headers: Headers }, envelope: unknown, key?: string): BanksideError {
  const { status, headers } = answer;
  const base = { status, requestId: headers.get("x-request-id") };
  const error = isRecord(envelope) && isRecord(envelope["error"]) ? envelope["error"] : {};
  const { code, message, metadata } = error;
  if (typeof code !== "string" || typeof message !== "string") {
    const text = `The response, with status ${status}, is not from the API.`;
    return new BanksideError({ ...base, code: "UNREADABLE_ANSWER", message: text }, key);
  }
  const details = isRecord(metadata) ? (metadata as ErrorMetadata) : undefined;
  return new BanksideError({ ...base, code: code as ErrorCode, message, metadata: details }, key);
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
