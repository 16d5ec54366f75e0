// The goods and the shopper of the demo: one order, one shopper.
import { type Html, html, raw } from "./html";

export const CURRENCY = "EUR";
const DELIVERY = 450;
const MUG = raw(
  `<svg viewBox="0 0 64 64" aria-hidden="true"><path d="M43 27h4.5a6.5 6.5 0 0 1 0 13H42" fill="none" stroke="#55705e" stroke-width="4"/><path d="M19 19h25v21a9 9 0 0 1-9 9h-7a9 9 0 0 1-9-9z" fill="#c98f6a"/><path d="M19 19h25v18q-6 4-12.5 1T19 39z" fill="#55705e"/><ellipse cx="31.5" cy="19" rx="12.5" ry="3" fill="#8d5636"/></svg>`,
);
const BOWL = raw(
  `<svg viewBox="0 0 64 64" aria-hidden="true"><path d="M11 25h42c0 13-8.5 21-16 22H27c-7.5-1-16-9-16-22z" fill="#c98f6a"/><path d="M11 25h42q-.5 7-3.5 11.5-9 4-18 1.5t-17-2Q11.5 31 11 25z" fill="#6d8796"/><ellipse cx="32" cy="25" rx="21" ry="4.5" fill="#8d5636"/><rect x="25.5" y="46" width="13" height="3" rx="1" fill="#c98f6a"/></svg>`,
);
/** Prices in minor units. */
const GOODS = [
  { name: "Mug, moss glaze", detail: "2 pieces, €18.00 each", price: 3600, drawing: MUG },
  { name: "Serving bowl, river glaze", detail: "1 piece, 24 cm", price: 3400, drawing: BOWL },
];
const GOODS_TOTAL = GOODS.reduce((sum, item) => sum + item.price, 0);
/** The total of an order, in minor units. */
export const TOTAL = GOODS_TOTAL + DELIVERY;

export const CUSTOMER = { id: "C-77", name: "Inês Carvalho", email: "ines@example.com", country: "PT" };
export const REWARDS = { total_rewards: 300, extra_rewards: 150, description: "Weekend bonus" };

const TIME_ZONE = "Europe/Lisbon";
const DELIVERY_DAYS = 5;
const DAY_MS = 86_400_000;

/** An amount formatted for the shopper. */
export function money(minorUnits: number): string {
  return new Intl.NumberFormat("en-IE", { style: "currency", currency: CURRENCY }).format(minorUnits / 100);
}

/** A time in the shop's time zone: `20 November 2026, 09:41`. */
export function moment(at: string): string {
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: TIME_ZONE }).format(new Date(at));
  return `${date}, ${clock(at).slice(0, 5)}`;
}

/** `09:41:07` */
export function clock(at: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: TIME_ZONE }).format(new Date(at));
}

/** The goods and their total. */
export function goodsList(): Html {
  const rows = GOODS.map(
    (item) => html`<li class="sh-item">${item.drawing}<span><b>${item.name}</b><small>${item.detail}</small></span>
      <span class="sh-num">${money(item.price)}</span></li>`,
  );
  return html`<ul class="sh-items">${rows}</ul>
    <dl class="sh-sum"><div><dt>Goods</dt><dd>${money(GOODS_TOTAL)}</dd></div>
      <div><dt>Delivery to Porto</dt><dd>${money(DELIVERY)}</dd></div>
      <div class="sh-total"><dt>Total, VAT included</dt><dd>${money(TOTAL)}</dd></div></dl>`;
}

/** Where and when the order arrives. */
export function deliveryFacts(orderedAt: string): Html {
  const arrives = new Date(Date.parse(orderedAt) + DELIVERY_DAYS * DAY_MS);
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: TIME_ZONE } as const;
  return html`<div class="sh-facts sh-two">
    <div><h2>Deliver to</h2><p>${CUSTOMER.name}<br>Rua das Flores 118, 3.º<br>4050-263 Porto</p></div>
    <div><h2>Arrives</h2><p>${new Intl.DateTimeFormat("en-GB", options).format(arrives)},<br>by post, wrapped in straw</p></div></div>`;
}
