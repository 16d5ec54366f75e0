import { createCredential } from "../../../identity/credentials/create-credential";
import type { Scope } from "../../../lib/context";
import type { Command } from "../../command";
import { LIMIT_OPTIONS, limitsGiven } from "./credential-limits";
import { OWNER_OPTIONS, ownerGiven } from "./credential-owner";

export const credentialCreateCommand: Command = {
  name: "credential create",
  summary: "Create client credentials of a merchant, a partner or the operator. The secret is shown once.",
  options: {
    name: { value: "<text>", description: "What the credentials are used for", required: true },
    ...OWNER_OPTIONS,
    scopes: { value: "<a,b>", description: "Only these scopes: read, payments, webhooks" },
    "test-only": { value: null, description: "Only test payments" },
    ...LIMIT_OPTIONS,
  },
  run: async (ctx, given) => {
    const scopes = given.text("scopes");
    const credential = await createCredential(ctx, {
      name: given.text("name") ?? "",
      owner: ownerGiven("credential create", given),
      testOnly: given.isSet("test-only"),
      ...limitsGiven(given),
      // The use-case refuses what is no scope.
      ...(scopes === undefined ? {} : { scopes: scopes.split(",") as Scope[] }),
    });
    const text = `client_id:     ${credential.client_id}\nclient_secret: ${credential.client_secret}\nThe secret will not be shown again.`;
    return { json: credential, text };
  },
};
