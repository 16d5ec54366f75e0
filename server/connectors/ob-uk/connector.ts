import type { BankConnector } from "../port";
import { consentStatus, createAccountConsent, revokeConsent } from "./account-consents";
import { balances, findAccount } from "./account-information";
import { completeConsent, completeRedirect, refreshGrant } from "./completion";
import { parseNotification } from "./notification";
import { status } from "./payment-status";
import { authorisation, initiate, prepareInitiation } from "./payments";
import { prepareSubmission, submit } from "./submission";
import { transactions } from "./transactions";

/**
 * UK Open Banking Read/Write 3.1.11, with the security profile FAPI 1.0 Advanced. The PSU's approval moves no money: our
 * submission does, with the approval's grant. A single immediate payment cannot be cancelled.
 */
export const obUk = {
  moneyMovesOn: "our-submit",
  prepareInitiation,
  initiate,
  completeRedirect,
  authorisation,
  prepareSubmission,
  submit,
  status,
  parseNotification,
  createAccountConsent,
  completeConsent,
  consentStatus,
  revokeConsent,
  refreshGrant,
  findAccount,
  balances,
  transactions,
} satisfies BankConnector;
