import { type Answer, type ApprovalAnswer, paymentApproval, type WayBack } from "../approval";
import { bankCurrency } from "../bank-name";
import { readBody } from "../bodies";
import { consentApproval } from "../consent-approval";
import type { ConsentKey } from "../consent-store";
import { stateOf } from "../rules";
import type { Executor, PaymentKey } from "../store";
import { traitsOf } from "../traits";
import { notifyOfAnswer } from "./notifications";
import { oauthReturn } from "./oauth";
import { findOauthRequest, issueCode } from "./oauth-store";

type Addresses = { okUri: string | null; nokUri: string | null };
/** What a key may belong to, and the browser's next address. */
type Subject = { payment: PaymentKey | null; consent: ConsentKey | null; wayBack: WayBack<Addresses> };

/** The approval page at `/simbank/{bank}/approve/{key}`, of the payment or the consent with this key. */
export async function approvalAt(request: Request, bank: string, key: string): Promise<ApprovalAnswer> {
  const form = request.method === "POST" ? new URLSearchParams((await readBody(request)) ?? "") : null;
  const { payment, consent, wayBack } = await subjectOf(bank, key);
  if (payment) {
    const { answer, answered } = await paymentApproval(payment, form, wayBack);
    if (answered) await notifyOfAnswer(answered, stateOf(answered, answered.readAt));
    if (answer.kind !== "unknown") return answer;
  }
  return consent ? consentApproval(consent, form, bankCurrency(bank), wayBack) : { kind: "unknown" };
}

/** A key is an authorisation's id; at banks with OAuth, it is the handle of an authorisation request. */
async function subjectOf(bank: string, key: string): Promise<Subject> {
  const { authorisation } = traitsOf(bank);
  if (authorisation === "oauth") {
    const asked = await findOauthRequest(bank, key);
    const of = (id: string | null = null) => (id === null ? null : { bank, id });
    const wayBack: WayBack<Addresses> = async (on, _subject, answer) => asked && oauthWay(on, asked, answer);
    return { payment: of(asked?.paymentId), consent: of(asked?.consentId), wayBack };
  }
  const wayBack: WayBack<Addresses> = async (_on, { okUri, nokUri }, answer) =>
    authorisation === "decoupled" ? null : answer === "rejected" ? nokUri : okUri;
  const where = { bank, authorisationId: key };
  return { payment: where, consent: where, wayBack };
}

async function oauthWay(
  on: Executor,
  { id, handle, redirectUri, state }: { id: string; handle: string; redirectUri: string; state: string | null },
  answer: Answer,
): Promise<string | null> {
  if (answer === "rejected") return oauthReturn(redirectUri, { error: "access_denied" }, state);
  const code = await issueCode(on, { id, handle });
  return code === null ? null : oauthReturn(redirectUri, { code }, state);
}
