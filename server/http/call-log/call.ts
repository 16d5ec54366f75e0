import type { Caller, CallSubject } from "../../lib/context";
import type { Endpoint } from "../../lib/endpoint";
import type { ErrorCode } from "../../lib/errors";
import type { RequestUse } from "../../merchants/rate-limit";
import type { Answer } from "../answer";
import type { UnknownField } from "../known-fields";

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
  /** What of query and body has no effect, because no schema knows it. */
  ignored: UnknownField[];
  idempotencyKey: string | null;
  replayed: boolean;
  /** The call's use of its merchant's limit; null for other callers, and until the caller is authenticated. */
  use: RequestUse | null;
};

/** The response before it becomes a Response object. `code`: of an error. */
export type Reply = Answer & { headers: Record<string, string>; code: ErrorCode | null };

/** Whether a call is about a test object, or of test-only credentials; null: unknown, or about none. */
export function isTest({ subject, caller }: Pick<Call, "subject" | "caller">): boolean | null {
  return subject.test ?? (caller?.testOnly ? true : null);
}
