import type { BankProfile } from "../profile-schema";

/** The bank's authorisation server, which `standardFaults` requires in every profile of this standard. */
export function oauthOf(profile: BankProfile): NonNullable<BankProfile["oauth"]> {
  if (!profile.oauth) throw new Error(`Connection "${profile.id}" has no "oauth", which UK Open Banking requires.`);
  return profile.oauth;
}
