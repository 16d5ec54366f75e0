import type { BankConnector } from "../port";
import { balances, consentStatus, createAccountConsent, findAccount } from "./account-information";
import { cancel, initiate, prepareInitiation, status } from "./payments";

/** Berlin Group NextGenPSD2 1.3.x. The shopper's approval moves the money: no call of ours does. */
export const berlinGroup: BankConnector = {
  moneyMovesOn: "psu-sca",
  prepareInitiation,
  initiate,
  status,
  cancel,
  createAccountConsent,
  consentStatus,
  findAccount,
  balances,
};
