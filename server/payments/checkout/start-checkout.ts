import { findBank } from "../../banks/find-bank";
import type { PsuContext } from "../../connectors/port";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { dbOf } from "../../lib/db";
import { type AppError, type ErrorCode, isAppError } from "../../lib/errors";
import { type BankChoice, initiateRequest } from "../bank-calls/initiate-payment";
import { requestOfLink } from "../links/request-of-link";
import { findRequestByTokenHash, type RequestRow, readRequest } from "../requests/store";
import type { InvalidReason, StartResult } from "./checkout-view";

type StartCheckout = BankChoice & {
  /** One of the two: the token of a payment request, or that of a link. */
  paymentToken?: string;
  linkToken?: string;
  /** Minor units, as the page showed them. */
  seenAmount: number;
  debtorIban?: string | undefined;
  /** The customer ticked to have the account remembered. */
  remember?: boolean;
  bankWindow?: "top" | "tab";
  psu: PsuContext;
};

/** The customer pressed "Continue". Failures that the customer can correct are results and not errors. */
export async function startCheckout(ctx: Ctx, input: StartCheckout): Promise<StartResult> {
  let target: Target | null = null;
  try {
    target = await targetOf(ctx, input);
    if (!target) return { kind: "closed" };
    const { paymentToken: _token, linkToken: _link, ...asked } = input;
    const started = await initiateRequest(ctx, target.request, { ...asked, scheme: null });
    if (started.kind === "amount_changed") return started;
    const { paymentToken } = target;
    return started.redirectUrl
      ? { kind: "redirect", url: started.redirectUrl, paymentToken }
      : { kind: "decoupled", paymentToken };
  } catch (error) {
    if (isAppError(error) && error.code === "PAYMENT_ALREADY_INITIATED" && target)
      return { kind: (await isOpenAtBank(ctx, target.request)) ? "bank_kept" : "closed" };
    if (isAppError(error) && error.status < 500)
      return (await debtorAccountAsked(ctx, input, error)) ?? refusalOf(error);
    // No answer from the bank yet: the page shows `starting`.
    if (isAppError(error) && error.code === "SERVICE_UNAVAILABLE") return { kind: "closed" };
    if (isAppError(error) && error.code === "BANK_UNAVAILABLE")
      return { kind: "bank_unavailable", bankName: String(error.metadata?.["bank"] ?? "") };
    throw error;
  }
}

type Target = { request: RequestRow; paymentToken: string };

async function targetOf(ctx: Ctx, input: StartCheckout): Promise<Target | null> {
  if (input.linkToken !== undefined) return requestOfLink(ctx, input.linkToken, input.seenAmount);
  if (input.paymentToken === undefined) return null;
  const request = await findRequestByTokenHash(dbOf(ctx), sha256(input.paymentToken));
  return request && { request, paymentToken: input.paymentToken };
}

/** Whether the payment waits at its first bank, which did not cancel it for the new choice. */
async function isOpenAtBank(ctx: Ctx, { id }: RequestRow): Promise<boolean> {
  const { status, liveAttemptId, cancelRequestedAt } = await readRequest(dbOf(ctx), id);
  return status === "pending" && liveAttemptId !== null && cancelRequestedAt === null;
}

/** The only error is a missing or invalid payer's account: the page asks for it. */
async function debtorAccountAsked(ctx: Ctx, input: StartCheckout, error: AppError): Promise<StartResult | null> {
  const isAsked = error.metadata?.errors?.[0]?.field === "debtorIban";
  const bank = isAsked && "bankId" in input ? await findBank(ctx, input.bankId) : null;
  if (!bank) return null;
  return { kind: "debtor_account", bankName: bank.displayName, invalid: input.debtorIban !== undefined };
}

const REFUSALS: Partial<Record<ErrorCode, InvalidReason>> = {
  BANK_NOT_FOUND: "bank_not_offered",
  MISSING_CONVERTED_AMOUNT: "bank_not_offered",
  CUSTOMER_BANK_ACCOUNT_NOT_FOUND: "account_forgotten",
  FORBIDDEN_CREATE: "shop_closed",
};

/**
 * The fields of the customer's choice; `currency`: the merchant has no account for it; `payment_token`: the payment has had
 * its attempts.
 */
const CHOICES: Record<string, InvalidReason> = {
  bankId: "bank_not_offered",
  paymentScheme: "bank_not_offered",
  debtorIban: "bank_not_offered",
  currency: "shop_closed",
  payment_token: "too_many_tries",
};

function refusalOf({ code, metadata }: AppError): StartResult {
  const [field] = metadata?.errors ?? [];
  if (field?.field === "seen_amount") return { kind: "amount_changed" };
  const reason = code === "VALIDATION_ERROR" && field ? CHOICES[field.field] : REFUSALS[code];
  return reason ? { kind: "invalid", reason } : { kind: "closed" };
}
