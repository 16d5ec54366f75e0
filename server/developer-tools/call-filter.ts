import { z } from "zod";

/** The outcome of a call: successful, refused because of the request, or failed on our side or at a bank. */
const CALL_OUTCOMES = ["taken", "refused", "failed"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

const MAX_NAME_LENGTH = 64;
/** Above the length of every id, request id and idempotency key that the API accepts. */
const MAX_SEARCH_LENGTH = 256;

/** A filter for calls, with the names of the Console's query string. Omitted fields don't filter. */
export const callFilter = z.object({
  /** Test calls or live ones. A call that was neither, such as one with a refused token, is listed in both modes. */
  test: z.boolean(),
  outcome: z.enum(CALL_OUTCOMES).optional(),
  /** operationId of the OpenAPI document. */
  endpoint: z.string().max(MAX_NAME_LENGTH).optional(),
  /** The client_id of a credential, or the id of a user. */
  actor: z.string().max(MAX_NAME_LENGTH).optional(),
  errorCode: z.string().max(MAX_NAME_LENGTH).optional(),
  /** `from`: at or after; `to`: before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Exactly a request id, an idempotency key, or the id of a call, of a payment request or of a link. */
  search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
});

export type CallFilterInput = z.output<typeof callFilter>;
