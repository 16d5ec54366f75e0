import { notFound } from "next/navigation";
import { cache } from "react";
import { type ProcedurePath, permittedPaths } from "@/server/identity/permissions/permissions";
import { platformRoles } from "@/server/identity/sessions/console-access";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import { createConsoleCaller } from "@/server/trpc/router";
import { requireSession } from "../console/session";

export type OperatorPage = {
  user: SignedInUser;
  /**
   * The procedures that the user may call in a role at the platform. Pages hide the controls of others, which the
   * server would reject.
   */
  may: ProcedurePath[];
  /** The same procedures that the browser calls. */
  api: ReturnType<typeof createConsoleCaller>;
};

/**
 * The context of the operator's pages. Each page checks it, because a layout protects nothing. Redirects to the sign-in
 * without a session; answers 404 without a role at the installation.
 */
export const operatorPage = cache(async (): Promise<OperatorPage> => {
  const { session, ctx } = await requireSession("/operator");
  const { user } = session;
  const roles = platformRoles(user);
  if (roles.length === 0) notFound();
  return { user, may: permittedPaths(roles.map(({ role }) => role)), api: createConsoleCaller({ ctx, session }) };
});
