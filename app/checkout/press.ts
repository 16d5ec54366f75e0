import type { Chosen, Problem } from "@/components/checkout/model";
import type { PsuContext } from "@/server/connectors/port";
import { readBody } from "@/server/http/body/read-body";
import type { Ctx } from "@/server/lib/context";
import { isUuid } from "@/server/lib/ids";
import { isIban } from "@/server/lib/money/iban";
import { cancelCheckout } from "@/server/payments/checkout/cancel-checkout";
import { startCheckout } from "@/server/payments/checkout/start-checkout";
import { forgetAccount } from "@/server/payments/remembered-accounts/forget-account";
import { openSealedAccount, sealAccount } from "@/server/payments/remembered-accounts/sealed-account";
import type { PageParams } from "./params";

const MAX_TEXT_CHARACTERS = 512;

/**
 * The result of a form: a redirect to the bank, the payment's own page, or the page again with a message. `closed`: the
 * customer chose a bank, and the payment can start no attempt any more.
 */
export type Pressed =
  | { kind: "bank"; url: string; paymentToken: string }
  | { kind: "own_page"; paymentToken: string }
  | { kind: "shown"; problem: Problem | null }
  | { kind: "closed" };

export type Target = { paymentToken: string } | { linkToken: string };

/** The payment or link of the form, by its token. `bankWindow`: whether the page stays open beside the bank's. */
export type Pressing = { target: Target; locale: string; bankWindow: PageParams["window"] };

/** Handles a form of the page by its button: `start` with a bank or an account, `forget` an account, or `cancel`. */
export async function press(ctx: Ctx, request: Request, pressing: Pressing): Promise<Pressed> {
  const { target, locale, bankWindow } = pressing;
  const form = await readBody(request, { acceptsForm: true });
  if (form["action"] === "cancel") {
    const { paymentToken } = await cancelCheckout(ctx, target);
    const isOfLink = "linkToken" in target && paymentToken !== null;
    return isOfLink ? { kind: "own_page", paymentToken } : { kind: "shown", problem: null };
  }
  const accountId = idOf(form["account_id"]);
  if (form["action"] === "forget") {
    if (accountId !== null && "paymentToken" in target) await forgetAccount(ctx, { ...target, accountId });
    return { kind: "shown", problem: null };
  }
  return start(ctx, {
    form,
    accountId,
    target,
    bankWindow: bankWindow ?? "top",
    psu: { ip: ctx.ip, userAgent: request.headers.get("user-agent"), locale },
  });
}

type Start = {
  form: Record<string, unknown>;
  accountId: string | null;
  target: Target;
  bankWindow: "top" | "tab";
  psu: PsuContext;
};

async function start(ctx: Ctx, { form, accountId, target, bankWindow, psu }: Start): Promise<Pressed> {
  const bankId = idOf(form["bank_id"]);
  const choice = accountId === null ? bankId && { bankId } : { customerBankAccountId: accountId };
  if (!choice) return { kind: "shown", problem: { kind: "no_bank" } };
  const seenAmount = Number(form["seen_amount"]);
  if (!Number.isSafeInteger(seenAmount)) return { kind: "shown", problem: { kind: "invalid", reason: "choose_again" } };
  const token = "paymentToken" in target ? target.paymentToken : target.linkToken;
  const typed = textOf(form["debtor_iban"]);
  const debtorIban =
    accountId === null ? (typed ?? openSealedAccount(textOf(form["held_account"]) ?? "", token)) : undefined;
  const remember = form["remember"] === "1";
  const result = await startCheckout(ctx, { ...target, ...choice, seenAmount, debtorIban, remember, bankWindow, psu });
  const held = debtorIban === undefined || !isIban(debtorIban) ? null : sealAccount(debtorIban, token);
  const chosen: Chosen = { bankId, accountId, held, remember };
  switch (result.kind) {
    case "redirect":
      return { kind: "bank", url: result.url, paymentToken: result.paymentToken };
    case "decoupled":
      return { kind: "own_page", paymentToken: result.paymentToken };
    case "amount_changed":
      return { kind: "shown", problem: { kind: "amount_changed", wasAmount: seenAmount, chosen } };
    case "bank_unavailable":
      return { kind: "shown", problem: { kind: "bank_unavailable", chosen, bankName: result.bankName } };
    case "debtor_account":
      return { kind: "shown", problem: { ...result, chosen, typed: typed ?? "" } };
    case "invalid":
    case "bank_kept":
      return { kind: "shown", problem: result };
    case "closed":
      return result;
  }
}

function idOf(value: unknown): string | null {
  return typeof value === "string" && isUuid(value) ? value : null;
}

/** A form's text, cut to MAX_TEXT_CHARACTERS; undefined if it is empty. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT_CHARACTERS) : undefined;
}
