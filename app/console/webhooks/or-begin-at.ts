import { redirect } from "next/navigation";
import { isAppError } from "@/server/lib/errors";

/** What an address asks the log for. A cursor that was cut when its address was copied: the log begins at `path`. */
export function orBeginAt<T>(path: string, searching: Promise<T>): Promise<T> {
  // The caller wraps what a use-case throws; the cause is its own.
  return searching.catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "VALIDATION_ERROR") redirect(path);
    throw error;
  });
}
