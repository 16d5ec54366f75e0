import { AppError } from "../../lib/errors";

/** Rejects a form based on an outdated version. */
export function changedMeanwhile(what: string): AppError {
  return new AppError("VALIDATION_ERROR", {
    message: `Someone else changed ${what} since you opened this page.`,
    metadata: { errors: [{ field: "version", message: "is not the current version" }] },
  });
}
