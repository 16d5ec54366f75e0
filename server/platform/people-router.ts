import { z } from "zod";
import { createUser } from "../access/create-user";
import { USER_ROLES } from "../access/rules";
import { switchUser } from "../access/switch-user";
import { takeRole } from "../access/take-role";
import { platformProcedure, router } from "../trpc/procedure";
import { listPeople } from "./list-people";
import { search, text } from "./texts";

const PAGE_SIZE = 25;

/** Both null: the platform. */
const place = z.object({ merchantId: z.uuid().nullable(), partnerId: z.uuid().nullable() });

export const peopleRouter = router({
  list: platformProcedure
    .input(z.object({ search, place: place.nullable(), after: text.nullable() }))
    .query(({ ctx, input: { after, ...filter } }) => listPeople(ctx.call, { filter, after, limit: PAGE_SIZE })),
  give: platformProcedure
    .input(place.extend({ email: text, name: text, role: z.enum(USER_ROLES) }))
    .mutation(({ ctx, input: { merchantId, partnerId, ...person } }) =>
      createUser(ctx.call, {
        ...person,
        ...(merchantId === null ? {} : { merchantId }),
        ...(partnerId === null ? {} : { partnerId }),
      }),
    ),
  take: platformProcedure
    .input(place.extend({ email: text }))
    .mutation(({ ctx, input: { email, ...context } }) => takeRole(ctx.call, { email, context })),
  switch: platformProcedure
    .input(z.object({ email: text, to: z.enum(["disabled", "enabled"]) }))
    .mutation(({ ctx, input }) => switchUser(ctx.call, input)),
});
