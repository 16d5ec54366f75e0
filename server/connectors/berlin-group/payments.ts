import { z } from "zod";
import { toDecimalString } from "../../lib/money";
import type {
  BankConnector,
  BankLinks,
  Failure,
  Initiation,
  InitiationCall,
  NextStep,
  Outcome,
  PaymentRef,
} from "../port";
import type { BankProfile } from "../profile-schema";
import { callBank, psuHeaders, unreadable } from "./call";
import { absoluteLinks, linksSchema, refuseBrowserAddress } from "./links";
import { toSepaText } from "./text";

const MAX_NAME_LENGTH = 70;
const MAX_REMITTANCE_LENGTH = 140;
/** Faster Payments carries 18 characters of reference. */
const MAX_FPS_REMITTANCE_LENGTH = 18;
/** Written where a name has no letter that banks can carry. */
const NAMELESS = "Merchant";
/** Statuses that an approved and an unapproved payment can both have: the authorisation tells them apart. */
const OPEN_STATUSES = new Set(["RCVD", "PATC", "ACTC", "ACCP", "ACFC"]);

const messagesSchema = z
  .array(z.looseObject({ code: z.string().optional(), text: z.string().optional() }))
  .optional()
  .catch(undefined);

const initiationSchema = z.object({
  transactionStatus: z.string().min(1),
  paymentId: z.string().min(1),
  _links: linksSchema,
  psuMessage: z.string().optional().catch(undefined),
});
const authorisationSchema = z.object({ _links: linksSchema, psuMessage: z.string().optional().catch(undefined) });
const statusSchema = z.object({ transactionStatus: z.string().min(1), tppMessages: messagesSchema });
const scaStatusSchema = z.object({ scaStatus: z.string().min(1) });
const cancellationSchema = z.object({ transactionStatus: z.string().min(1).optional() });

/** Body of `POST /v1/payments/{product}` (NextGenPSD2 1.3.11, paymentInitiation_json). */
export const prepareInitiation: BankConnector["prepareInitiation"] = (_profile, order) => {
  const maxRemittance = order.scheme === "FASTER_PAYMENTS" ? MAX_FPS_REMITTANCE_LENGTH : MAX_REMITTANCE_LENGTH;
  const body = {
    endToEndIdentification: order.endToEndId,
    ...(order.debtorIban === undefined ? {} : { debtorAccount: { iban: order.debtorIban } }),
    instructedAmount: { currency: order.money.currency, amount: toDecimalString(order.money) },
    creditorAccount: { iban: order.creditor.iban },
    creditorName: toSepaText(order.creditor.name, MAX_NAME_LENGTH) || NAMELESS,
    remittanceInformationUnstructured: toSepaText(order.remittance, maxRemittance) || order.endToEndId,
  };
  return { body: JSON.stringify(body) };
};

export async function initiate(profile: BankProfile, call: InitiationCall): Promise<Outcome<Initiation>> {
  const url = productUrl(profile, call.scheme);
  if (url === null) return notOffered(call.scheme);
  const outcome = await callBank(profile, {
    operation: "initiate",
    method: "POST",
    url,
    headers: initiationHeaders(call),
    body: call.body,
    requestId: call.idempotencyKey,
    deadlineMs: profile.initiateTimeoutMs,
    schema: initiationSchema,
  });
  if (!outcome.ok) return outcome;
  const { value, headers } = outcome.value;
  const links = absoluteLinks(profile, value._links);
  const first = { links, approach: headers["aspsp-sca-approach"], message: value.psuMessage };
  const authorised = await authorise(profile, call, first);
  if (!authorised.ok) return authorised;
  return {
    ok: true,
    value: { bankPaymentId: value.paymentId, consentId: null, status: value.transactionStatus, ...authorised.value },
  };
}

type Sca = { links: BankLinks; approach: string | undefined; message: string | undefined };

/** Follows the bank's steering: straight to the shopper, or by an authorisation that has to be started first. */
async function authorise(
  profile: BankProfile,
  call: InitiationCall,
  sca: Sca,
): Promise<Outcome<{ links: BankLinks; next: NextStep }>> {
  const start = sca.links["startAuthorisation"];
  if (sca.links["scaRedirect"] !== undefined || start === undefined) return nextStep(profile, sca);
  const outcome = await callBank(profile, {
    operation: "start-authorisation",
    method: "POST",
    url: start,
    headers: initiationHeaders(call),
    body: "{}",
    deadlineMs: profile.initiateTimeoutMs,
    schema: authorisationSchema,
  });
  if (!outcome.ok) return outcome;
  const { value, headers } = outcome.value;
  return nextStep(profile, {
    links: { ...sca.links, ...absoluteLinks(profile, value._links) },
    approach: headers["aspsp-sca-approach"] ?? sca.approach,
    message: value.psuMessage ?? sca.message,
  });
}

