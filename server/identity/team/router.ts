import { z } from "zod";
import { form, merchantProcedure, partnerProcedure, router } from "../../trpc/procedure";
import { requireTwoFactor } from "../mfa/require-two-factor";
import { USER_ROLES } from "../rules";
import { changeMemberRole, removeMember } from "./change-member";
import { checkNewcomer, inviteMember } from "./invite-member";
import { listTeam } from "./list-team";
import { resendInvitation } from "./resend-invitation";
import type { TeamOf } from "./team-scope";
import { withdrawInvitation } from "./withdraw-invitation";

/** Above every limit in the rules, so that the rules refuse longer texts with their own messages. */
const MAX_TEXT_LENGTH = 1_000;

const text = z.string().max(MAX_TEXT_LENGTH);
const role = z.enum(USER_ROLES);
const newcomer = z.object({ email: text, name: text, role });
const invitation = z.object({ id: z.uuid() });
const member = z.object({ userId: z.uuid() });
const policy = z.object({ required: z.boolean() });

const ofMerchant = ({ merchantId }: { merchantId: string }): TeamOf => ({ merchantId });
const ofPartner = ({ partnerId }: { partnerId: string }): TeamOf => ({ partnerId });

/** The members of a merchant. */
export const teamRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listTeam(ctx.call, ofMerchant(input))),
  invite: merchantProcedure
    .meta(form(newcomer, checkNewcomer))
    .input(newcomer)
    .mutation(({ ctx, input }) => inviteMember(ctx.call, { ...input, team: ofMerchant(input) })),
  resend: merchantProcedure
    .input(invitation)
    .mutation(({ ctx, input }) => resendInvitation(ctx.call, { ...input, team: ofMerchant(input) })),
  withdraw: merchantProcedure
    .input(invitation)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx.call, { ...input, team: ofMerchant(input) })),
  setRole: merchantProcedure
    .input(member.extend({ role }))
    .mutation(({ ctx, input }) => changeMemberRole(ctx.call, { ...input, team: ofMerchant(input) })),
  remove: merchantProcedure
    .input(member)
    .mutation(({ ctx, input }) => removeMember(ctx.call, { ...input, team: ofMerchant(input) })),
  requireTwoFactor: merchantProcedure
    .input(policy)
    .mutation(({ ctx, input: { merchantId, required } }) =>
      requireTwoFactor(ctx.call, ctx.session, { scope: { merchantId, partnerId: null }, required }),
    ),
});

/** The members of a partner, who may act for all of its merchants. */
export const partnerTeamRouter = router({
  list: partnerProcedure.query(({ ctx, input }) => listTeam(ctx.call, ofPartner(input))),
  invite: partnerProcedure
    .meta(form(newcomer, checkNewcomer))
    .input(newcomer)
    .mutation(({ ctx, input }) => inviteMember(ctx.call, { ...input, team: ofPartner(input) })),
  resend: partnerProcedure
    .input(invitation)
    .mutation(({ ctx, input }) => resendInvitation(ctx.call, { ...input, team: ofPartner(input) })),
  withdraw: partnerProcedure
    .input(invitation)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx.call, { ...input, team: ofPartner(input) })),
  setRole: partnerProcedure
    .input(member.extend({ role }))
    .mutation(({ ctx, input }) => changeMemberRole(ctx.call, { ...input, team: ofPartner(input) })),
  remove: partnerProcedure
    .input(member)
    .mutation(({ ctx, input }) => removeMember(ctx.call, { ...input, team: ofPartner(input) })),
  requireTwoFactor: partnerProcedure
    .input(policy)
    .mutation(({ ctx, input: { partnerId, required } }) =>
      requireTwoFactor(ctx.call, ctx.session, { scope: { merchantId: null, partnerId }, required }),
    ),
});
