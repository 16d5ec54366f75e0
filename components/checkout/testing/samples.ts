import type { Checkout, Phase } from "../../../server/payments/checkout/checkout-view";
import type { CheckoutPage, Chosen, Problem } from "../model";
import type { PickerBank, PickerOptions } from "../picker/markets";
import { idOfBank, inventedMarket, longNamedBanks } from "./market";

type View = CheckoutPage["view"];

/** The data of one state: the payment and the page's parameters. */
export type Sample = {
  name: string;
  facts?: Partial<Checkout>;
  page?: Partial<CheckoutPage>;
  /** The banks of the picker; five by default. */
  banks?: PickerBank[];
  options?: Partial<PickerOptions>;
  views?: readonly View[];
};
export type Samples = readonly [Sample, ...Sample[]];

const HOSTED: readonly View[] = ["hosted"];
const FRAME: readonly View[] = ["frame"];
const BANK = "Banco Ribeira";
const SHOP = "https://shop.example";

export const few = inventedMarket(5);
const many = inventedMarket(28);
const someDown = inventedMarket(6, [BANK, "Açor"]);
const bank = { id: idOfBank(few, BANK), displayName: BANK };
const chosen: Chosen = { bankId: bank.id, accountId: null, held: null, remember: false };
/** A request before a bank is chosen: the time is running, and it can be cancelled. */
export const open: Partial<Checkout> = { expiresInS: 872, canCancel: true };
/** A bank was chosen. */
const pressed: Partial<Checkout> = { bank };
/** The bank has, or had, the payment. */
const asked: Partial<Checkout> = { ...pressed, startedAt: new Date("2026-11-20T09:39:00Z") };
const waiting: Partial<Checkout> = { ...asked, canCancel: true };
const bankUrl = "https://bank.example/approve";
const link = {
  status: "active" as const,
  expiresAt: new Date("2026-11-27T09:00:00Z"),
  url: "https://pay.example/pay/x",
};
const used = { ...link, status: "used" as const };
const account = { bankId: bank.id, bankName: BANK, lastUsedAt: new Date("2026-11-01T12:00:00Z") };
const accounts = [
  { ...account, id: "0190dddd-0000-7000-8000-000000000001", accountMasked: "•••• 1234" },
  { ...account, id: "0190dddd-0000-7000-8000-000000000002", accountMasked: "•••• 9876", bankName: "Açor" },
];
const merchant = { allowedOrigins: [SHOP], logo: null, accent: null, taxNumber: null, postalAddress: null };
/** The merchant has a help address. */
const helped: Partial<Checkout> = {
  merchant: { ...merchant, brandName: "Olaria do Norte", country: "PT", help: "ajuda@olaria.example" },
};
const paid: Partial<Checkout> = {
  ...asked,
  payerMasked: "PT50 •••• 3279",
  completedAt: new Date("2026-11-20T09:41:00Z"),
};
/** The contract's largest amount, in the longest currency format. */
const largest: Partial<Checkout> = { amount: 99_999_999_999, currency: "CHF" };
const longNames: Partial<Checkout> = {
  merchant: {
    ...merchant,
    brandName: "Keramikwerkstätten Niederösterreich Vertriebsgesellschaft mbH",
    country: "AT",
    help: "https://help.keramik.example",
  },
  paymentReference:
    "Rechnungsnummer 2026-0118/AT, Kundennummer 4711-0815, Bestellung vom 20.11.2026, sechs Teller und eine Schale",
};

function backTo(status: "success" | "pending" | "failed" | "cancelled"): Partial<CheckoutPage> {
  return { backUrl: `${SHOP}/${status === "success" || status === "pending" ? "ok" : "no"}?status=${status}` };
}

