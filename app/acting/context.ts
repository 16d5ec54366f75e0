import { redirect } from "next/navigation";
import { cache } from "react";
import { permittedPaths } from "@/server/identity/permissions/permissions";
import { platformRoles } from "@/server/identity/sessions/console-access";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import { readPartnerName } from "@/server/merchants/read-merchant";
import { createConsoleCaller } from "@/server/trpc/router";
import { requireSession } from "../console/session";

export type ActingPage = {
  user: SignedInUser;
  isOperator: boolean;
  /** The partners that the user works for. */
  partners: { id: string; name: string; mayReadAudit: boolean }[];
  /** The same procedures that the browser calls. */
  api: ReturnType<typeof createConsoleCaller>;
};

/**
 * The context of the pages for partners and operators. Each page checks it, because a layout protects nothing.
 * Redirects to the sign-in without a session, and to the Console without merchants to act for.
 */
export const actingPage = cache(async (): Promise<ActingPage> => {
  const { session, ctx } = await requireSession("/acting");
  const { user } = session;
  const platform = platformRoles(user);
  const isOperator = platform.length > 0;
  const isOperatorsAdmin = permittedPaths(platform.map(({ role }) => role)).includes("partnerAudit.list");
  const works = user.memberships.flatMap(({ partnerId, role }) => (partnerId === null ? [] : { partnerId, role }));
  if (!isOperator && works.length === 0) redirect("/console");
  const partners = await Promise.all(
    works.map(async ({ partnerId: id, role }) => ({
      id,
      name: (await readPartnerName(ctx, id)) ?? "Partner",
      mayReadAudit: isOperatorsAdmin || permittedPaths([role]).includes("partnerAudit.list"),
    })),
  );
  return { user, isOperator, partners, api: createConsoleCaller({ ctx, session }) };
});
