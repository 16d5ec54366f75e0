import type { OUTCOMES } from "./scenarios";

/** The data of the approval page. It is plain data: the page and the bank share nothing else. */
export type ApprovalView = {
  /** The bank that is simulated. */
  bankName: string;
  /** A short code that distinguishes payments and consents. */
  code: string;
  subject: PaymentSubject | ConsentSubject;
  stage: OpenStage | AnsweredStage;
};

export type PaymentSubject = {
  kind: "payment";
  /** Formatted for people: `€74.50`. */
  amount: string;
  creditorName: string;
  /** In groups of four. */
  creditorAccount: string;
  reference: string | null;
  method: string;
};

export type ConsentSubject = {
  kind: "consent";
  /** The permissions, in words. */
  rights: string[];
  /** A date, in words; null: no end. */
  until: string | null;
  /** The frequency of reads, in words. */
  frequency: string;
};

/** Not answered yet. */
export type OpenStage = {
  kind: "open";
  problem: string | null;
  accounts: ApprovalAccount[];
  /** `one`: choose one account to pay from. `many`: choose accounts to share. `fixed`: the accounts are named. */
  choice: "one" | "many" | "fixed";
  /** "Try another outcome". */
  outcomes: typeof OUTCOMES;
};

export type ApprovalAccount = {
  id: string;
  label: string;
  masked: string;
  balance: string;
  enough: boolean;
  selected: boolean;
};

/** Answered or expired: only the link back is left. */
export type AnsweredStage = {
  kind: "answered";
  title: string;
  text: string;
  tone: "good" | "bad" | "plain";
  /** The merchant's side, as given at the creation of the payment; null without a redirect back. */
  backUrl: string | null;
};

/** The bank's app, for approvals without a redirect: the open approvals under a code. */
export type BankAppView = {
  bankName: string;
  /** Newest first. `path` is relative to the app's own address. */
  open: { path: string; title: string; detail: string; code: string }[];
  /** Whether a code was entered. */
  isAsked: boolean;
};
