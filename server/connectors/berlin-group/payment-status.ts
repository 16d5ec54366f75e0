import { z } from "zod";
import { isIban, normaliseIban } from "../../lib/iban";
import { unreadable } from "../answer-body";
import type { BankConnector, Debtor, PaymentRef } from "../port";
import type { BankProfile } from "../profile-schema";
import { callBank, grantHeader, psuHeaders } from "./call";
import { notOffered, resourceUrl } from "./payments";

/** Statuses that an approved and an unapproved payment can both have: the authorisation tells them apart. */
const OPEN_STATUSES = new Set(["RCVD", "PATC", "ACTC", "ACCP", "ACFC"]);
/** How far a payment has come, of those that were carried out, in the order of `finality`. */
const PROGRESS: Record<string, number> = { ACSP: 1, ACWC: 1, ACWP: 1, ACSC: 2, ACCC: 3 };

const messagesSchema = z
  .array(z.looseObject({ code: z.string().optional(), text: z.string().optional() }))
  .optional()
  .catch(undefined);
const text = z.string().min(1).optional().catch(undefined);

const statusSchema = z.object({ transactionStatus: z.string().min(1), tppMessages: messagesSchema });
const scaStatusSchema = z.object({ scaStatus: z.string().min(1) });
const detailsSchema = z.object({
  debtorName: text,
  debtorAccount: z.object({ iban: text }).optional().catch(undefined),
});
const cancellationSchema = z.object({ transactionStatus: z.string().min(1).optional() });

/**
 * `GET …/{paymentId}/status`, and what it leaves open: whether the shopper has approved, and, once the payment counts as
 * paid at this bank, who paid. This standard tells no time of a status.
 */
export const status: BankConnector["status"] = async (profile, ref) => {
  const url = ref.links["status"] ?? resourceUrl(profile, ref, "/status");
  if (url === null) return notOffered(ref.scheme);
  let question = { profile, headers: refHeaders(ref) };
  let outcome = await ask(question, "status", url, statusSchema);
  if (!outcome.ok && outcome.kind === "consent" && ref.grant) {
    // A token that lived for minutes, and a payment that lives for days: many banks want none for a question of this kind.
    const { grant: _, ...bare } = ref;
    const second = { profile, headers: refHeaders(bare) };
    const answer = await ask(second, "status", url, statusSchema);
    if (answer.ok) [question, outcome] = [second, answer];
  }
  if (!outcome.ok) return outcome;
  const { transactionStatus, tppMessages } = outcome.value.value;
  const reason = reasonOf(tppMessages);
  const scaStatus = OPEN_STATUSES.has(transactionStatus) ? await readScaStatus(question, ref) : undefined;
  const debtor = countsAsPaid(profile, transactionStatus) ? await readDebtor(question, ref) : undefined;
  return {
    ok: true,
    value: {
      status: transactionStatus,
      ...(reason === undefined ? {} : { reason }),
      ...(scaStatus === undefined ? {} : { scaStatus }),
      ...(debtor === undefined ? {} : { debtor }),
    },
  };
};

type Question = { profile: BankProfile; headers: Record<string, string> };

function ask<T>({ profile, headers }: Question, operation: string, url: string, schema: z.ZodType<T>) {
  return callBank(profile, { operation, method: "GET", url, headers, deadlineMs: profile.statusTimeoutMs, schema });
}

function refHeaders({ psu, grant }: PaymentRef): Record<string, string> {
  return { ...(psu ? psuHeaders(psu) : {}), ...grantHeader(grant) };
}

function countsAsPaid({ finality }: BankProfile, transactionStatus: string): boolean {
  return (PROGRESS[transactionStatus] ?? 0) >= (PROGRESS[finality] ?? Number.POSITIVE_INFINITY);
}

/** An ISO 20022 reason code, wherever the bank wrote it; else the standard's own word, else its text. */
function reasonOf(messages: z.infer<typeof messagesSchema>): string | undefined {
  const [first] = messages ?? [];
  const said = (messages ?? []).flatMap(({ code, text: words }) => [code ?? "", words ?? ""]).join(" ");
  return /\b[A-Z]{2}\d{2}\b/.exec(said)?.[0] ?? first?.code ?? first?.text;
}

/** A second question whose failure is no news: without it the status stands alone. */
async function readScaStatus(question: Question, ref: PaymentRef): Promise<string | undefined> {
  const url = ref.links["scaStatus"];
  if (url === undefined) return undefined;
  const outcome = await ask(question, "sca-status", url, scaStatusSchema);
  return outcome.ok ? outcome.value.value.scaStatus : undefined;
}

/** `GET …/{paymentId}`: many banks add the payer's account there once it is known. Its failure is no news either. */
async function readDebtor(question: Question, ref: PaymentRef): Promise<Debtor | undefined> {
  const url = ref.links["self"] ?? resourceUrl(question.profile, ref, "");
  if (url === null) return undefined;
  const outcome = await ask(question, "payment-details", url, detailsSchema);
  if (!outcome.ok) return undefined;
  const { debtorName: name, debtorAccount } = outcome.value.value;
  const iban = normaliseIban(debtorAccount?.iban ?? "");
  const debtor = { ...(isIban(iban) ? { iban } : {}), ...(name === undefined ? {} : { name }) };
  return Object.keys(debtor).length === 0 ? undefined : debtor;
}

/**
 * `DELETE …/{paymentId}`. 204: it is cancelled. With a body it is as the status there says: a 202 waits for the shopper's
 * approval of the cancellation, so that a status that claims to be at the end already is not believed.
 */
export const cancel: NonNullable<BankConnector["cancel"]> = async (profile, ref) => {
  const url = ref.links["self"] ?? resourceUrl(profile, ref, "");
  if (url === null) return notOffered(ref.scheme);
  const outcome = await callBank(profile, {
    operation: "cancel",
    method: "DELETE",
    url,
    headers: refHeaders(ref),
    deadlineMs: profile.statusTimeoutMs,
    schema: cancellationSchema,
  });
  if (!outcome.ok) return outcome;
  const { status: httpStatus, value } = outcome.value;
  if (httpStatus === 204) return { ok: true, value: { status: null } };
  if (value.transactionStatus === undefined) return unreadable(`${httpStatus} without a status`);
  if (httpStatus === 202 && value.transactionStatus === "CANC")
    return unreadable("a cancellation that waits for an approval, and is done");
  return { ok: true, value: { status: value.transactionStatus } };
};
