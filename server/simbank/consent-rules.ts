import { APPROVAL_LIFETIME_MS } from "./rules";

/** The stamps that a consent's state follows from. */
export type ConsentStamps = {
  createdAt: Date;
  validUntil: Date;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  terminatedAt: Date | null;
};

/** Berlin Group's words (NextGenPSD2 1.3.11, consentStatus). A consent that nobody answers in time is rejected. */
export type ConsentStatus = "received" | "valid" | "rejected" | "expired" | "terminatedByTpp";

/** What a consent is at a moment, by the bank's clock. */
export function consentStatusOf(consent: ConsentStamps, at: Date): ConsentStatus {
  if (consent.terminatedAt) return "terminatedByTpp";
  if (consent.rejectedAt) return "rejected";
  if (consent.approvedAt) return at > consent.validUntil ? "expired" : "valid";
  return at.getTime() - consent.createdAt.getTime() > APPROVAL_LIFETIME_MS ? "rejected" : "received";
}
