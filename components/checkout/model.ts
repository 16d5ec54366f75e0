import type { Checkout, InvalidReason } from "../../server/payments/checkout/checkout-view";
import type { InApp } from "./in-app";
import type { Format } from "./languages/format";
import type { Translator } from "./languages/translator";
import type { Picker } from "./picker/markets";

/** The customer's choice, for repeating it: a bank of the list, or a remembered account. */
export type Chosen = {
  bankId: string | null;
  accountId: string | null;
  /**
   * The payer's account that the customer entered for it: the form sends back its sealed text, the page shows its mask.
   */
  held: { sealed: string; masked: string } | null;
  remember: boolean;
};

/** The result of the last form, if it started no payment. */
export type Problem =
  | { kind: "amount_changed"; wasAmount: number; chosen: Chosen | null }
  | { kind: "bank_unavailable"; chosen: Chosen; bankName: string }
  /** The bank requires the payer's account; `invalid`: the typed text is not an IBAN. */
  | { kind: "debtor_account"; chosen: Chosen; bankName: string; typed: string; invalid: boolean }
  | { kind: "no_bank" }
  /** Another bank was chosen, but the payment is still open at the first one. */
  | { kind: "bank_kept" }
  | { kind: "invalid"; reason: InvalidReason };

/** The page's addresses. */
export type PageAddresses = {
  /** The page itself, for the country switch and the search without a script; path and query are separate. */
  page: { path: string; query: Record<string, string> };
  /** Target of the page's forms. */
  post: string;
  /** The page's state, for its script. */
  state: string;
  /** The event stream that reports changes of the state. */
  events: string;
  /**
   * Absolute addresses of the same payment's hosted page: for another browser on this device, and for a second device.
   */
  hosted: string;
  phone: string;
  /** The address for a second device as a QR code. */
  qr: string;
  /** The receipt of a paid payment; null on a link's page, which other people may open too. */
  receipt: string | null;
};

/** An address of a page with its query. */
export function addressOf({ path, query }: PageAddresses["page"]): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The page's own address with its query and the added parameters. */
export function pageAddress({ page }: PageAddresses, added: Record<string, string>): string {
  return addressOf({ ...page, query: { ...page.query, ...added } });
}

/** The complete model of a page. Components only render it: they contain no rules and read no data. */
export type CheckoutPage = {
  view: "frame" | "hosted";
  checkout: Checkout;
  format: Format;
  /** The language of the page. */
  translator: Translator;
  addresses: PageAddresses;
  /** Address of the operator's logo of a bank, on our origin, by the bank's id; null: the mark is shown. */
  logoOf: (bankId: string) => string | null;
  /** Null in every phase except `choosing`. */
  picker: Picker | null;
  /** IDs of remembered accounts whose bank accepts no payments at the moment. */
  restingAccounts: readonly string[];
  problem: Problem | null;
  /** The customer asked for the list of banks, which is folded behind a saved account otherwise. */
  unfolded: boolean;
  /** A second screen has opened the payment, and no bank is chosen yet. */
  handedOver: boolean;
  /** The customer opened the bank from this page a moment ago. */
  opening: boolean;
  /** The bank's address, if this page redirects to it automatically. */
  goTo: string | null;
  /** The customer has waited long for the bank's answer. */
  slow: boolean;
  /** Back to the shop, with the result added; null without redirect URLs. */
  backUrl: string | null;
  /** The page that redirects to the shop is open in another tab or on another device: this one may be closed. */
  elsewhere: boolean;
  /** This page redirects to the shop now. */
  leaving: boolean;
  /** Seconds until a page without a script reloads; null in a final state. */
  refreshS: number | null;
  theme: "light" | "dark" | null;
  /** Where the frame opens the bank, as the shop set it; null: the device's default. */
  bankWindow: "tab" | "top" | null;
  /** The kind of in-app browser; null in a real browser. */
  inApp: InApp | null;
  /** The origin of these pages, and the operator's own addresses if they are set. */
  operator: { baseUrl: string; privacyUrl: string | null; legalNoticeUrl: string | null };
  /** Origins with which the frame may exchange messages. */
  origins: readonly string[];
  /** `js`: null in a preview. */
  /** `early`: the inline script that runs before the first paint. */
  assets: { css: string; font: string; js: string | null; early?: string };
};
