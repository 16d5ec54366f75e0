/**
 * Every failure under /api/v1, in one table: code → HTTP status and the message that goes out when none is given.
 * Source: the service contract, "Errors". The OpenAPI document and the handler read it; nothing else knows a status.
 */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: "The request is not valid." },
  INVALID_INPUT: { status: 400, message: "The body cannot be read." },
  INVALID_GRANT: { status: 400, message: "The refresh token is not valid any more." },
  MERCHANT_ID_REQUIRED: { status: 400, message: "Say which merchant: merchant_id is required for this caller." },
  UNKNOWN_WEBHOOK_ENDPOINT: { status: 400, message: "A webhook endpoint named here cannot be used." },
  PAYMENT_ALREADY_INITIATED: { status: 400, message: "The payment has been started at a bank already." },
  NO_TOKEN: { status: 401, message: "An access token is required." },
  INVALID_TOKEN: { status: 401, message: "The access token is not valid." },
  UNAUTHORIZED: { status: 401, message: "The credentials are not valid." },
  CHALLENGE_REQUIRED: { status: 401, message: "A code was mailed. Send it with the id of the challenge." },
  FORBIDDEN: { status: 403, message: "This is not permitted." },
  FORBIDDEN_CREATE: { status: 403, message: "Creating this is not permitted." },
  FORBIDDEN_VIEW: { status: 403, message: "Reading this is not permitted." },
  NOT_FOUND: { status: 404, message: "There is nothing at this address." },
  MERCHANT_NOT_FOUND: { status: 404, message: "No such merchant." },
  PAYMENT_REQUEST_NOT_FOUND: { status: 404, message: "No such payment request." },
  PAYMENT_LINK_NOT_FOUND: { status: 404, message: "No such payment link." },
  BANK_NOT_FOUND: { status: 404, message: "No such bank." },
  CUSTOMER_BANK_ACCOUNT_NOT_FOUND: { status: 404, message: "No such bank account of this customer." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This method is not known here." },
  IDEMPOTENT_REQUEST_IN_PROGRESS: { status: 409, message: "A request with this idempotency key is still running." },
  PAYMENT_LINK_EXPIRED: { status: 410, message: "This payment link is past its end." },
  PAYMENT_LINK_NOT_ACTIVE: { status: 410, message: "This payment link cannot be paid any more." },
  ENDPOINT_REMOVED: { status: 410, message: "This endpoint is no more." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The body is larger than 64 KiB." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "The body has to be JSON." },
  MISSING_CONVERTED_AMOUNT: { status: 422, message: "This bank pays in another currency, and nothing is converted." },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: "This idempotency key was used for another request." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many tries or requests. Wait before the next one." },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Something went wrong on our side." },
  BANK_UNAVAILABLE: { status: 502, message: "The bank refused, or did not answer. Nothing was started." },
  IDEMPOTENCY_STORE_UNAVAILABLE: { status: 503, message: "The request was not processed. Send it again with its key." },
  SERVICE_UNAVAILABLE: { status: 503, message: "The service is not available right now." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing wrong with one field; `field` as the contract writes it: `order.amount`, `webhook_endpoints[1]`. */
export type FieldError = { field: string; message: string };

export type ErrorMetadata = { errors?: FieldError[] } & Record<string, unknown>;

/** A failure with a public code. `message` and `metadata` go out; `cause` only into the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly metadata: ErrorMetadata | undefined;

  constructor(code: ErrorCode, options: { message?: string; metadata?: ErrorMetadata; cause?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = ERRORS[code].status;
    this.metadata = options.metadata;
  }
}

/** 400 VALIDATION_ERROR on one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", { metadata: { errors: [{ field, message }] } });
}

/**
 * Whether this is an AppError. By name, not by class: the pages and the entry are two bundles in one process,
 * and each has its own copy of the class.
 */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && "status" in error;
}
