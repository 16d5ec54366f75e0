import type { Scenario } from "./scenarios";

/** What the approval page shows: plain data, so that the page and the bank know nothing else of each other. */
export type ApprovalView = {
  /** The bank that is stood in for. */
  bankName: string;
  /** A short code, to tell payments and consents apart. */
  code: string;
  subject: PaymentSubject | ConsentSubject;
  stage: OpenStage | AnsweredStage;
};

export type PaymentSubject = {
  kind: "payment";
  /** As people read it: `€74.50`. */
  amount: string;
  creditorName: string;
  /** In groups of four. */
  creditorAccount: string;
  reference: string | null;
  method: string;
};

export type ConsentSubject = {
  kind: "consent";
  /** What is shown of the accounts, in words. */
  rights: string[];
  /** A date, in words; null: no end. */
  until: string | null;
  /** How often it may be looked, in words. */
  frequency: string;
};

/** Still to be answered. */
export type OpenStage = {
  kind: "open";
  problem: string | null;
  accounts: ApprovalAccount[];
  /** `one` account to pay from, `many` to be shown, or those that were named (`fixed`). */
  choice: "one" | "many" | "fixed";
  /** "Try another outcome". */
  outcomes: readonly { scenario: Scenario; label: string }[];
};

export type ApprovalAccount = {
  id: string;
  label: string;
  masked: string;
  balance: string;
  enough: boolean;
  selected: boolean;
};

/** Answered, or over: nothing can be pressed but the way back. */
export type AnsweredStage = {
  kind: "answered";
  title: string;
  text: string;
  tone: "good" | "bad" | "plain";
  /** The merchant's side, as the maker of the payment gave it; null where nobody is led back. */
  backUrl: string | null;
};

/** The bank's app, where approvals are not reached by a redirect: what waits for an answer under a code. */
export type BankAppView = {
  bankName: string;
  /** Newest first. `path` is relative to the app's own address. */
  open: { path: string; title: string; detail: string; code: string }[];
  /** Whether a code was typed in. */
  isAsked: boolean;
};
