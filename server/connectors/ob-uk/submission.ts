import { z } from "zod";
import { fromDecimalString } from "../../lib/money/money";
import { otherOrder, refuseOtherAmount } from "../parse-response";
import type { BankConnector, Failure } from "../port";
import { withoutUndefined } from "../without-undefined";
import { callBank } from "./call";
import { isoStatus, REJECTED, type RepeatedOrder, readReason, repeatedOrder } from "./payment-status";

const paymentSchema = z.object({
  Data: z.object({
    DomesticPaymentId: z.string().min(1),
    ConsentId: z.string().min(1),
    Status: z.string().min(1),
    Initiation: repeatedOrder,
  }),
});
const initiationSchema = z.object({ Data: z.object({ Initiation: z.unknown() }), Risk: z.unknown() });
const sentSchema = z.object({ Data: z.object({ Initiation: repeatedOrder }) });

/** Body of `POST /domestic-payments` (OBWriteDomestic2): Initiation and Risk must equal those of the consent. */
export const prepareSubmission: NonNullable<BankConnector["prepareSubmission"]> = (_profile, order) => {
  const { Data, Risk } = initiationSchema.parse(JSON.parse(order.initiationBody));
  return { body: JSON.stringify({ Data: { ConsentId: order.consentId, Initiation: Data.Initiation }, Risk }) };
};

/**
 * `POST /domestic-payments`: the call that moves the money. `consent`: the PSU's authorisation has ended, so this call did
 * nothing; an earlier one with the same key may have succeeded. A second call fetches the reason of an immediate rejection.
 */
export const submit: NonNullable<BankConnector["submit"]> = async (profile, { ref, body, idempotencyKey }) => {
  const { grant, consentId, psu } = ref;
  if (!grant || consentId === null)
    return { ok: false, kind: "consent", detail: "The PSU has not approved the payment." };
  const outcome = await callBank(profile, {
    operation: "submit",
    kind: "submission",
    path: "/pisp/domestic-payments",
    grant,
    body,
    idempotencyKey,
    psu,
    deadlineMs: profile.initiateTimeoutMs,
    schema: paymentSchema,
  });
  if (!outcome.ok) return outcome;
  const { DomesticPaymentId: bankPaymentId, ConsentId, Status, Initiation } = outcome.value.Data;
  if (ConsentId !== consentId) return otherOrder("of another consent");
  const refusal = refuseOtherOrder(Initiation, sentSchema.parse(JSON.parse(body)).Data.Initiation);
  if (refusal) return refusal;
  const status = isoStatus(Status);
  const reason = status === REJECTED ? await readReason(profile, { ...ref, bankPaymentId }) : undefined;
  return { ok: true, value: { bankPaymentId, status, links: {}, ...withoutUndefined({ reason }) } };
};

/** The failure of an answer that repeats another order than was sent; null if it repeats none. */
function refuseOtherOrder(named: RepeatedOrder, sent: RepeatedOrder): Failure | null {
  const { amount = "", currency = "" } = sent?.InstructedAmount ?? {};
  const ordered = { amountMinor: fromDecimalString(amount, currency) ?? 0n, currency };
  const [payee, sentPayee] = [named?.CreditorAccount, sent?.CreditorAccount];
  // Accounts of two schemes cannot be compared.
  const isOther = payee?.SchemeName === sentPayee?.SchemeName && bareId(payee) !== bareId(sentPayee);
  return isOther && payee ? otherOrder("to another account") : refuseOtherAmount(named?.InstructedAmount, ordered);
}

const bareId = (account: { Identification?: string | undefined } | undefined) =>
  account?.Identification?.replace(/[^0-9a-z]/gi, "").toUpperCase();
