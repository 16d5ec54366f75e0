import { db } from "../../lib/db";
import { endRequest } from "./end-request";
import { findRequestsToEnd, lockRequestToEnd } from "./store";

/** Requests past their end whose merchants have not been notified. */
export function requestsToEnd(limit: number): Promise<string[]> {
  return findRequestsToEnd(db(), limit);
}

/** Writes the end of an expired request and its event, once, however many workers try. */
export async function expireRequest(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const request = await lockRequestToEnd(tx, id);
    if (request?.status === "expired") await endRequest(tx, id, { status: "expired", reason: null });
    else if (request) await endRequest(tx, id, { status: "failed", reason: request.statusReason });
  });
}
