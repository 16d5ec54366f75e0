import type { Problem } from "@/components/checkout/model";
import { readBody } from "@/server/http/read-body";
import type { Ctx } from "@/server/lib/context";
import { isUuid } from "@/server/lib/ids";
import { cancelCheckout } from "@/server/payments/cancel-checkout";
import { startCheckout } from "@/server/payments/start-checkout";

/** What a press came to: the shopper goes elsewhere, or the page is shown again with what is new about it. */
export type Pressed =
  | { kind: "bank"; url: string; paymentToken: string }
  | { kind: "decoupled"; paymentToken: string }
  | { kind: "shown"; problem: Problem | null };

type Target = { paymentToken: string } | { linkToken: string };

/** Carries out the press of a button in the page's form: `start` with a bank, or `cancel`. */
export async function press(ctx: Ctx, request: Request, target: Target, locale: string): Promise<Pressed> {
  const form = await readBody(request, { acceptsForm: true });
  if (form.action === "cancel") {
    await cancelCheckout(ctx, target);
    return { kind: "shown", problem: null };
  }
  const bankId = String(form.bank_id ?? "");
  const seenAmount = Number(form.seen_amount);
  if (!isUuid(bankId)) return { kind: "shown", problem: { kind: "no_bank" } };
  if (!Number.isSafeInteger(seenAmount))
    return { kind: "shown", problem: { kind: "invalid", message: "Choose your bank again." } };
  const psu = { ip: ctx.ip, userAgent: request.headers.get("user-agent"), locale };
  const result = await startCheckout(ctx, { ...target, bankId, seenAmount, psu });
  switch (result.kind) {
    case "redirect":
      return { kind: "bank", url: result.url, paymentToken: result.paymentToken };
    case "decoupled":
      return { kind: "decoupled", paymentToken: result.paymentToken };
    case "amount_changed":
      return { kind: "shown", problem: { kind: "amount_changed", wasAmount: seenAmount, bankId } };
    case "bank_unavailable":
      return { kind: "shown", problem: { kind: "bank_unavailable", bankId, bankName: result.bankName } };
    case "invalid":
      return { kind: "shown", problem: { kind: "invalid", message: result.message } };
    case "closed":
      return { kind: "shown", problem: null };
  }
}
