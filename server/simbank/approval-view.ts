/** What the approval page shows: plain data, so that the page and the bank know nothing else of each other. */
export type ApprovalView = {
  /** The bank that is stood in for. */
  bankName: string;
  /** As people read it: `€74.50`. */
  amount: string;
  creditorName: string;
  /** In groups of four. */
  creditorAccount: string;
  reference: string | null;
  method: string;
  /** A short code, to tell payments apart. */
  paymentCode: string;
  stage: OpenStage | AnsweredStage;
};

/** Still to be answered. */
export type OpenStage = { kind: "open"; problem: string | null; accounts: ApprovalAccount[] };

export type ApprovalAccount = {
  id: string;
  label: string;
  masked: string;
  balance: string;
  enough: boolean;
  selected: boolean;
};

/** Answered, or over: nothing can be pressed but the way back. `backUrl` is the merchant's side, as the payment's maker gave it. */
export type AnsweredStage = {
  kind: "answered";
  title: string;
  text: string;
  tone: "good" | "bad" | "plain";
  backUrl: string;
};
