import { now } from "../../lib/clock";
import { invalidField } from "../../lib/errors";
import { parseAllowedNetworks } from "./allowed-networks";

/** The owners of a credential are mailed this many days before its end. */
export const MAILED_BEFORE_DAYS = 7;
/** A later end is treated as a typing error. */
const MAX_YEARS = 10;
const DAY_MS = 86_400_000;

export type CredentialLimits = {
  /** Null or absent: no end. */
  endsAt?: Date | null;
  /** Addresses and networks (CIDR); empty or absent: all. */
  allowedNetworks?: readonly string[];
};

/**
 * The limits in the form that is stored and audited. If the end is within the notice period, the first mail is not due:
 * the user has just set it.
 * @throws AppError VALIDATION_ERROR on `ends_at`, `allowed_networks`
 */
export function parseLimits({ endsAt = null, allowedNetworks = [] }: CredentialLimits) {
  const at = now();
  if (endsAt !== null) {
    const leftMs = endsAt.getTime() - at.getTime();
    if (!(leftMs > 0)) throw invalidField("ends_at", "Enter a time in the future.");
    if (leftMs > MAX_YEARS * 366 * DAY_MS)
      throw invalidField("ends_at", `Enter a time at most ${MAX_YEARS} years ahead.`);
  }
  const networks = parseAllowedNetworks(allowedNetworks);
  const isNear = endsAt !== null && endsAt.getTime() - at.getTime() <= MAILED_BEFORE_DAYS * DAY_MS;
  return {
    row: { endsAt, allowedNetworks: networks, endsSoonMailedAt: isNear ? at : null },
    audit: auditOfLimits({ endsAt, allowedNetworks: networks }),
  };
}

/** The limits in the form of the audit log: the end in ISO 8601, the networks in one text. */
export function auditOfLimits(limits: Required<CredentialLimits>) {
  return {
    ends_at: limits.endsAt?.toISOString() ?? null,
    allowed_networks: limits.allowedNetworks.join(" "),
  };
}
