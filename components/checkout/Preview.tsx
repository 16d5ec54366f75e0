import type { CheckoutPage } from "./model";
import { lookOf } from "./phases";
import { wordsOf } from "./words";

/**
 * What a chat shows of an address that is sent in it (Open Graph protocol): whom it pays, and that it is no trick. Chats
 * keep such things on machines of their own: no amount, no reference, nothing about who pays, and no picture but the
 * merchant's, from here. Search engines are to keep out.
 */
export function Preview({ page }: { page: CheckoutPage }) {
  const { checkout, words, operator } = page;
  const { brandName, logo } = checkout.merchant;
  const isOver = lookOf(checkout.phase).stub === true;
  const title = isOver ? `${wordsOf(page, "").title} · ${brandName}` : words.say("page.title", { merchant: brandName });
  const description = words.say(isOver ? "preview.over" : "preview.say", { merchant: brandName });
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={words.language} />
      {logo !== null && <meta property="og:image" content={`${operator.baseUrl}${logo}`} />}
      <meta name="twitter:card" content="summary" />
    </>
  );
}
