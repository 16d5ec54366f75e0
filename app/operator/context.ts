import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { requestIdOf } from "@/server/http/request-id";
import { type ProcedurePath, permittedPaths } from "@/server/identity/permissions/permissions";
import { platformRoles } from "@/server/identity/sessions/console-access";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import { type Ctx, PUBLIC_CALLER } from "@/server/lib/context";
import { createConsoleCaller } from "@/server/trpc/router";
import { getSession } from "../console/session";

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
  const session = await getSession();
  const requestHeaders = await headers();
  if (!session) redirect(`/sign-in?to=${encodeURIComponent(requestHeaders.get("x-bankside-path") ?? "/operator")}`);
  if (session.needsTwoFactor) redirect("/account");
  const { user } = session;
  const roles = platformRoles(user);
  if (roles.length === 0) notFound();
  const ctx: Ctx = { caller: PUBLIC_CALLER, requestId: requestIdOf(requestHeaders), ip: null };
  return { user, may: permittedPaths(roles.map(({ role }) => role)), api: createConsoleCaller({ ctx, session }) };
});
