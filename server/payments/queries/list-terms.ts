/** The stages that lists filter by. `at_bank`: pending, and a bank has it or may have it. */
export const PAYMENT_STAGES = ["open", "at_bank", "completed", "failed", "cancelled", "expired"] as const;
export type PaymentStage = (typeof PAYMENT_STAGES)[number];

export const PAYMENT_FLOWS = ["embedded", "redirect", "link"] as const;
export type PaymentFlow = (typeof PAYMENT_FLOWS)[number];

/** `needs_review`: it has an open exception. */
export const PAYMENT_FLAGS = ["late", "returned", "needs_review"] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];
