import type { Checkout, InvalidReason } from "../../server/payments/checkout-view";
import type { Format } from "./format";
import type { InApp } from "./in-app";
import type { Picker } from "./markets";
import type { Words } from "./translate";

/** What was pressed, for pressing it again: a bank of the list, or a remembered account. */
export type Chosen = {
  bankId: string | null;
  accountId: string | null;
  /** The account that the shopper gave for it: its text goes back with the form, and only its mask is shown. */
  held: { sealed: string; masked: string } | null;
  remember: boolean;
};

/** What the last press came to, where it started nothing. */
export type Problem =
  | { kind: "amount_changed"; wasAmount: number; chosen: Chosen | null }
  | { kind: "bank_unavailable"; chosen: Chosen; bankName: string }
  /** The bank wants the payer's account; `invalid`: what was typed is no IBAN. */
  | { kind: "debtor_account"; chosen: Chosen; bankName: string; typed: string; invalid: boolean }
  | { kind: "no_bank" }
  | { kind: "invalid"; reason: InvalidReason };

/** The addresses of this page's own doors. */
export type Doors = {
  /** The page itself, for the country switch and the search without script; its query stands apart. */
  page: { path: string; query: Record<string, string> };
  /** Where its forms post to. */
  post: string;
  /** Where the script asks how things stand. */
  state: string;
  /** Where the script is told that they stand otherwise: a stream of events. */
  events: string;
  /** Whole addresses of the same payment on a page of its own: for another browser here, and for a second screen. */
  hosted: string;
  phone: string;
  /** The latter as a picture. */
  qr: string;
};

/** Everything that is drawn, decided before drawing: the components hold no rule and ask nobody. */
export type CheckoutPage = {
  view: "frame" | "hosted";
  checkout: Checkout;
  format: Format;
  /** The language of the page. */
  words: Words;
  doors: Doors;
  /** Where the operator's own logo of a bank stands on our origin, by the bank's id; null: it has the drawn letters. */
  logoOf: (bankId: string) => string | null;
  /** Null in every phase but choosing. */
  picker: Picker | null;
  /** Ids of remembered accounts that cannot be paid from for the moment: nothing can be started at their bank. */
  restingAccounts: readonly string[];
  problem: Problem | null;
  /** The bank was pressed on this page a moment ago, and its page is about to open. */
  opening: boolean;
  /** The bank's page, where this page goes on to it by itself. */
  goTo: string | null;
  /** The bank has kept a returned shopper waiting. */
  slow: boolean;
  /** Back to the shop, with the result added; null without redirect URLs. */
  backUrl: string | null;
  /** The page that goes on when it is over stands in another tab, or on another screen: this one may be closed. */
  elsewhere: boolean;
  /** The shopper is to be sent back now. */
  leaving: boolean;
  /** Seconds after which a page without script asks again; null where nothing is waited for. */
  refreshS: number | null;
  theme: "light" | "dark" | null;
  /** Where a press in the frame opens the bank, as the shop wants it; null: as the device likes it. */
  bankWindow: "tab" | "top" | null;
  /** Inside which kind of another app the page is open; null in a browser. */
  inApp: InApp | null;
  /** The origin of these pages, and addresses of the operator's own, where there are any. */
  operator: { baseUrl: string; privacyUrl: string | null; legalNoticeUrl: string | null };
  /** Origins that the frame may talk to. */
  origins: readonly string[];
  /** `js`: null where the page is only looked at. */
  /** `early`: the text of the script that runs before the page is first seen. */
  assets: { css: string; js: string | null; early?: string };
};
