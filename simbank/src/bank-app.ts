import { moneyText } from "../../server/lib/money/money";
import { shortCode } from "./approval";
import type { BankAppView } from "./approval-view";
import { bankName } from "./bank-name";
import { openConsents } from "./consent-store";
import { openPayments } from "./store";

/**
 * The open approvals under this code in the bank's app. Only the caller that created the payment or consent received
 * the code, for its shopper. There is no sign-in: the code replaces it. `code` null: none was entered yet.
 */
export async function approvalsOf(bank: string, code: string | null): Promise<BankAppView> {
  const digits = (code ?? "").replaceAll("-", "").trim().toLowerCase();
  const [payments, consents] =
    code === null ? [[], []] : await Promise.all([openPayments(bank, digits), openConsents(bank, digits)]);
  const open = [
    ...payments.map(({ id, authorisationId, creditorName, amount, currency }) => ({
      path: `approve/${authorisationId}`,
      title: `${moneyText({ amountMinor: amount, currency }, "en-GB")} to ${creditorName}`,
      detail: "A payment",
      code: shortCode(id),
    })),
    ...consents.map(({ id, authorisationId }) => ({
      path: `approve/${authorisationId}`,
      title: "Request for account access",
      detail: "An access",
      code: shortCode(id),
    })),
  ];
  return { bankName: bankName(bank), open, isAsked: code !== null };
}
