import type { CredentialOwnerInput } from "../../../identity/credentials/credential-owner";
import { startError } from "../../../lib/config/start-error";
import type { Given, Option } from "../../command";

/** The options that select the owner of client credentials. */
export const OWNER_OPTIONS: Record<string, Option> = {
  merchant: { value: "<uuid>", description: "The merchant" },
  partner: { value: "<uuid>", description: "The partner" },
  admin: { value: null, description: "The operator: all merchants" },
};

/** The owner that the options name. Throws a start error unless they name exactly one. */
export function ownerGiven(command: string, given: Given): CredentialOwnerInput {
  const merchantId = given.text("merchant");
  const partnerId = given.text("partner");
  if ([merchantId !== undefined, partnerId !== undefined, given.isSet("admin")].filter(Boolean).length !== 1) {
    throw startError(`"${command}" needs one of --merchant <uuid>, --partner <uuid> or --admin.`);
  }
  if (partnerId !== undefined) return { partnerId };
  return merchantId === undefined ? "admin" : { merchantId };
}
