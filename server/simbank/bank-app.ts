import { formatMoney, shortCode } from "./approval";
import type { BankAppView } from "./approval-view";
import { bankName } from "./bank-name";
import { openConsents } from "./consent-store";
import { APPROVAL_LIFETIME_MS } from "./rules";
import { openPayments } from "./store";

/**
 * What waits for a shopper's answer in the bank's app under this code, which only the maker of the payment or the access
 * got, for its shopper. There is no sign-in: the code takes its place. `code` null: none was typed in yet.
 */
export async function approvalsOf(bank: string, code: string | null): Promise<BankAppView> {
  const digits = (code ?? "").replaceAll("-", "").trim().toLowerCase();
  const [payments, consents] =
    code === null
      ? [[], []]
      : await Promise.all([
          openPayments(bank, digits, APPROVAL_LIFETIME_MS),
          openConsents(bank, digits, APPROVAL_LIFETIME_MS),
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
  return { bankName: bankName(bank), open, isAsked: code !== null };
}
