import { z } from "zod";
import { readInstallationTwoFactor, requireTwoFactorInstallationWide } from "../identity/mfa/require-two-factor";
import { USER_ROLES } from "../identity/rules";
import { platformRoles } from "../identity/sessions/console-access";
import { checkNewUser, createUser } from "../identity/users/create-user";
import { resetSignIn } from "../identity/users/reset-sign-in";
import { switchUser } from "../identity/users/switch-user";
import { takeRole } from "../identity/users/take-role";
import { uuid } from "../lib/ids";
import { form, platformProcedure, router, text } from "../trpc/procedure";
import { listPeople } from "./list-people";
import { search } from "./search-text";

const PAGE_SIZE = 25;

/** Where a role holds; neither: at the platform. */
const place = z.object({ merchantId: uuid.optional(), partnerId: uuid.optional() });
const context = ({ merchantId, partnerId }: z.infer<typeof place>) => {
  return { merchantId: merchantId ?? null, partnerId: partnerId ?? null };
};

const person = place.extend({ email: text, name: text, role: z.enum(USER_ROLES) });

export const peopleRouter = router({
  list: platformProcedure
    .input(z.object({ search, place: place.nullable(), after: text.nullable() }))
    .query(async ({ ctx, input: { after, ...wanted } }) => {
      const filter = { search: wanted.search, place: wanted.place && context(wanted.place) };
      const page = await listPeople(ctx.call, { filter, after, limit: PAGE_SIZE });
      return {
        ...page,
        mayGiveOwner: platformRoles(ctx.session.user)[0]?.role === "owner",
        twoFactorSince: await readInstallationTwoFactor(ctx.call),
      };
    }),
  give: platformProcedure
    .meta(form(person, checkNewUser))
    .input(person)
    .mutation(({ ctx, input: { merchantId, partnerId, ...given } }) =>
      createUser(ctx.call, {
        ...given,
        ...(merchantId === undefined ? {} : { merchantId }),
        ...(partnerId === undefined ? {} : { partnerId }),
      }),
    ),
  take: platformProcedure
    .input(place.extend({ email: text }))
    .mutation(({ ctx, input: { email, ...where } }) => takeRole(ctx.call, { email, context: context(where) })),
  switch: platformProcedure
    .input(z.object({ email: text, to: z.enum(["disabled", "enabled"]) }))
    .mutation(({ ctx, input }) => switchUser(ctx.call, input)),
  requireTwoFactor: platformProcedure
    .input(z.object({ required: z.boolean() }))
    .mutation(({ ctx, input }) => requireTwoFactorInstallationWide(ctx.call, ctx.session, input.required)),
  resetSignIn: platformProcedure
    .input(z.object({ email: text }))
    .mutation(({ ctx, input }) => resetSignIn(ctx.call, input)),
});
