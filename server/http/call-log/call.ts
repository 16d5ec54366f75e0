import { now } from "../../lib/clock";
import type { Caller, CallSubject } from "../../lib/context";
import type { Endpoint } from "../../lib/endpoint";
import type { ErrorCode } from "../../lib/errors";
import { newId } from "../../lib/ids";
import type { RequestUse } from "../../merchants/rate-limit";
import type { Answer } from "../answer";
import type { ApiRequest } from "../api-request";
import type { UnknownField } from "../known-fields";
import { requestIdOf } from "../request-id";

/** An API request, and the facts that the handler collects for the request log. */
export type Call = {
  /** Of its row in the log; also the request id, if the caller gave none. */
  readonly id: string;
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
  /** The parameters of the endpoint's path, decoded. */
  params: Record<string, string>;
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

export function newCall(
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  path: string,
  { remoteAddress, caller }: { remoteAddress: string | null; caller?: Caller },
): Call {
  const id = newId();
  return {
    id,
    at: now(),
    beganMs: performance.now(),
    requestId: requestIdOf(headers, id),
    method,
    path,
    ip: remoteAddress,
    userAgent: headers.get("user-agent"),
    subject: {},
    endpoint: null,
    params: {},
    caller: caller ?? null,
    query: undefined,
    body: undefined,
    ignored: [],
    idempotencyKey: null,
    replayed: false,
    use: null,
  };
}

/** The response before it becomes a Response object. `code`: of an error. */
export type Reply = Answer & { headers: Record<string, string>; code: ErrorCode | null };

/** Whether a call is about a test object, or of test-only credentials; null: unknown, or about none. */
export function isTest({ subject, caller }: Pick<Call, "subject" | "caller">): boolean | null {
  return subject.test ?? (caller?.testOnly ? true : null);
}
