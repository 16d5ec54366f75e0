import type { OperationId } from "./types.js";

/** A mistake that the API reports beside its response. */
export type BanksideWarning = {
  code: "IGNORED_FIELD";
  operation: OperationId;
  /** The path of the field, as in `order.reference`; names are percent-encoded. */
  field: string;
  /** X-Request-Id of the response, for the request log. */
  requestId: string | null;
  message: string;
};

/** Different warnings of one client; names that a program makes up would fill its memory. */
const MAX_REMEMBERED = 1_000;

/** Reports each ignored field of each operation once. In live mode nothing is reported. */
export function warner(report: (warning: BanksideWarning) => void): (id: OperationId, headers: Headers) => void {
  const reported = new Set<string>();
  return (operation, headers) => {
    if (headers.get("bankside-test") !== "true") return;
    const requestId = headers.get("x-request-id");
    for (const field of headers.get("bankside-ignored")?.split(", ") ?? []) {
      const key = `${operation} ${field}`;
      if (reported.has(key) || reported.size >= MAX_REMEMBERED) continue;
      reported.add(key);
      const message =
        `Bankside ignored "${field}" in ${operation}: it has no field of that name, or no use for its value. ` +
        `The Console shows what was probably meant, under Requests (${requestId}).`;
      try {
        report({ code: "IGNORED_FIELD", operation, field, requestId, message });
      } catch (error) {
        // A creation that succeeded must not be rejected.
        console.error("Bankside: onWarning threw an error.", error);
      }
    }
  };
}
