import type { Outputs } from "../../ui/queries";
import { capitalize } from "../../ui/text";

export type Account = Outputs["accounts"]["list"]["accounts"][number];
export type Reading = Outputs["balances"]["read"];
/** Whether the last balance is known, and fetching it again failed. */
export function isOutdated({ data, error }: { data: Reading | undefined; error: unknown }): boolean {
  return Boolean(error) && typeof data?.balance === "string";
}

type Reason = NonNullable<Reading["reason"]>;

/** The role of an account: `Receiving`; an operator's own role by its name. */
export function formatRole(role: string): string {
  return capitalize(role.replaceAll(/[-_]/g, " "));
}

/** Why a balance is unknown, and what to do. `renew`: the user can renew the consent. */
type ReasonLabel = { why: string; todo: string; renew?: true };

const AGAIN = "Refresh in a moment.";
const OPERATOR = "Contact the operator.";
const RENEW = "Renew the consent; you approve it at your bank.";

export const BALANCE_REASONS: Record<Reason, ReasonLabel> = {
  "not-connected": { why: "This bank is not connected.", todo: OPERATOR },
  "no-consent": {
    why: "Access to this account hasn’t been granted yet.",
    todo: "Grant access; you approve it at your bank.",
    renew: true,
  },
  "consent-expired": { why: "The consent for this account has ended.", todo: RENEW, renew: true },
  "consent-revoked": { why: "The consent for this account was removed.", todo: RENEW, renew: true },
  "consent-refused": { why: "The bank no longer accepts its consent.", todo: RENEW, renew: true },
  quota: {
    why: "The bank’s daily limit of automatic requests is used up.",
    todo: "Refresh from this page, or wait until tomorrow.",
  },
  late: { why: "The bank didn’t respond within 3 seconds.", todo: AGAIN },
  "rate-limited": { why: "The bank’s rate limit is used up.", todo: "Refresh in a few minutes." },
  unavailable: { why: "The bank can’t be reached right now.", todo: AGAIN },
  auth: { why: "The bank rejected the certificate or key.", todo: OPERATOR },
  "not-found": { why: "The bank didn’t find this account.", todo: OPERATOR },
  unreadable: { why: "The bank’s response was incomplete or invalid.", todo: AGAIN },
  "too-large": { why: "The bank’s response was too long.", todo: OPERATOR },
  refused: { why: "The bank refused access to this account.", todo: OPERATOR },
  "other-currency": { why: "The bank returned a balance in another currency only.", todo: OPERATOR },
  "no-balance": { why: "The bank returned no current balance.", todo: AGAIN },
};

/** The outcome of a renewal, when the user comes back from the bank. */
const RENEWALS: Record<string, { good: boolean; title: string; text: string }> = {
  granted: { good: true, title: "Consent renewed.", text: "Balances and transactions are available again." },
  denied: { good: false, title: "Consent not given.", text: "You or the bank declined. Nothing has changed." },
  unfinished: {
    good: false,
    title: "The bank has not confirmed it yet.",
    text: "If you approved it, it appears here within minutes. Otherwise nothing has changed.",
  },
  "other-account": {
    good: false,
    title: "Another account was chosen.",
    text: "You chose a different account at the bank, so we revoked the consent. Renew again and choose this account.",
  },
  failed: {
    good: false,
    title: "Consent not renewed.",
    text: "The bank’s response was invalid or came after 30 minutes. Nothing has changed.",
  },
};

export function formatRenewal(outcome: string | null): { good: boolean; title: string; text: string } | null {
  return outcome !== null && Object.hasOwn(RENEWALS, outcome) ? (RENEWALS[outcome] ?? null) : null;
}
