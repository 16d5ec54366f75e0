import { z } from "zod";
import type { Ctx } from "../../lib/context";
import { uuid } from "../../lib/ids";
import { form, merchantProcedure, partnerProcedure, router, text } from "../../trpc/procedure";
import { requireTwoFactor } from "../mfa/require-two-factor";
import { USER_ROLES } from "../rules";
import type { Session } from "../sessions/sessions";
import { resendInvitation, withdrawInvitation } from "./change-invitation";
import { changeMemberRole, removeMember } from "./change-member";
import { checkNewcomer, inviteMember } from "./invite-member";
import { listTeam } from "./list-team";
import type { TeamOf } from "./team-scope";

const role = z.enum(USER_ROLES);
const newcomer = z.object({ email: text, name: text, role });
const invitation = z.object({ id: uuid });
const member = z.object({ userId: uuid });
const memberRole = member.extend({ role });
const policy = z.object({ required: z.boolean() });

type Opened<Input = unknown> = { ctx: { call: Ctx; session: Session; scope: TeamOf }; input: Input };

/** The calls, the same for both teams: their procedures differ in whose team the input names, and in their permissions. */
const calls = {
  list: ({ ctx }: Opened) => listTeam(ctx.call, ctx.scope),
  invite: ({ ctx, input }: Opened<z.infer<typeof newcomer>>) => inviteMember(ctx.call, { ...input, team: ctx.scope }),
  resend: ({ ctx, input }: Opened<{ id: string }>) => resendInvitation(ctx.call, { ...input, team: ctx.scope }),
  withdraw: ({ ctx, input }: Opened<{ id: string }>) => withdrawInvitation(ctx.call, { ...input, team: ctx.scope }),
  setRole: ({ ctx, input }: Opened<z.infer<typeof memberRole>>) =>
    changeMemberRole(ctx.call, { ...input, team: ctx.scope }),
  remove: ({ ctx, input }: Opened<{ userId: string }>) => removeMember(ctx.call, { ...input, team: ctx.scope }),
  requireTwoFactor: ({ ctx, input }: Opened<{ required: boolean }>) =>
    requireTwoFactor(ctx.call, ctx.session, {
      scope: { merchantId: null, partnerId: null, ...ctx.scope },
      required: input.required,
    }),
};

/** The members of a merchant. */
export const teamRouter = router({
  list: merchantProcedure.query(calls.list),
  invite: merchantProcedure.meta(form(newcomer, checkNewcomer)).input(newcomer).mutation(calls.invite),
  resend: merchantProcedure.input(invitation).mutation(calls.resend),
  withdraw: merchantProcedure.input(invitation).mutation(calls.withdraw),
  setRole: merchantProcedure.input(memberRole).mutation(calls.setRole),
  remove: merchantProcedure.input(member).mutation(calls.remove),
  requireTwoFactor: merchantProcedure.input(policy).mutation(calls.requireTwoFactor),
});

/** The members of a partner, who may act for all of its merchants. */
export const partnerTeamRouter = router({
  list: partnerProcedure.query(calls.list),
  invite: partnerProcedure.meta(form(newcomer, checkNewcomer)).input(newcomer).mutation(calls.invite),
  resend: partnerProcedure.input(invitation).mutation(calls.resend),
  withdraw: partnerProcedure.input(invitation).mutation(calls.withdraw),
  setRole: partnerProcedure.input(memberRole).mutation(calls.setRole),
  remove: partnerProcedure.input(member).mutation(calls.remove),
  requireTwoFactor: partnerProcedure.input(policy).mutation(calls.requireTwoFactor),
});
