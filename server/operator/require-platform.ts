import type { Ctx } from "../lib/context";
import { AppError } from "../lib/errors";

/** Operators only. @throws AppError FORBIDDEN_VIEW */
export function requirePlatform({ caller }: Pick<Ctx, "caller">): void {
  if (caller.kind !== "admin") throw new AppError("FORBIDDEN_VIEW");
}
