import type { Outputs } from "./queries";

export type Account = Outputs["accounts"]["list"]["accounts"][number];
export type Reading = Outputs["balances"]["read"];
type Reason = NonNullable<Reading["reason"]>;

const ROLES: Record<string, { name: string; says: string }> = {
  receiving: { name: "Receiving", says: "paid by shoppers, not paid out yet" },
  settlement: { name: "Settlement", says: "paid out to you" },
  refund: { name: "Refund", says: "from which shoppers are paid back" },
};

/** A role in people's words; one that the operator made up speaks for itself. */
export function roleWords(role: string): { name: string; says: string | null } {
  return ROLES[role] ?? { name: role.slice(0, 1).toUpperCase() + role.slice(1).replaceAll(/[-_]/g, " "), says: null };
}

/** Why a balance is unknown, and the one thing to do about it. `renew`: that is to renew the access. */
type ReasonWords = { why: string; todo: string; renew?: true };

const AGAIN = "Ask again in a moment.";
const OPERATOR = "Whoever runs this installation has to look at it.";
const RENEW = "Renew it, and the bank asks you to approve.";

const REASONS: Record<Reason, ReasonWords> = {
  "not-connected": { why: "This bank is not connected here.", todo: OPERATOR },
  "no-consent": {
    why: "The bank has not been asked to show us this account yet.",
    todo: "Give access, and the bank asks you to approve.",
    renew: true,
  },
  "consent-expired": { why: "The access to this account has ended.", todo: RENEW, renew: true },
  "consent-revoked": { why: "The access to this account was removed.", todo: RENEW, renew: true },
  "consent-refused": { why: "The bank does not accept the access that it gave.", todo: RENEW, renew: true },
  quota: {
    why: "The bank has been asked as often as it allows in a day while nobody is here.",
    todo: "It can be asked again tomorrow, or from this page.",
  },
  late: { why: "The bank did not answer within three seconds.", todo: AGAIN },
  "rate-limited": { why: "The bank wants to be asked less often.", todo: "Ask again in some minutes." },
  unavailable: { why: "The bank cannot be reached right now.", todo: AGAIN },
  auth: { why: "The bank did not accept our certificate or key.", todo: OPERATOR },
  "not-found": { why: "The bank does not know this account.", todo: OPERATOR },
  unreadable: { why: "The bank’s answer broke off, or could not be understood.", todo: AGAIN },
  refused: { why: "The bank refused to show this account.", todo: OPERATOR },
  "other-currency": { why: "The bank gave a balance in another currency only.", todo: OPERATOR },
  "no-balance": { why: "The bank gave no balance that says what is there now.", todo: AGAIN },
};

export function reasonWords(reason: Reason): ReasonWords {
  return REASONS[reason];
}

/** How a renewal ended, when one comes back from the bank. */
const RENEWALS: Record<string, { good: boolean; title: string; text: string }> = {
  granted: { good: true, title: "Access renewed.", text: "The bank shows us the account again." },
  denied: { good: false, title: "Access was not given.", text: "You, or the bank, said no. Nothing has changed." },
  unfinished: {
    good: false,
    title: "The bank has not confirmed it yet.",
    text: "If you approved it there, it appears here within minutes. If not, nothing has changed.",
  },
  "other-account": {
    good: false,
    title: "Another account was chosen.",
    text: "The bank did not show us the account that this is about. It was given back. Renew again, and choose that one.",
  },
  failed: {
    good: false,
    title: "Access was not renewed.",
    text: "What came back from the bank was not its answer to you, or came after half an hour. Nothing has changed.",
  },
};

export function renewalWords(outcome: string | null): { good: boolean; title: string; text: string } | null {
  return outcome !== null && Object.hasOwn(RENEWALS, outcome) ? (RENEWALS[outcome] ?? null) : null;
}
