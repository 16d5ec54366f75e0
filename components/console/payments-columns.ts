/** The columns of the list of payments, in their order. `choosable`: a reader may leave it out, or put it in. */
export const PAYMENT_COLUMNS = [
  { id: "created", head: "Created", widthRem: 7.5, choosable: false, usual: true },
  { id: "amount", head: "Amount", widthRem: 7.5, choosable: false, usual: true },
  { id: "status", head: "Status", widthRem: 7.5, choosable: false, usual: true },
  { id: "reference", head: "Reference", widthRem: null, choosable: false, usual: true },
  { id: "order", head: "Order", widthRem: 8, choosable: true, usual: true, drop: "" },
  { id: "shopper", head: "Shopper", widthRem: 8.5, choosable: true, usual: true, drop: "wide" },
  { id: "bank", head: "Bank", widthRem: 9.5, choosable: true, usual: true },
  { id: "through", head: "Through", widthRem: 9, choosable: true, usual: false },
  { id: "webhooks", head: "Webhooks", widthRem: 7, choosable: true, usual: true, drop: "" },
  { id: "id", head: "Id", widthRem: 7.25, choosable: true, usual: true, drop: "" },
] as const;

export type PaymentColumn = (typeof PAYMENT_COLUMNS)[number];

/** Which columns this browser's reader has chosen, by their ids with dots between; none: as they come. */
export const PAYMENT_COLUMNS_COOKIE = "bankside.columns.payments";

export const USUAL_PAYMENT_COLUMNS: readonly PaymentColumn[] = PAYMENT_COLUMNS.filter(({ usual }) => usual);

/** What was kept; null: nothing was chosen. A name that no column has is passed over. */
export function readPaymentColumns(kept: string): readonly PaymentColumn[] | null {
  if (kept === "") return null;
  const ids = kept.split(".");
  return PAYMENT_COLUMNS.filter(({ id, choosable }) => !choosable || ids.includes(id));
}

/** What `readPaymentColumns` reads: that none of the others is wanted is a choice too. */
export function keptColumns(columns: readonly PaymentColumn[]): string {
  return columns.map(({ id }) => id).join(".");
}

/** The list as its loading page shows it. */
export const PAYMENT_HEADS = USUAL_PAYMENT_COLUMNS.map(({ head }) => head);
