import { moneyText } from "../../lib/money/money";
import { fillText, oneLine, withoutLinks } from "../../mail/fill-text";
import type { Merchant } from "../../merchants/resolve-merchant";
import { linkMailTexts, mailLocale } from "../links/mails/link-mail-texts";
import type { RequestRow } from "../requests/store";
import { receiptMailTexts } from "./receipt-mail-texts";

type ReceiptPayee = Pick<Merchant, "brandName" | "taxNumber" | "postalAddress" | "helpAddress">;
type PaidRequest = Pick<
  RequestRow,
  "id" | "amount" | "currency" | "paymentReference" | "locale" | "test" | "bankName"
> & { completedAt: Date };

/** The receipt of a completed payment as a mail to its customer, in the language of the payment's page. */
export function receiptMail(payment: PaidRequest, payee: ReceiptPayee): { subject: string; text: string } {
  const { id, amount, currency, paymentReference, test, bankName, completedAt } = payment;
  const { brandName, taxNumber, postalAddress, helpAddress } = payee;
  const locale = mailLocale(payment.locale);
  const [texts, shared] = [receiptMailTexts(locale), linkMailTexts(locale)];
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const fill = (text: string) =>
    fillText(text, {
      amount: moneyText({ amountMinor: amount, currency }, locale),
      merchant: withoutLinks(brandName),
      reference: withoutLinks(paymentReference),
      when: when.format(completedAt),
      bank: oneLine(bankName ?? ""),
      id,
      taxNumber: withoutLinks(taxNumber ?? ""),
      help: helpAddress ?? "",
    });
  const facts = [shared.reference, texts.confirmed, ...(bankName === null ? [] : [texts.bank]), texts.id];
  const payeeLines = [
    withoutLinks(brandName),
    ...(postalAddress?.split("\n").map(withoutLinks) ?? []),
    ...(taxNumber === null ? [] : [fill(texts.taxNumber)]),
  ];
  const parts = [
    fill(texts.paid),
    ...(test ? [shared.test] : []),
    facts.map(fill).join("\n"),
    payeeLines.join("\n"),
    texts.notInvoice,
    ...(helpAddress === null ? [] : [fill(texts.questions)]),
    fill(shared.sentBy),
  ];
  return { subject: fill(texts.subject), text: `${parts.join("\n\n")}\n` };
}
