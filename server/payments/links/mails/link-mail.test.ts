import { expect, it } from "vitest";
import { receiptMail } from "../../receipts/receipt-mail";
import { linkMail } from "./link-mail";

const LINK = /https?:\/\/\S+|\b[\w-]+\.[a-z]{2,}\S*|\S+@\S+/gi;
const at = new Date("2026-11-30T12:00:00Z");
const money = { amount: 7450, currency: "EUR", locale: "en-GB", test: false };

/** The links of both mails whose texts of the merchant are all this one. */
function linksOf(text: string): string[][] {
  const link = { merchant: text, paymentReference: text, url: "https://pay.example/pay/x", expiresAt: at };
  const payment = { id: "0190", amount: 7450n, paymentReference: text, bankName: null, completedAt: at };
  const payee = { brandName: text, taxNumber: text, postalAddress: `${text}\n${text}`, helpAddress: null };
  const mails = [linkMail({ ...money, ...link }), receiptMail({ ...money, ...payment }, payee)];
  return mails.map((mail) => `${mail.subject}\n${mail.text}`.match(LINK) ?? []);
}

it.each(["www.evil.example/pay", "https://evil.example", "help@evil.example"])(
  "the link's mail and the receipt contain no link made of the merchant's text %j",
  (text) => {
    expect(linksOf(text)).toEqual([["https://pay.example/pay/x"], []]);
  },
);
