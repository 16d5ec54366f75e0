import { redirect } from "next/navigation";
import { isAppError } from "@/server/lib/errors";

/** Searches a log. An invalid cursor, as in a truncated address, redirects to the log's first page at `path`. */
export function orBeginAt<T>(path: string, searching: Promise<T>): Promise<T> {
  // tRPC wraps the use-case's error; `cause` is the original.
  return searching.catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "VALIDATION_ERROR") redirect(path);
    throw error;
  });
}
