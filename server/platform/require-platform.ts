import type { Ctx } from "../lib/context";
import { AppError } from "../lib/errors";

/** What the operator's section shows is for people and tools of the platform. @throws AppError FORBIDDEN_VIEW */
export function requirePlatform({ caller }: Pick<Ctx, "caller">): void {
  if (caller.kind !== "admin") throw new AppError("FORBIDDEN_VIEW");
}
