import { createCredential, type NewCredential } from "../../access/create-credential";
import type { Scope } from "../../lib/context";
import { startError } from "../../lib/start-error";
import type { Command, Given } from "../command";

export const credentialCreateCommand: Command = {
  name: "credential create",
  summary: "Create client credentials of a merchant, a partner or the platform. The secret is shown once.",
  options: {
    name: { value: "<text>", description: "What it is for", required: true },
    merchant: { value: "<uuid>", description: "Of this merchant" },
    partner: { value: "<uuid>", description: "Of this partner" },
    admin: { value: null, description: "Of the platform: all merchants" },
    scopes: { value: "<a,b>", description: "Only these: read, payments, webhooks" },
    "test-only": { value: null, description: "Whatever it creates is a test" },
  },
  run: async (ctx, given) => {
    const scopes = given.text("scopes");
    const credential = await createCredential(ctx, {
      name: given.text("name") ?? "",
      owner: ownerOf(given),
      testOnly: given.isSet("test-only"),
      // The use-case refuses what is no scope.
      ...(scopes === undefined ? {} : { scopes: scopes.split(",") as Scope[] }),
    });
    const text = `client_id:     ${credential.client_id}\nclient_secret: ${credential.client_secret}\nThe secret is not shown again.`;
    return { json: credential, text };
  },
};

function ownerOf(given: Given): NewCredential["owner"] {
  const merchantId = given.text("merchant");
  const partnerId = given.text("partner");
  if ([merchantId !== undefined, partnerId !== undefined, given.isSet("admin")].filter(Boolean).length !== 1) {
    throw startError('"credential create" needs one of --merchant <uuid>, --partner <uuid> and --admin.');
  }
  if (partnerId !== undefined) return { partnerId };
  return merchantId === undefined ? "admin" : { merchantId };
}