/** At least one state of every phase: the type requires it. */
export const PHASES: Record<Phase, Samples> = {
  choosing: [
    { name: "few-banks", facts: open },
    { name: "many-banks", facts: open, banks: many },
    { name: "whole-market", facts: open, banks: many, options: { showAll: true } },
    { name: "bank-selected", facts: open, banks: many, options: { bankId: idOfBank(many, "Caixa do Mondego") } },
    { name: "search", facts: open, banks: many, options: { query: "caixa" } },
    { name: "none-found", facts: open, banks: many, options: { query: "müller" } },
    { name: "none-found-anywhere", facts: open, banks: many, options: { query: "banka neznámá" } },
    { name: "bank-down", facts: open, banks: someDown },
    { name: "bank-missed", facts: open, banks: someDown, options: { bankId: idOfBank(someDown, BANK) } },
    {
      name: "remembered-accounts",
      facts: { ...open, accounts, canRemember: true },
      page: { restingAccounts: accounts.slice(1).map(({ id }) => id) },
    },
    { name: "saved-account", facts: { ...open, accounts: accounts.slice(0, 1), canRemember: true } },
    {
      name: "saved-account-unfolded",
      facts: { ...open, accounts: accounts.slice(0, 1), canRemember: true },
      page: { unfolded: true },
    },
    {
      name: "saved-account-down",
      facts: { ...open, accounts: accounts.slice(0, 1), canRemember: true },
      page: { restingAccounts: accounts.map(({ id }) => id) },
    },
    { name: "on-a-second-screen", facts: { ...open, secondScreenForS: 600 }, page: { handedOver: true } },
    { name: "low-time", facts: { ...open, expiresInS: 108 } },
    { name: "no-rewards", facts: { ...open, rewards: null, test: false } },
    { name: "long-names", facts: { ...open, ...longNames }, banks: longNamedBanks() },
    { name: "largest-amount", facts: { ...open, ...largest } },
    { name: "inside-another-app", facts: open, page: { inApp: "ios" } },
    { name: "inside-an-android-app", facts: open, page: { inApp: "android" } },
    {
      name: "link",
      facts: { link, paymentRequestId: null, rewards: null, canCancel: false },
      banks: many,
      views: HOSTED,
    },
  ],
  starting: [{ name: "starting", facts: pressed }],
  at_bank: [
    { name: "opening", facts: { ...waiting, bankUrl }, page: { opening: true } },
    { name: "opening-a-tab", facts: { ...waiting, bankUrl, bankWindow: "tab" }, page: { opening: true }, views: FRAME },
    { name: "waiting-for-a-tab", facts: { ...waiting, bankUrl, bankWindow: "tab" }, views: FRAME },
    { name: "waiting", facts: { ...waiting, bankUrl } },
    { name: "waiting-or-another-bank", facts: { ...waiting, bankUrl, canChangeBank: true } },
    { name: "waiting-for-return", facts: { ...waiting, bankUrl, needsReturn: true, canChangeBank: true } },
    { name: "own-account-named", facts: { ...waiting, bankUrl, payerMasked: "PT50 •••• 0154" } },
    { name: "in-the-app", facts: waiting },
    {
      name: "without-an-answer",
      facts: { ...asked, unansweredForS: 130 },
      page: { slow: true, ...backTo("pending") },
    },
    {
      name: "in-the-app-with-message",
      facts: { ...waiting, bankMessage: "Open Ribeira Mobile and enter the code 4711 & 0815." },
    },
  ],
  confirming: [
    { name: "confirming", facts: { ...waiting, returnedForS: 3 } },
    { name: "slow", facts: { ...waiting, returnedForS: 41 }, page: { slow: true, ...backTo("pending") } },
  ],
  cancelling: [{ name: "cancelling", facts: asked }],
  unresolved: [{ name: "unresolved", facts: asked, page: backTo("pending") }],
  paid: [
    { name: "paid", facts: { ...asked, completedAt: new Date("2026-11-20T09:41:00Z") }, page: backTo("success") },
    { name: "from-a-known-account", facts: paid, page: backTo("success") },
    { name: "without-an-address", facts: paid, views: HOSTED },
    {
      name: "beside-the-shop",
      facts: { ...asked, completedAt: new Date("2026-11-20T09:41:00Z") },
      page: { ...backTo("success"), elsewhere: true },
      views: HOSTED,
    },
    { name: "returned", facts: { ...paid, ...helped, reversedAmount: 7450 }, page: backTo("success") },
    { name: "partly-returned", facts: { ...paid, reversedAmount: 1000 }, page: backTo("success") },
    {
      name: "long-names",
      facts: { ...asked, ...longNames, ...largest, completedAt: new Date("2026-11-20T09:41:00Z") },
      page: backTo("success"),
    },
  ],
  paid_late: [
    { name: "paid-late", facts: { ...asked, completedAt: new Date("2026-11-20T10:26:00Z") }, page: backTo("success") },
  ],
  refused: [
    { name: "with-reason", facts: { ...asked, reason: "AM04" }, page: backTo("failed") },
    { name: "to-ask-for-help", facts: { ...asked, ...helped, reason: "AM04" } },
    { name: "without-an-address", facts: { ...asked, reason: "AM04" }, views: HOSTED },
    { name: "without-reason", facts: asked, page: backTo("failed") },
    {
      name: "of-a-link",
      facts: { ...asked, reason: "AM04", link, mayTryAgain: true },
      page: backTo("failed"),
      views: HOSTED,
    },
  ],
  failed: [
    { name: "failed", facts: { ...asked, reason: "not_approved" }, page: backTo("failed") },
    { name: "money-unclear", facts: { ...asked, ...helped, lateMoney: "unclear" }, page: backTo("failed") },
    { name: "not-by-the-customer", facts: { ...asked, reason: "authorisation_lost" }, page: backTo("failed") },
    {
      name: "of-a-link",
      facts: { ...asked, reason: "not_approved", link, mayTryAgain: true },
      page: backTo("failed"),
      views: HOSTED,
    },
  ],
  cancelled: [
    { name: "cancelled", page: backTo("cancelled") },
    { name: "without-an-address", facts: helped },
  ],
  cancelled_at_bank: [{ name: "cancelled-at-bank", facts: asked, page: backTo("cancelled") }],
  paid_elsewhere: [
    { name: "no-bank-asked", facts: { link: used }, page: backTo("cancelled"), views: HOSTED },
    { name: "bank-asked", facts: { ...asked, link: used }, page: backTo("cancelled"), views: HOSTED },
  ],
  expired: [
    { name: "expired", facts: { expiresInS: null }, page: backTo("failed") },
    { name: "paid-afterwards", facts: { ...asked, ...helped, lateMoney: "arrived" }, page: backTo("failed") },
  ],
  link_used: [{ name: "link-used", facts: { ...helped, link: used }, views: HOSTED }],
  link_expired: [{ name: "link-expired", facts: { ...helped, link: { ...link, status: "expired" } }, views: HOSTED }],
  link_cancelled: [
    { name: "link-cancelled", facts: { ...helped, link: { ...link, status: "cancelled" } }, views: HOSTED },
    { name: "without-help", facts: { link: { ...link, status: "cancelled" } }, views: HOSTED },
  ],
};

