import type { CredentialLimits } from "../../../identity/credentials/credential-limits";
import { startError } from "../../../lib/config/start-error";
import type { Given, Option } from "../../command";

/** The options by which a command limits a credential. */
export const LIMIT_OPTIONS: Record<string, Option> = {
  ends: { value: "<time>", description: "The end, such as 2027-01-31 or 2027-01-31T12:00:00Z" },
  allow: { value: "<a,b>", description: "Only from these addresses or networks, such as 203.0.113.0/24" },
};

/** The limits that they name; what is left out has no limit. Throws a plain sentence for what is no time. */
export function limitsGiven(given: Given): CredentialLimits {
  const ends = given.text("ends");
  const endsAt = ends === undefined ? null : new Date(ends);
  if (endsAt && Number.isNaN(endsAt.getTime())) {
    throw startError(`--ends ${ends} is not a date or time. Use 2027-01-31 or 2027-01-31T12:00:00Z.`);
  }
  return { endsAt, allowedNetworks: given.text("allow")?.split(",") ?? [] };
}
