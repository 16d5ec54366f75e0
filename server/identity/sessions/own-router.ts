import { z } from "zod";
import { MAX_CURSOR_LENGTH } from "../../lib/keyset";
import { ownProcedure, router } from "../../trpc/procedure";
import { addPasskey, startPasskey } from "../mfa/add-passkey";
import { removePasskey, renamePasskey } from "../mfa/change-passkey";
import { confirmAppSetup, removeApp, renewRecoveryCodes, startApp } from "../mfa/enrol-app";
import { refuseFactorChange } from "../mfa/require-two-factor";
import { passkeyAssertion, passkeyAttestation } from "../mfa/schema";
import {
  listStepUpMethods,
  startVerifyMail,
  startVerifyPasskey,
  stepUpByApp,
  stepUpByMail,
  stepUpByPasskey,
} from "../mfa/step-up";
import { endEverywhere, endOtherSessions, endOwnSession } from "./end-sessions";
import { readOwnHistory } from "./read-own-history";
import { readOwnSignIn } from "./read-own-sign-in";
import type { Session, SessionKey } from "./sessions";

const HISTORY_SIZE = 10;
const MAX_TYPED = 40;
const typed = z.string().max(MAX_TYPED);
const name = z.string().max(200);
const byId = z.object({ id: z.string() });

type KeepSession = ((key: SessionKey) => Promise<void>) | undefined;

/** Sets the session's new token in the browser's cookie, if the call came from a browser. */
async function keep(keepSession: KeepSession, key: SessionKey | null): Promise<{ verified: true }> {
  if (key && keepSession) await keepSession(key);
  return { verified: true };
}

/** The session that a step-up proves; a browser's gets a new token. */
function proofOf({ session, keepSession }: { session: Session; keepSession?: KeepSession }) {
  return { session, rotate: keepSession !== undefined };
}

/** For a change of the second factors. */
const factorProcedure = ownProcedure.use(async ({ ctx, next }) => {
  await refuseFactorChange(ctx.session);
  return next();
});

/** The signed-in user's own account: sign-in methods, sessions and step-up. */
export const ownRouter = router({
  get: ownProcedure.query(({ ctx }) => readOwnSignIn(ctx.call, ctx.session)),
  history: ownProcedure
    .input(z.object({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional() }))
    .query(({ ctx, input }) => readOwnHistory(ctx.call, ctx.session.user, { ...input, limit: HISTORY_SIZE })),
  endSession: ownProcedure.input(byId).mutation(({ ctx, input }) => endOwnSession(ctx.call, ctx.session, input.id)),
  endOtherSessions: ownProcedure.mutation(({ ctx }) => endOtherSessions(ctx.call, ctx.session)),
  endEverywhere: ownProcedure.mutation(({ ctx }) => endEverywhere(ctx.call, ctx.session)),

  startPasskey: factorProcedure.mutation(({ ctx }) => startPasskey(ctx.session)),
  addPasskey: factorProcedure
    .input(z.object({ name, response: passkeyAttestation }))
    .mutation(({ ctx, input }) => addPasskey(ctx.call, ctx.session, input)),
  renamePasskey: ownProcedure
    .input(z.object({ id: z.string(), name }))
    .mutation(({ ctx, input }) => renamePasskey(ctx.call, ctx.session.user, input)),
  removePasskey: factorProcedure
    .input(byId)
    .mutation(({ ctx, input }) => removePasskey(ctx.call, ctx.session, input.id)),

  startApp: factorProcedure.mutation(({ ctx }) => startApp(ctx.call, ctx.session.user)),
  confirmApp: factorProcedure.input(z.object({ code: typed })).mutation(async ({ ctx, input }) => {
    const { codes, key } = await confirmAppSetup(ctx.call, proofOf(ctx), input.code);
    await keep(ctx.keepSession, key);
    return { codes };
  }),
  removeApp: factorProcedure.mutation(({ ctx }) => removeApp(ctx.call, ctx.session.user)),
  renewRecoveryCodes: factorProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx.call, ctx.session.user)),

  stepUpMethods: ownProcedure.query(({ ctx }) => listStepUpMethods(ctx.session)),
  startVerifyPasskey: ownProcedure.mutation(({ ctx }) => startVerifyPasskey(ctx.session)),
  verifyPasskey: ownProcedure
    .input(z.object({ response: passkeyAssertion }))
    .mutation(async ({ ctx, input }) =>
      keep(ctx.keepSession, await stepUpByPasskey(ctx.call, proofOf(ctx), input.response)),
    ),
  verifyApp: ownProcedure
    .input(z.object({ code: typed }))
    .mutation(async ({ ctx, input }) => keep(ctx.keepSession, await stepUpByApp(ctx.call, proofOf(ctx), input.code))),
  startVerifyMail: ownProcedure.mutation(({ ctx }) => startVerifyMail(ctx.call, ctx.session)),
  verifyMail: ownProcedure
    .input(z.object({ challengeId: z.string(), code: typed }))
    .mutation(async ({ ctx, input }) => keep(ctx.keepSession, await stepUpByMail(ctx.call, proofOf(ctx), input))),
});
