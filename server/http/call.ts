import type { Caller, CallSubject } from "../lib/context";
import type { Endpoint } from "../lib/endpoint";
import type { ErrorCode } from "../lib/errors";
import type { RequestUse } from "../merchants/request-limit";
import type { Answer } from "./answer";

/** A call of the API, and what becomes known of it on its way through the handler: what the request log tells. */
export type Call = {
  readonly at: Date;
  /** Of the monotonic clock. */
  readonly beganMs: number;
  readonly requestId: string;
  readonly method: string;
  /** As it came, still escaped. */
  readonly path: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Filled in by the use-cases, through `noteSubject`. */
  readonly subject: CallSubject;
  endpoint: Endpoint | null;
  /** Null until it is known who calls. */
  caller: Caller | null;
  query: unknown;
  body: unknown;
  idempotencyKey: string | null;
  replayed: boolean;
  /** What the call counts as towards its merchant's limit; null for other callers, and until it is known who calls. */
  use: RequestUse | null;
};

/** What goes out, before it becomes a Response. `code`: of a failure. */
export type Reply = Answer & { headers: Record<string, string>; code: ErrorCode | null };
