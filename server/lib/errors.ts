/**
 * Every failure under /api/v1: code → HTTP status and default message.
 * Source: the service contract, "Errors". The OpenAPI document and the handler read it.
 */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: "The request is not valid." },
  INVALID_INPUT: { status: 400, message: "The body is not valid." },
  INVALID_GRANT: {
    status: 400,
    message: "The refresh token is unknown, expired, revoked or another client's. Request a new token.",
  },
  MERCHANT_ID_REQUIRED: {
    status: 400,
    message: "merchant_id is required: these credentials act for several merchants.",
  },
  UNKNOWN_WEBHOOK_ENDPOINT: { status: 400, message: "A webhook endpoint is unknown, disabled or for another mode." },
  PAYMENT_ALREADY_INITIATED: {
    status: 400,
    message: "The payment was initiated at a bank, or has ended: it can no longer be changed or initiated.",
  },
  NO_TOKEN: {
    status: 401,
    message:
      "An access token is required in the header Authorization: Bearer <access token>. Request one at POST /api/v1/oauth2/token.",
  },
  INVALID_TOKEN: { status: 401, message: "The access token is malformed, expired or revoked. Request a new one." },
  UNAUTHORIZED: { status: 401, message: "The client ID, the secret or the code is wrong." },
  CHALLENGE_REQUIRED: {
    status: 401,
    message: "A code is required. Repeat the request with the code and the challenge_id.",
  },
  FORBIDDEN: { status: 403, message: "This API key or role does not permit this." },
  FORBIDDEN_CREATE: { status: 403, message: "This API key or role does not permit creating or changing this." },
  FORBIDDEN_VIEW: { status: 403, message: "This API key or role does not permit reading this." },
  NOT_FOUND: { status: 404, message: "No such endpoint." },
  MERCHANT_NOT_FOUND: { status: 404, message: "No such merchant, or none that these credentials act for." },
  PAYMENT_REQUEST_NOT_FOUND: {
    status: 404,
    message:
      "No such payment request: the ID is unknown or another merchant's, or the payment token is unknown or expired.",
  },
  PAYMENT_LINK_NOT_FOUND: { status: 404, message: "No such payment link: the ID is unknown or another merchant's." },
  BANK_NOT_FOUND: { status: 404, message: "No such bank. GET /api/v1/banks/top lists the banks of a country." },
  CUSTOMER_BANK_ACCOUNT_NOT_FOUND: { status: 404, message: "This customer has no such remembered account." },
  METHOD_NOT_ALLOWED: { status: 405, message: "Method not allowed." },
  IDEMPOTENT_REQUEST_IN_PROGRESS: {
    status: 409,
    message: "A request with this idempotency key is still running. Retry with the same key to get its response.",
  },
  PAYMENT_LINK_EXPIRED: { status: 410, message: "This payment link has expired." },
  PAYMENT_LINK_NOT_ACTIVE: { status: 410, message: "This payment link is used, expired or cancelled." },
  ENDPOINT_REMOVED: { status: 410, message: "This endpoint has been removed." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The body is larger than 64 KiB." },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: "The body must be JSON in UTF-8, with the header Content-Type: application/json.",
  },
  MISSING_CONVERTED_AMOUNT: {
    status: 422,
    message:
      "The bank's currency differs from the payment's, and amounts are not converted. Choose a bank with the payment's currency.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message:
      "This idempotency key was used for a different request. Use a new key for each request, and the same one only to retry it.",
  },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Retry after the seconds in Retry-After." },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Internal error. Retry later." },
  BANK_UNAVAILABLE: { status: 502, message: "The bank refused the request or did not answer. No payment was started." },
  IDEMPOTENCY_STORE_UNAVAILABLE: {
    status: 503,
    message: "The request was not processed. Retry with the same idempotency key.",
  },
  SERVICE_UNAVAILABLE: { status: 503, message: "The service is temporarily unavailable. Retry in a few seconds." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An error of one field; `field` as in the contract: `order.amount`, `webhook_endpoints[1]`. */
export type FieldError = { field: string; message: string };

export type ErrorMetadata = { errors?: FieldError[] } & Record<string, unknown>;

/** An error with a public code. `message` and `metadata` are sent to the caller; `cause` is only logged. */
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

/** 403 FORBIDDEN for what live payments share: a test-only API key reads it and changes none of it. */
export function refuseTestOnly({ caller }: { caller: { testOnly: boolean } }): void {
  if (!caller.testOnly) return;
  throw new AppError("FORBIDDEN", {
    message:
      "A test-only API key cannot change settings that live payments share. Use another API key; to receive the " +
      "webhooks of test payments on your own machine, use the client's listen.",
  });
}

/** 400 VALIDATION_ERROR on one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", { metadata: { errors: [{ field, message }] } });
}

/** Rejects a form based on an outdated version. */
export function changedMeanwhile(what: string): AppError {
  return new AppError("VALIDATION_ERROR", {
    message: `Someone else changed ${what} since you opened this page.`,
    metadata: { errors: [{ field: "version", message: "is not the current version" }] },
  });
}

/**
 * Whether this is an AppError. Checked by name instead of class: the pages and the entry are two bundles in one
 * process, each with its own copy of the class.
 */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && "status" in error;
}
