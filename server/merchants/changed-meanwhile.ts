import { AppError } from "../lib/errors";

/** The refusal of a form that was filled before somebody else changed what it is about. */
export function changedMeanwhile(what: string): AppError {
  return new AppError("VALIDATION_ERROR", {
    message: `Somebody changed ${what} since you opened this page.`,
    metadata: { errors: [{ field: "version", message: "is not the present one" }] },
  });
}
