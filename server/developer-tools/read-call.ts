import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { type CallRow, findCall } from "./call-log-store";
import { orderIdIn, parsed, partsOf, type RecordedParts } from "./recorded-parts";
import { actorOf, type CallActor, credentialNames } from "./search-calls";
import { type Repeatable, repeatable } from "./try-rules";

/** An API call with everything that the log stores about it. */
export type CallDetail = Omit<CallRow, "request" | "answer" | "actorKind" | "actorId" | "partnerId"> & {
  actor: CallActor;
  orderId: string | null;
  sent: RecordedParts;
  /**
   * The response's JSON; as text where it was truncated; null: not stored, because it was long and can be read again.
   */
  answer: { json: unknown; text: string; isCut: boolean } | null;
  repeat: Repeatable;
};

/**
 * A call that was made for a merchant.
 * @throws AppError NOT_FOUND, the same for another's and an unknown one; MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readCall(ctx: Ctx, input: { merchantId?: string | undefined; id: string }): Promise<CallDetail> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const row = isUuid(input.id) ? await findCall(dbOf(ctx), merchant.id, input.id, ctx.caller.testOnly) : null;
  if (!row) throw new AppError("NOT_FOUND", { message: "No such request. Requests are kept for 30 days." });
  const { request, answer, actorKind, actorId, partnerId, ...facts } = row;
  const sent = partsOf(request);
  return {
    ...facts,
    actor: actorOf({ actorKind, actorId, partnerId }, await credentialNames(ctx, merchant.id)),
    orderId: orderIdIn(sent),
    sent,
    answer: answer === null ? null : answerOf(answer),
    repeat: repeatable(row, sent),
  };
}

function answerOf(text: string): NonNullable<CallDetail["answer"]> {
  const json = parsed(text);
  return { json: json ?? null, text, isCut: json === undefined };
}
