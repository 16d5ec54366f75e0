/**
 * The columns of the list of payments in order. `choosable`: the user may hide or show it. `widthRem`: including
 * padding; null: a share of the remaining width, at least `SHARE_REM`. `drop`: the order in which columns are hidden
 * in a narrow list, 1 first; the breakpoints are in table.module.css.
 */
export const PAYMENT_COLUMNS = [
  { id: "created", head: "Created", widthRem: 7, choosable: false, usual: true },
  { id: "amount", head: "Amount", widthRem: 8, choosable: false, usual: true },
  { id: "status", head: "Status", widthRem: 8, choosable: false, usual: true },
  { id: "customer", head: "Customer", widthRem: null, choosable: true, usual: true },
  { id: "reference", head: "Reference", widthRem: null, choosable: false, usual: true },
  { id: "order", head: "Order", widthRem: 6.5, choosable: true, usual: true, drop: 1 },
  { id: "bank", head: "Bank", widthRem: null, choosable: true, usual: true, drop: 3 },
  { id: "channel", head: "Channel", widthRem: 9, choosable: true, usual: false },
  { id: "webhooks", head: "Webhooks", widthRem: 7, choosable: true, usual: true, drop: 2 },
  { id: "id", head: "ID", widthRem: 7.25, choosable: true, usual: false },
] as const;

/** The minimum width of a customer, of a reference, and of a bank. */
export const SHARE_REM = 9.25;

export type PaymentColumn = (typeof PAYMENT_COLUMNS)[number];

/** The columns chosen in this browser: IDs separated by dots; empty: the default. */
export const PAYMENT_COLUMNS_COOKIE = "bankside.columns.payments";

export const USUAL_PAYMENT_COLUMNS: readonly PaymentColumn[] = PAYMENT_COLUMNS.filter(({ usual }) => usual);

/** Of the newest payments on another page. */
export const LATEST_PAYMENT_COLUMNS = USUAL_PAYMENT_COLUMNS.filter(({ id }) => id !== "order" && id !== "webhooks");

/** The columns of a cookie; null: the default. Unknown IDs are ignored. */
export function readPaymentColumns(kept: string): readonly PaymentColumn[] | null {
  if (kept === "") return null;
  const ids = kept.split(".");
  return PAYMENT_COLUMNS.filter(({ id, choosable }) => !choosable || ids.includes(id));
}

/** The cookie value that `readPaymentColumns` reads. Hiding all choosable columns is also a choice. */
export function keptColumns(columns: readonly PaymentColumn[]): string {
  return columns.map(({ id }) => id).join(".");
}

/** The heads of the loading pages. */
export const PAYMENT_HEADS = USUAL_PAYMENT_COLUMNS.map(({ head }) => head);
export const LATEST_PAYMENT_HEADS = LATEST_PAYMENT_COLUMNS.map(({ head }) => head);
