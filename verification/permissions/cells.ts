import { TRPCError } from "@trpc/server";
import { PERMISSIONS, type Permission, type ProcedurePath } from "../../server/identity/permissions/permissions";
import { PUBLIC_CALLER } from "../../server/lib/context";
import { isAppError } from "../../server/lib/errors";
import { VERIFICATION_REQUIRED, VerificationRequired } from "../../server/trpc/console-call";
import { createConsoleCaller } from "../../server/trpc/router";
import type { AnyPlan } from "./plan";
import { PLANS } from "./plans";
import type { ConsolePerson, ConsoleShop } from "./world";

/** The result of a call: its answer, or its error code and message. */
export type Outcome = { data: unknown } | { code: string; message: string };

/** The calls of the Console, each with its plan. */
export const CALLS: readonly (readonly [ProcedurePath, AnyPlan])[] = Object.entries(PLANS) as [
  ProcedurePath,
  AnyPlan,
][];

/** The call's row in the table of permissions, without its exact type. */
export function rowOf(path: ProcedurePath): Permission {
  return PERMISSIONS[path];
}

/** Makes a call as that person, through the whole stack above the use-case. */
export async function callAs(person: Pick<ConsolePerson, "session">, path: string, input: object): Promise<Outcome> {
  const ctx = { caller: PUBLIC_CALLER, requestId: "test", ip: null };
  let call: unknown = createConsoleCaller({ ctx, session: person.session });
  for (const part of path.split(".")) call = (call as Record<string, unknown>)[part];
  try {
    return { data: await (call as (input: object) => Promise<unknown>)(input) };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Outcome {
  if (!(error instanceof TRPCError)) throw error;
  const { cause, message } = error;
  if (cause instanceof VerificationRequired) return { code: VERIFICATION_REQUIRED, message };
  if (isAppError(cause)) return { code: cause.code, message };
  return { code: error.code, message };
}

/** The whole input of a call: for that merchant or partner, with the shop's objects that the plan needs. */
export async function inputOf(plan: AnyPlan, at: ConsoleShop, things: ConsoleShop, turn: number): Promise<object> {
  const brought = (await plan.input?.(things, turn)) ?? {};
  if (plan.at === "merchant") return { ...brought, merchantId: at.merchantId };
  return plan.at === "partner" ? { ...brought, partnerId: at.partnerId } : brought;
}

/**
 * The error that a person gets for a call about alpha, or null where it is allowed: the Console's rules, written
 * independently of the code that enforces them.
 */
export function expectedRefusal(person: ConsolePerson, plan: AnyPlan, { roles, verified }: Permission): string | null {
  if (person.session === null) return "UNAUTHORIZED";
  const unproved = verified && !person.isVerified ? VERIFICATION_REQUIRED : null;
  if (plan.at === "own") return unproved;
  if (plan.at === "platform" && person.place !== "platform") return "FORBIDDEN";
  // A foreign merchant is answered like a missing one; to a merchant's users a partner is missing, too.
  if (person.place === "elsewhere") return plan.at === "merchant" ? "MERCHANT_NOT_FOUND" : "NOT_FOUND";
  if (plan.at === "partner" && person.place === "merchant") return "NOT_FOUND";
  return person.role !== null && roles.includes(person.role) ? unproved : "FORBIDDEN";
}
