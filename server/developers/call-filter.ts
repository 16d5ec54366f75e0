import { z } from "zod";

/** How a call ended: as asked; refused for what was sent; failed on our side or a bank's. */
export const CALL_OUTCOMES = ["taken", "refused", "failed"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

const MAX_NAME_LENGTH = 64;
/** Longer than every id, request id and idempotency key that the API takes. */
const MAX_SEARCH_LENGTH = 256;

/** Which calls are asked for, in the words of the Console's address. What is left out does not narrow. */
export const callFilter = z.object({
  /** The tests, or what moves money. A call that was neither, such as a refused token, stands among both. */
  test: z.boolean(),
  outcome: z.enum(CALL_OUTCOMES).optional(),
  /** operationId of the OpenAPI document. */
  endpoint: z.string().max(MAX_NAME_LENGTH).optional(),
  /** The credential's client_id, or the id of a user. */
  actor: z.string().max(MAX_NAME_LENGTH).optional(),
  errorCode: z.string().max(MAX_NAME_LENGTH).optional(),
  /** Arrived at or after; before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Exactly a request id, an idempotency key, or the id of a call, of a payment request or of a link. */
  search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
});

export type CallFilterInput = z.output<typeof callFilter>;
