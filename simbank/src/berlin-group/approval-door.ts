import type { Tx } from "../../../server/lib/db";
import {
  type Answer,
  type ApprovalAnswer,
  answerPaymentApproval,
  showPaymentApproval,
  type WayBack,
} from "../approval";
import { bankCurrency } from "../bank-name";
import { readBody } from "../bodies";
import { answerConsentApproval, showConsentApproval } from "../consent-approval";
import { type ConsentKey, findConsent } from "../consent-store";
import { stateOf } from "../rules";
import { findPayment, type PaymentKey } from "../store";
import { traitsOf } from "../traits";
import { notifyOfAnswer } from "./notifications";
import { oauthReturn } from "./oauth";
import { findOauthRequest, issueCode } from "./oauth-store";

type Addresses = { okUri: string | null; nokUri: string | null };
type Subject = { payment: PaymentKey } | { consent: ConsentKey };
type Found = { subject: Subject; wayBack: WayBack<Addresses> };

/** The approval page at `/simbank/{bank}/approve/{key}`, of the payment or the consent with this key. */
export async function approvalAt(request: Request, bank: string, key: string): Promise<ApprovalAnswer> {
  const found = await findSubject(bank, key);
  if (!found) return { kind: "unknown" };
  const { subject, wayBack } = found;
  const isAnswer = request.method === "POST";
  const form = new URLSearchParams(isAnswer ? ((await readBody(request)) ?? "") : "");
  if ("consent" in subject) {
    return isAnswer
      ? answerConsentApproval(form, subject.consent, bankCurrency(bank), wayBack)
      : showConsentApproval(subject.consent, bankCurrency(bank), wayBack);
  }
  if (!isAnswer) return showPaymentApproval(subject.payment, wayBack);
  const answer = await answerPaymentApproval(form, subject.payment, wayBack);
  const payment = await findPayment(subject.payment);
  if (payment) await notifyOfAnswer(payment, stateOf(payment, payment.readAt));
  return answer;
}

/** A key is an authorisation's id; at banks with OAuth, it is the handle of an authorisation request. */
async function findSubject(bank: string, key: string): Promise<Found | null> {
  const { authorisation } = traitsOf(bank);
  if (authorisation === "oauth") {
    const asked = await findOauthRequest(bank, key);
    if (!asked) return null;
    const { paymentId, consentId } = asked;
    const wayBack = (tx: Tx, _subject: Addresses, answer: Answer) => oauthWay(tx, asked, answer);
    if (paymentId !== null) return { subject: { payment: { bank, id: paymentId } }, wayBack };
    return consentId === null ? null : { subject: { consent: { bank, id: consentId } }, wayBack };
  }
  const wayBack: WayBack<Addresses> =
    authorisation === "decoupled"
      ? async () => null
      : async (_tx, { okUri, nokUri }, answer) => (answer === "rejected" ? nokUri : okUri);
  const where = { bank, authorisationId: key };
  if (await findPayment(where)) return { subject: { payment: where }, wayBack };
  return (await findConsent(where)) ? { subject: { consent: where }, wayBack } : null;
}

async function oauthWay(
  tx: Tx,
  { id, handle, redirectUri, state }: { id: string; handle: string; redirectUri: string; state: string | null },
  answer: Answer,
): Promise<string | null> {
  if (answer === "rejected") return oauthReturn(redirectUri, { error: "access_denied" }, state);
  const code = await issueCode(tx, { id, handle });
  return code === null ? null : oauthReturn(redirectUri, { code }, state);
}
