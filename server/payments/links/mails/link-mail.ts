import { moneyText } from "../../../lib/money/money";
import { fillText, withoutLinks } from "../../../mail/fill-text";
import { linkMailTexts, mailLocale } from "./link-mail-texts";

/** Values of a link’s mail. `amount` in minor units; `locale` is the BCP 47 tag of the link’s page. */
type MailedLink = {
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
 * The mail that carries a link, in the language of its page. Of the merchant's texts it holds the name and the reference
 * only, without links, because it is sent in our name: the link of the page is the only one.
 */
export function linkMail(link: MailedLink): { subject: string; text: string } {
  const locale = mailLocale(link.locale);
  const texts = linkMailTexts(locale);
  const until = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const values = {
    merchant: withoutLinks(link.merchant),
    amount: moneyText({ amountMinor: BigInt(link.amount), currency: link.currency }, locale),
    reference: withoutLinks(link.paymentReference),
    until: until.format(link.expiresAt),
  };
  const fill = (text: string) => fillText(text, values);
  const test = link.test ? [fill(texts.test)] : [];
  const first = [fill(texts.asks), fill(texts.reference)].join("\n");
  const rest = [`${fill(texts.how)}\n${link.url}`, fill(texts.until), fill(texts.unexpected), fill(texts.sentBy)];
  return { subject: fill(texts.subject), text: `${[first, ...test, ...rest].join("\n\n")}\n` };
}