function nextStep(
  profile: BankProfile,
  { links, approach, message }: Sca,
): Outcome<{ links: BankLinks; next: NextStep }> {
  const url = links["scaRedirect"];
  if (url !== undefined)
    return refuseBrowserAddress(profile, url) ?? { ok: true, value: { links, next: { kind: "redirect", url } } };
  if (approach?.toUpperCase() === "DECOUPLED") {
    return { ok: true, value: { links, next: { kind: "decoupled", ...(message === undefined ? {} : { message }) } } };
  }
  const wanted = Object.keys(links).find((name) =>
    /^(scaOAuth|startAuthorisationWith|updatePsu|selectAuthentication|authoriseTransaction)/.test(name),
  );
  if (wanted)
    return { ok: false, kind: "invalid", detail: `The bank wants an approval that is not supported: ${wanted}.` };
  return { ok: true, value: { links, next: { kind: "none" } } };
}

export const status: BankConnector["status"] = async (profile, ref) => {
  const url = ref.links["status"] ?? resourceUrl(profile, ref, "/status");
  if (url === null) return notOffered(ref.scheme);
  const headers = ref.psu ? psuHeaders(ref.psu) : {};
  const deadlineMs = profile.statusTimeoutMs;
  const outcome = await callBank(profile, {
    operation: "status",
    method: "GET",
    url,
    headers,
    deadlineMs,
    schema: statusSchema,
  });
  if (!outcome.ok) return outcome;
  const { transactionStatus, tppMessages } = outcome.value.value;
  const reason = reasonOf(tppMessages);
  const scaStatus = OPEN_STATUSES.has(transactionStatus) ? await readScaStatus(profile, ref, headers) : undefined;
  return {
    ok: true,
    value: {
      status: transactionStatus,
      ...(reason === undefined ? {} : { reason }),
      ...(scaStatus === undefined ? {} : { scaStatus }),
    },
  };
};

/** An ISO 20022 reason code, wherever the bank wrote it; else the standard's own word, else its text. */
function reasonOf(messages: z.infer<typeof messagesSchema>): string | undefined {
  const [first] = messages ?? [];
  const said = (messages ?? []).flatMap(({ code, text }) => [code ?? "", text ?? ""]).join(" ");
  return /\b[A-Z]{2}\d{2}\b/.exec(said)?.[0] ?? first?.code ?? first?.text;
}

/** A second question whose failure is no news: without it the status stands alone. */
async function readScaStatus(
  profile: BankProfile,
  ref: PaymentRef,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const url = ref.links["scaStatus"];
  if (url === undefined) return undefined;
  const deadlineMs = profile.statusTimeoutMs;
  const outcome = await callBank(profile, {
    operation: "sca-status",
    method: "GET",
    url,
    headers,
    deadlineMs,
    schema: scaStatusSchema,
  });
  return outcome.ok ? outcome.value.value.scaStatus : undefined;
}

export const cancel: NonNullable<BankConnector["cancel"]> = async (profile, ref) => {
  const url = ref.links["self"] ?? resourceUrl(profile, ref, "");
  if (url === null) return notOffered(ref.scheme);
  const headers = ref.psu ? psuHeaders(ref.psu) : {};
  const deadlineMs = profile.statusTimeoutMs;
  const outcome = await callBank(profile, {
    operation: "cancel",
    method: "DELETE",
    url,
    headers,
    deadlineMs,
    schema: cancellationSchema,
  });
  if (!outcome.ok) return outcome;
  const transactionStatus = outcome.value.value.transactionStatus ?? null;
  if (outcome.value.status !== 204 && transactionStatus === null)
    return unreadable(`${outcome.value.status} without a status`);
  return { ok: true, value: { status: transactionStatus } };
};

function initiationHeaders(call: InitiationCall): Record<string, string> {
  // One address for yes and no: either is a hint, and the bank is asked.
  const returnUrl = `${call.redirect.uri}?state=${call.redirect.state}`;
  return {
    ...psuHeaders(call.psu),
    "TPP-Redirect-Preferred": "true",
    "TPP-Redirect-URI": returnUrl,
    "TPP-Nok-Redirect-URI": returnUrl,
  };
}

function productUrl(profile: BankProfile, scheme: string): string | null {
  const product = profile.products[scheme];
  return product === undefined ? null : `${profile.baseUrl}/v1/payments/${product}`;
}

/** Only where the bank gave no link. */
function resourceUrl(profile: BankProfile, ref: PaymentRef, suffix: string): string | null {
  const base = productUrl(profile, ref.scheme);
  return base === null || ref.bankPaymentId === null
    ? null
    : `${base}/${encodeURIComponent(ref.bankPaymentId)}${suffix}`;
}

function notOffered(scheme: string): Failure {
  return { ok: false, kind: "invalid", detail: `The bank's profile has no product for ${scheme}.` };
}
