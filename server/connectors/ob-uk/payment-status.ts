import { z } from "zod";
import { otherOrder, refuseOtherAmount, text, unreadable, withZone } from "../parse-response";
import type { BankConnector, Debtor, PaymentRef } from "../port";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";
import { account, ibanOf } from "./account-number";
import { callBank } from "./call";
import { withoutId } from "./payments";

/** Finally rejected by the bank. */
export const REJECTED = "RJCT";

/**
 * The names in v3.1 of ISO 20022 payment statuses: OBTransactionIndividualStatus1Code, and OBWritePaymentDetailsResponse1
 * of `/payment-details`. "Pending" is a received payment that is being processed.
 */
const ISO_CODES: Readonly<Record<string, string>> = {
  Pending: "PDNG",
  Rejected: "RJCT",
  AcceptedSettlementInProcess: "ACSP",
  AcceptedSettlementCompleted: "ACSC",
  AcceptedCreditSettlementCompleted: "ACCC",
  AcceptedWithoutPosting: "ACWP",
};

/** The ISO 20022 code of a status; codes and unknown values are returned unchanged. */
export function isoStatus(word: string): string {
  return (Object.hasOwn(ISO_CODES, word) && ISO_CODES[word]) || word;
}

/** The order, as the bank repeats it (OBWriteDomesticResponse5). */
export const repeatedOrder = z
  .object({
    InstructedAmount: z
      .object({ Amount: z.string(), Currency: z.string() })
      .transform(({ Amount: amount, Currency: currency }) => ({ amount, currency }))
      .optional()
      .catch(undefined),
    CreditorAccount: account,
    DebtorAccount: account,
  })
  .optional()
  .catch(undefined);
export type RepeatedOrder = z.infer<typeof repeatedOrder>;

const paymentSchema = z.object({
  Data: z.object({
    DomesticPaymentId: z.string().min(1),
    ConsentId: text,
    Status: z.string().min(1),
    StatusUpdateDateTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
    /** The payer: as the bank names them, as refund account, or as in the order. */
    Debtor: account,
    Refund: z.object({ Account: account }).optional().catch(undefined),
    Initiation: repeatedOrder,
  }),
});
const detailsSchema = z.object({
  Data: z.object({
    PaymentStatus: z
      .array(
        z.object({
          Status: z.string(),
          StatusDetail: z
            .object({ Status: text, StatusReason: text, StatusReasonDescription: text })
            .optional()
            .catch(undefined),
        }),
      )
      .catch([]),
  }),
});

/** `GET /domestic-payments/{DomesticPaymentId}`, with our own token; of a rejected payment also the reason, if available. */
export const status: BankConnector["status"] = async (profile, ref) => {
  if (ref.bankPaymentId === null) return withoutId("DomesticPaymentId");
  const outcome = await callBank(profile, {
    operation: "status",
    kind: "read",
    path: pathOf(ref.bankPaymentId),
    psu: ref.psu,
    deadlineMs: profile.statusTimeoutMs,
    schema: paymentSchema,
  });
  if (!outcome.ok) return outcome;
  const { DomesticPaymentId, ConsentId = ref.consentId, Status, StatusUpdateDateTime, Initiation } = outcome.value.Data;
  if (DomesticPaymentId !== ref.bankPaymentId) return unreadable("the id of another payment");
  if (ConsentId !== ref.consentId) return otherOrder("of another consent");
  const refusal = refuseOtherAmount(Initiation?.InstructedAmount, ref.money);
  if (refusal) return refusal;
  const code = isoStatus(Status);
  const reason = code === REJECTED ? await readReason(profile, ref) : undefined;
  const bankTimestamp = StatusUpdateDateTime === undefined ? undefined : withZone(StatusUpdateDateTime);
  const debtor = debtorOf(outcome.value.Data);
  return {
    ok: true,
    value: { status: code, ...withoutUndefined({ reason, bankTimestamp, debtor }) },
  };
};

function pathOf(bankPaymentId: string): string {
  return `/pisp/domestic-payments/${encodeURIComponent(bankPaymentId)}`;
}

function debtorOf({ Debtor: debtor, Refund, Initiation }: z.infer<typeof paymentSchema>["Data"]): Debtor | undefined {
  const named = [debtor, Refund?.Account, Initiation?.DebtorAccount];
  const iban = firstOf(named, (account) => ibanOf(account));
  const name = firstOf(named, (account) => account.Name);
  return iban === undefined && name === undefined ? undefined : withoutUndefined({ iban, name });
}

type Named = z.infer<typeof account>;

function firstOf(accounts: readonly Named[], read: (account: NonNullable<Named>) => string | undefined) {
  return accounts.map((candidate) => candidate && read(candidate)).find((found) => found !== undefined);
}

/** The reason of a rejection, from `…/payment-details`, which not every bank has. A failure is ignored. */
export async function readReason(profile: BankProfile, ref: PaymentRef): Promise<string | undefined> {
  const outcome = await callBank(profile, {
    operation: "payment-details",
    kind: "read",
    path: `${pathOf(ref.bankPaymentId ?? "")}/payment-details`,
    deadlineMs: profile.statusTimeoutMs,
    schema: detailsSchema,
  });
  if (!outcome.ok) return undefined;
  const details = outcome.value.Data.PaymentStatus;
  const rejected = details.find(({ Status }) => isoStatus(Status) === REJECTED) ?? details[0];
  const { Status, StatusReason, StatusReasonDescription } = rejected?.StatusDetail ?? {};
  // An ISO 20022 reason code from any field; else the description.
  const texts = [Status, StatusReason, StatusReasonDescription].filter((word) => word !== undefined);
  return /\b[A-Z]{2}\d{2}\b/.exec(texts.join(" "))?.[0] ?? StatusReasonDescription ?? StatusReason;
}
