import { expect, it } from "vitest";
import { receiptMail } from "../../receipts/receipt-mail";
import { linkMail } from "./link-mail";

const at = new Date("2026-11-30T12:00:00Z");

/** The texts of both mails in a language. */
function textsIn(locale: string): string[] {
  const paid = { id: "0190aaaa-0000-7000-8000-000000000000", amount: 7450n, currency: "EUR", paymentReference: "A" };
  const payee = { brandName: "Acme", taxNumber: null, postalAddress: null, helpAddress: null };
  const link = { merchant: "Acme", amount: 7450, currency: "EUR", paymentReference: "A", url: "https://x.example" };
  return [
    linkMail({ ...link, locale, test: false, expiresAt: at }).text,
    receiptMail({ ...paid, locale, test: false, bankName: null, completedAt: at }, payee).text,
  ];
}

it.each([
  ["de-u-nu-arab", "74,50\u00a0€", "30. November 2026"],
  ["en-US-u-ca-buddhist", "€74.50", "November 30, 2026"],
  ["en-US", "€74.50", "November 30, 2026"],
  ["en", "€74.50", "30 November 2026"],
  ["pt-PT", "74,50\u00a0€", "30 de novembro de 2026"],
  ["pt", "74,50\u00a0€", "30 de novembro de 2026"],
  ["fa-IR", "€74.50", "30 November 2026"],
  ["ar-EG", "€74.50", "30 November 2026"],
  ["english", "€74.50", "30 November 2026"],
])("mails in %s have the digits and the calendar of their texts: %s, %s", (locale, amount, day) => {
  for (const text of textsIn(locale)) {
    expect(text).toContain(amount);
    expect(text).toContain(day);
  }
});
