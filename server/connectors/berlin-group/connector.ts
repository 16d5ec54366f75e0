import type { BankConnector } from "../port";
import { balances, consentStatus, createAccountConsent, findAccount, revokeConsent } from "./account-information";
import { completeConsent, completeRedirect } from "./completion";
import { cancel, initiate, prepareInitiation, status } from "./payments";
import { transactions } from "./transactions";

/** Berlin Group NextGenPSD2 1.3.x. The shopper's approval moves the money: no call of ours does. */
export const berlinGroup: BankConnector = {
  moneyMovesOn: "psu-sca",
  prepareInitiation,
  initiate,
  completeRedirect,
  status,
  cancel,
  createAccountConsent,
  completeConsent,
  consentStatus,
  revokeConsent,
  findAccount,
  balances,
  transactions,
};
