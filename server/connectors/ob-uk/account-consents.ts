import { z } from "zod";
import { now } from "../../lib/clock";
import { unreadable } from "../parse-response";
import type { BankConnector, ConsentState } from "../port";
import { authorisationUrl } from "./authorisation-request";
import { callBank } from "./call";

/** The permissions that balances and transactions need. */
const PERMISSIONS = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsDetail",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
];
const PATH = "/aisp/account-access-consents";

const consentSchema = z.object({
  Data: z.object({
    ConsentId: z.string().min(1),
    Status: z.string().min(1),
    ExpirationDateTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
  }),
});

/** `POST /account-access-consents`: the PSU selects the accounts at the bank. Without an end, it is valid until revoked. */
export const createAccountConsent: BankConnector["createAccountConsent"] = async (profile, order) => {
  const { redirect, deadlineMs, psuIp } = order;
  const outcome = await callBank(profile, {
    operation: "create-consent",
    kind: "consent",
    path: PATH,
    body: JSON.stringify({ Data: { Permissions: PERMISSIONS }, Risk: {} }),
    psu: psuIp === undefined ? undefined : { ip: psuIp },
    deadlineMs,
    schema: consentSchema,
  });
  if (!outcome.ok) return outcome;
  const { ConsentId: consentId } = outcome.value.Data;
  const state = stateOf(outcome.value.Data);
  if (state !== "awaiting") return unreadable(`a new consent with status ${outcome.value.Data.Status}`);
  const url = await authorisationUrl(profile, { consentId, scope: "accounts", redirect });
  return { ok: true, value: { consentId, state, next: { kind: "redirect", url }, links: {} } };
};

/** Maps OBExternalRequestStatus1Code and the codes of v4 to the port's states; null: unknown, which ends no consent. */
function stateOf({ Status, ExpirationDateTime }: z.infer<typeof consentSchema>["Data"]): ConsentState | null {
  switch (Status) {
    case "Authorised":
    case "AUTH":
      return ExpirationDateTime !== undefined && new Date(ExpirationDateTime) <= now() ? "expired" : "valid";
    case "AwaitingAuthorisation":
    case "AWAU":
      return "awaiting";
    case "Rejected":
    case "RJCT":
      return "rejected";
    case "Revoked":
    case "CANC":
      return "revoked";
    case "EXPD":
      return "expired";
    default:
      return null;
  }
}

/** `GET /account-access-consents/{ConsentId}`. */
export const consentStatus: BankConnector["consentStatus"] = async (profile, { consentId }) => {
  const outcome = await callBank(profile, {
    operation: "consent-status",
    kind: "read",
    path: `${PATH}/${encodeURIComponent(consentId)}`,
    deadlineMs: profile.statusTimeoutMs,
    schema: consentSchema,
  });
  if (!outcome.ok) return outcome;
  const { Data } = outcome.value;
  if (Data.ConsentId !== consentId) return unreadable("the id of another consent");
  const state = stateOf(Data);
  if (state === null) return unreadable(`the consent's status ${Data.Status}`);
  const validUntil = Data.ExpirationDateTime === undefined ? {} : { validUntil: Data.ExpirationDateTime };
  return { ok: true, value: { state, ...validUntil } };
};

/** `DELETE /account-access-consents/{ConsentId}`. */
export const revokeConsent: BankConnector["revokeConsent"] = async (profile, { consentId }) => {
  const outcome = await callBank(profile, {
    operation: "revoke-consent",
    kind: "revocation",
    path: `${PATH}/${encodeURIComponent(consentId)}`,
    deadlineMs: profile.statusTimeoutMs,
    schema: z.unknown(),
  });
  return outcome.ok ? { ok: true, value: null } : outcome;
};
