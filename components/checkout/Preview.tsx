import type { CheckoutPage } from "./model";
import { lookOf } from "./state/phases";
import { stateText } from "./state/state-text";

/**
 * Meta tags for link previews in chats (Open Graph protocol): the merchant's name and an explanation. Chat services
 * store previews, so the tags contain no amount, no reference, no customer data, and no image except the merchant's
 * logo from our origin. Search engines are excluded.
 */
export function Preview({ page }: { page: CheckoutPage }) {
  const { checkout, translator, operator } = page;
  const { brandName, logo } = checkout.merchant;
  const isOver = lookOf(checkout.phase).stub === true;
  const title = isOver
    ? `${stateText(page, "").title} · ${brandName}`
    : translator.t("page.title", { merchant: brandName });
  const description = translator.t(isOver ? "preview.over" : "preview.say", { merchant: brandName });
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={translator.language} />
      {logo !== null && <meta property="og:image" content={`${operator.baseUrl}${logo}`} />}
      <meta name="twitter:card" content="summary" />
    </>
  );
}
