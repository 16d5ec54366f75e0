import { now } from "../../lib/clock";
import type { Certificate } from "./key-files";

const DAY_MS = 86_400_000;
/** A qualified certificate takes weeks to get, because its issuer identifies the operator first. */
const WARN_DAYS = 30;

export type CertificateState = "valid" | "ends soon" | "ended";

/** Whole days until a certificate expires; negative afterwards. */
export function daysLeft({ validTo }: Pick<Certificate, "validTo">): number {
  return Math.floor((validTo.getTime() - now().getTime()) / DAY_MS);
}

export function stateOf(certificate: Pick<Certificate, "validTo">): CertificateState {
  if (certificate.validTo <= now()) return "ended";
  return daysLeft(certificate) < WARN_DAYS ? "ends soon" : "valid";
}
