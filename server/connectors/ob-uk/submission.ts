import { z } from "zod";
import { unreadable } from "../parse-response";
import type { BankConnector } from "../port";
import { callBank } from "./call";
import { isoStatus, REJECTED, readReason } from "./payment-status";

const paymentSchema = z.object({
  Data: z.object({ DomesticPaymentId: z.string().min(1), ConsentId: z.string().min(1), Status: z.string().min(1) }),
});
const initiationSchema = z.object({ Data: z.object({ Initiation: z.unknown() }), Risk: z.unknown() });

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
    ...(psu ? { psu } : {}),
    deadlineMs: profile.initiateTimeoutMs,
    schema: paymentSchema,
  });
  if (!outcome.ok) return outcome;
  const { DomesticPaymentId: bankPaymentId, ConsentId, Status } = outcome.value.Data;
  if (ConsentId !== consentId) return unreadable("a payment of another consent");
  const status = isoStatus(Status);
  const reason = status === REJECTED ? await readReason(profile, { ...ref, bankPaymentId }) : undefined;
  return { ok: true, value: { bankPaymentId, status, links: {}, ...(reason === undefined ? {} : { reason }) } };
};
