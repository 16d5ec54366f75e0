import type { Caller, CallSubject } from "../lib/context";
import type { Endpoint } from "../lib/endpoint";
import type { ErrorCode } from "../lib/errors";
import type { RequestUse } from "../merchants/request-limit";
import type { Answer } from "./answer";

/** An API request, and the facts that the handler collects for the request log. */
export type Call = {
  readonly at: Date;
  /** By the monotonic clock. */
  readonly beganMs: number;
  readonly requestId: string;
  readonly method: string;
  /** As received, still escaped. */
  readonly path: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Set by the use-cases through `noteSubject`. */
  readonly subject: CallSubject;
  endpoint: Endpoint | null;
  /** Null until the caller is authenticated. */
  caller: Caller | null;
  query: unknown;
  body: unknown;
  idempotencyKey: string | null;
  replayed: boolean;
  /** The call's use of its merchant's limit; null for other callers, and until the caller is authenticated. */
  use: RequestUse | null;
};

/** The response before it becomes a Response object. `code`: of an error. */
export type Reply = Answer & { headers: Record<string, string>; code: ErrorCode | null };
