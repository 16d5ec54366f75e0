import { toDecimalString } from "../lib/money";
import { mailWordsFor } from "./mail-words";

/** What the mail of a link tells. `amount` in minor units; `locale`: of its page, a BCP 47 tag. */
export type MailedLink = {
  merchant: string;
  amount: number;
  currency: string;
  paymentReference: string;
  locale: string;
  test: boolean;
  url: string;
  expiresAt: Date;
};

/**
 * The mail that carries a link, in the language of its page. Nobody but us words it: there is no text of the merchant in
 * it but the name and the reference, because what goes out here goes out in our name.
 */
export function linkMail(link: MailedLink): { subject: string; text: string } {
  const words = mailWordsFor(link.locale);
  const decimal = toDecimalString({ amountMinor: BigInt(link.amount), currency: link.currency });
  const money = new Intl.NumberFormat(link.locale, { style: "currency", currency: link.currency });
  const until = new Intl.DateTimeFormat(link.locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const values: Record<string, string> = {
    merchant: oneLine(link.merchant),
    amount: money.format(decimal as Intl.StringNumericLiteral),
    reference: oneLine(link.paymentReference),
    until: until.format(link.expiresAt),
  };
  const say = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const test = link.test ? [say(words.test)] : [];
  const first = [say(words.asks), say(words.reference)].join("\n");
  const rest = [`${say(words.how)}\n${link.url}`, say(words.until), say(words.unexpected)];
  return { subject: say(words.subject), text: `${[first, ...test, ...rest].join("\n\n")}\n` };
}

/** A name as one line: what stands in a mail must not look like a part of it. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, " ").trim();
}
