import { z } from "zod";
import { isIban, normaliseIban } from "../../lib/money/iban";
import { notOffered, optionalAmount, refuseOtherAmount, text, unreadable } from "../parse-response";
import type { BankConnector, Debtor, PaymentRef } from "../port";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";
import { callBank, grantHeader, psuHeaders } from "./call";
import { callableLink } from "./links";
import { resourceUrl } from "./payments";

/** Statuses of approved and unapproved payments alike: the SCA status distinguishes them. */
const OPEN_STATUSES = new Set(["RCVD", "PATC", "ACTC", "ACCP", "ACFC"]);
/** Statuses of payments that have ended without a debit. */
const UNPAID_ENDS = new Set(["RJCT", "CANC"]);
/** The order of the statuses of executed payments, for `finality`. */
const PROGRESS: Record<string, number> = { ACSP: 1, ACWC: 1, ACWP: 1, ACSC: 2, ACCC: 3 };

const messagesSchema = z
  .array(z.looseObject({ code: z.string().optional(), text: z.string().optional() }))
  .optional()
  .catch(undefined);

const statusSchema = z.object({ transactionStatus: z.string().min(1), tppMessages: messagesSchema });
const scaStatusSchema = z.object({ scaStatus: z.string().min(1) });
const detailsSchema = z.object({
  instructedAmount: optionalAmount,
  debtorName: text,
  debtorAccount: z.object({ iban: text }).optional().catch(undefined),
});
const cancellationSchema = z.object({ transactionStatus: z.string().min(1).optional() });

/**
 * `GET …/{paymentId}/status`. Also fetches the SCA status where the status leaves the approval open, and the details with the
 * debtor once the payment counts as paid. This standard gives no time of a status.
 */
export const status: BankConnector["status"] = async (profile, ref) => {
  const ownUrl = resourceUrl(profile, ref, "/status");
  const url = callableLink(profile, ref.links, "status") ?? ownUrl;
  if (url === null) return notOffered(ref.scheme);
  let query = { profile, headers: refHeaders(profile, ref) };
  let outcome = await fetchResource(query, "status", url, statusSchema);
  if (!outcome.ok && outcome.kind === "consent" && ref.grant) {
    // The grant has expired: many banks need no grant for a payment's status.
    const second = { profile, headers: refHeaders(profile, withoutGrant(ref)) };
    const answer = await fetchResource(second, "status", url, statusSchema);
    if (answer.ok) [query, outcome] = [second, answer];
  }
  if (!outcome.ok && outcome.kind === "not-found" && ownUrl !== null && ownUrl !== url) {
    // The link may lead nowhere, for example without the path of a gateway.
    const answer = await fetchResource(query, "status", ownUrl, statusSchema);
    if (answer.ok) outcome = answer;
  }
  if (!outcome.ok) return outcome;
  const { transactionStatus, tppMessages } = outcome.value.value;
  const reason = reasonOf(tppMessages);
  const scaStatus = OPEN_STATUSES.has(transactionStatus) ? await readScaStatus(query, ref) : undefined;
  const details = countsAsPaid(profile, transactionStatus) ? await readDetails(query, ref) : undefined;
  const refusal = refuseOtherAmount(details?.instructedAmount, ref.money);
  if (refusal) return refusal;
  const debtor = details && debtorOf(details);
  return {
    ok: true,
    value: { status: transactionStatus, ...withoutUndefined({ reason, scaStatus, debtor }) },
  };
};

type StatusQuery = { profile: BankProfile; headers: Record<string, string> };

function fetchResource<T>({ profile, headers }: StatusQuery, operation: string, url: string, schema: z.ZodType<T>) {
  return callBank(profile, { operation, method: "GET", url, headers, deadlineMs: profile.statusTimeoutMs, schema });
}

function withoutGrant({ grant: _, ...bare }: PaymentRef): PaymentRef {
  return bare;
}

function refHeaders(profile: BankProfile, { psu, grant }: PaymentRef): Record<string, string> {
  return { ...(psu ? psuHeaders(profile, psu) : {}), ...grantHeader(grant) };
}

function countsAsPaid({ finality }: BankProfile, transactionStatus: string): boolean {
  return (PROGRESS[transactionStatus] ?? 0) >= (PROGRESS[finality] ?? Number.POSITIVE_INFINITY);
}

/** An ISO 20022 reason code from any message; else the first message's code, else its text. */
function reasonOf(messages: z.infer<typeof messagesSchema>): string | undefined {
  const [first] = messages ?? [];
  const texts = (messages ?? []).flatMap(({ code, text: words }) => [code ?? "", words ?? ""]).join(" ");
  return /\b[A-Z]{2}\d{2}\b/.exec(texts)?.[0] ?? first?.code ?? first?.text;
}

/** A second call whose failure is ignored. */
async function readScaStatus(query: StatusQuery, ref: PaymentRef): Promise<string | undefined> {
  const url = callableLink(query.profile, ref.links, "scaStatus");
  if (url === undefined) return undefined;
  const outcome = await fetchResource(query, "sca-status", url, scaStatusSchema);
  return outcome.ok ? outcome.value.value.scaStatus : undefined;
}

type Details = z.infer<typeof detailsSchema>;

/** `GET …/{paymentId}`: many banks add the payer's account once it is known. A failure is ignored. */
async function readDetails(query: StatusQuery, ref: PaymentRef): Promise<Details | undefined> {
  const url = callableLink(query.profile, ref.links, "self") ?? resourceUrl(query.profile, ref, "");
  if (url === null) return undefined;
  const outcome = await fetchResource(query, "payment-details", url, detailsSchema);
  return outcome.ok ? outcome.value.value : undefined;
}

function debtorOf({ debtorName: name, debtorAccount }: Details): Debtor | undefined {
  const iban = normaliseIban(debtorAccount?.iban ?? "");
  const debtor = withoutUndefined({ iban: isIban(iban) ? iban : undefined, name });
  return Object.keys(debtor).length === 0 ? undefined : debtor;
}

/**
 * `DELETE …/{paymentId}`. 204: cancelled. With a body, the status counts. A 202 waits for the PSU's approval of the
 * cancellation, so a final status in it is a contradiction.
 */
export const cancel: NonNullable<BankConnector["cancel"]> = async (profile, ref) => {
  const url = callableLink(profile, ref.links, "self") ?? resourceUrl(profile, ref, "");
  if (url === null) return notOffered(ref.scheme);
  const send = (sent: PaymentRef) =>
    callBank(profile, {
      operation: "cancel",
      method: "DELETE",
      url,
      headers: refHeaders(profile, sent),
      deadlineMs: profile.statusTimeoutMs,
      schema: cancellationSchema,
    });
  let outcome = await send(ref);
  if (!outcome.ok && outcome.kind === "consent" && ref.grant) {
    // As for the status. The refused call changed nothing at the bank; the second may have, if its outcome is unknown.
    const second = await send(withoutGrant(ref));
    if (second.ok || second.kind === "unknown" || second.kind === "protocol") outcome = second;
  }
  if (!outcome.ok) return outcome;
  const { status: httpStatus, value } = outcome.value;
  if (httpStatus === 204) return { ok: true, value: { status: null } };
  if (value.transactionStatus === undefined) return unreadable(`${httpStatus} without a status`);
  if (httpStatus === 202 && UNPAID_ENDS.has(value.transactionStatus)) return unreadable("202 with a final status");
  return { ok: true, value: { status: value.transactionStatus } };
};
