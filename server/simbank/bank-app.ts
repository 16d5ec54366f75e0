import { formatMoney, shortCode } from "./approval";
import type { BankAppView } from "./approval-view";
import { bankName } from "./bank-name";
import { openConsents } from "./consent-store";
import { APPROVAL_LIFETIME_MS } from "./rules";
import { openPayments } from "./store";

/** Everything that waits for a shopper's answer in the bank's app. There is no sign-in: all testers share one app. */
export async function openApprovals(bank: string): Promise<BankAppView> {
  const [payments, consents] = await Promise.all([
    openPayments(bank, APPROVAL_LIFETIME_MS),
    openConsents(bank, APPROVAL_LIFETIME_MS),
  ]);
  const open = [
    ...payments.map(({ id, authorisationId, creditorName, amount, currency }) => ({
      path: `approve/${authorisationId}`,
      title: `${formatMoney(amount, currency)} to ${creditorName}`,
      detail: "A payment",
      code: shortCode(id),
    })),
    ...consents.map(({ id, authorisationId }) => ({
      path: `approve/${authorisationId}`,
      title: "Somebody asks to look at accounts",
      detail: "An access",
      code: shortCode(id),
    })),
  ];
  return { bankName: bankName(bank), open };
}
