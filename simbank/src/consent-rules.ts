import { APPROVAL_LIFETIME_MS } from "./rules";

/** The timestamps that determine a consent's state. */
export type ConsentStamps = {
  createdAt: Date;
  validUntil: Date;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  terminatedAt: Date | null;
};

/** Berlin Group's values (NextGenPSD2 1.3.11, consentStatus). A consent without an answer in time is rejected. */
export type ConsentStatus = "received" | "valid" | "rejected" | "expired" | "terminatedByTpp";

/** The status of a consent at a time, by the bank's clock. */
export function consentStatusOf(consent: ConsentStamps, at: Date): ConsentStatus {
  if (consent.terminatedAt) return "terminatedByTpp";
  if (consent.rejectedAt) return "rejected";
  if (consent.approvedAt) return at > consent.validUntil ? "expired" : "valid";
  return at.getTime() - consent.createdAt.getTime() > APPROVAL_LIFETIME_MS ? "rejected" : "received";
}
