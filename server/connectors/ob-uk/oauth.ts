import type { BankProfile } from "../profile-schema";

/**
 * The bank's authorisation server. Every profile of this standard has one: the operator's profiles are checked for it
 * before they are taken.
 */
export function oauthOf(profile: BankProfile): NonNullable<BankProfile["oauth"]> {
  if (!profile.oauth)
    throw new Error(`Connection "${profile.id}" has no "oauth", which UK Open Banking cannot do without.`);
  return profile.oauth;
}
