import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readPeer } from "@/server/http/peer";
import { requestIdOf } from "@/server/http/request-id";
import { platformRoles } from "@/server/identity/sessions/console-access";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import { type Ctx, PUBLIC_CALLER } from "@/server/lib/context";
import { createConsoleCaller } from "@/server/trpc/router";
import { getSession } from "../console/session";

export type AccountPage = {
  user: SignedInUser;
  /** The sections that the user may open: links back to them. */
  places: { href: string; name: string }[];
  api: ReturnType<typeof createConsoleCaller>;
};

/** The context of the Security page, for every signed-in user, with or without a merchant. */
export const accountPage = cache(async (): Promise<AccountPage> => {
  const session = await getSession();
  if (!session) redirect("/sign-in?to=%2Faccount");
  const requestHeaders = await headers();
  const userAgent = requestHeaders.get("user-agent");
  const ctx: Ctx = {
    caller: PUBLIC_CALLER,
    requestId: requestIdOf(requestHeaders),
    ip: readPeer(requestHeaders),
    userAgent,
  };
  const { user } = session;
  const places = [
    ...(user.memberships.length > 0 ? [{ href: "/console", name: "Console" }] : []),
    ...(platformRoles(user).length > 0 ? [{ href: "/operator", name: "Operator" }] : []),
  ];
  return { user, places, api: createConsoleCaller({ ctx, session }) };
});
