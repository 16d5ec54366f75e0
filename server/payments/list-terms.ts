/** Where a payment stands, as lists divide it: `at_bank` is one that is pending and that a bank has, or may have. */
export const PAYMENT_STAGES = ["open", "at_bank", "completed", "failed", "cancelled", "expired"] as const;
export type PaymentStage = (typeof PAYMENT_STAGES)[number];

export const PAYMENT_FLOWS = ["embedded", "redirect", "link"] as const;
export type PaymentFlow = (typeof PAYMENT_FLOWS)[number];

/** `look`: somebody has to look at it. */
export const PAYMENT_MARKS = ["late", "returned", "look"] as const;
export type PaymentMark = (typeof PAYMENT_MARKS)[number];