/** At least one state of every problem that a form can cause. */
export const PROBLEMS: { [K in Problem["kind"]]: readonly [ProblemSample<K>, ...ProblemSample<K>[]] } = {
  no_bank: [{ name: "no-bank-chosen", problem: { kind: "no_bank" } }],
  bank_kept: [{ name: "bank-kept", problem: { kind: "bank_kept" }, facts: { ...waiting, bankUrl }, phase: "at_bank" }],
  invalid: [{ name: "cannot-start", problem: { kind: "invalid", reason: "choose_again" } }],
  amount_changed: [
    { name: "amount-changed-note", problem: { kind: "amount_changed", wasAmount: 7450, chosen: null } },
    { name: "amount-changed-confirm", problem: { kind: "amount_changed", wasAmount: 7450, chosen } },
  ],
  bank_unavailable: [{ name: "bank-unavailable", problem: { kind: "bank_unavailable", chosen, bankName: BANK } }],
  debtor_account: [
    {
      name: "account-asked",
      problem: { kind: "debtor_account", chosen, bankName: BANK, typed: "", invalid: false },
    },
    {
      name: "account-wrong",
      problem: {
        kind: "debtor_account",
        chosen,
        bankName: BANK,
        typed: "PT50 0002 0123 1234 5678 9015 5",
        invalid: true,
      },
    },
  ],
};
/** `phase`: by default `choosing`. */
type ProblemSample<K extends Problem["kind"]> = Pick<Sample, "name" | "facts"> & {
  problem: Extract<Problem, { kind: K }>;
  phase?: Phase;
};
