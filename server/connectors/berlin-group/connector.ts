import type { BankConnector } from "../port";
import { balances, findAccount } from "./account-information";
import { completeConsent, completeRedirect, isPlainReturn } from "./completion";
import { consentStatus, createAccountConsent, revokeConsent } from "./consents";
import { refreshGrant } from "./oauth";
import { cancel, status } from "./payment-status";
import { initiate, prepareInitiation } from "./payments";
import { transactions } from "./transactions";

/** Berlin Group NextGenPSD2 1.3.x. The PSU's approval moves the money, not a call of ours. */
export const berlinGroup: BankConnector = {
  moneyMovesOn: "psu-sca",
  prepareInitiation,
  initiate,
  isPlainReturn,
  completeRedirect,
  status,
  cancel,
  createAccountConsent,
  completeConsent,
  consentStatus,
  revokeConsent,
  refreshGrant,
  findAccount,
  balances,
  transactions,
};
