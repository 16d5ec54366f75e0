import { limitCredential } from "../../../identity/credentials/limit-credential";
import type { Command } from "../../command";
import { LIMIT_OPTIONS, limitsGiven } from "./credential-limits";

export const credentialLimitCommand: Command = {
  name: "credential limit",
  summary: "Set the end and the allowed IP addresses of client credentials. An omitted option removes that limit.",
  options: { id: { value: "<uuid>", description: "The client_id", required: true }, ...LIMIT_OPTIONS },
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    const { endsAt = null, allowedNetworks = [] } = limitsGiven(given);
    await limitCredential(ctx, { id, endsAt, allowedNetworks });
    const until = endsAt ? `until ${endsAt.toISOString()}` : "with no end";
    const from = allowedNetworks.length > 0 ? `from ${allowedNetworks.join(", ")}` : "from any address";
    const json = { client_id: id, ends_at: endsAt, allowed_networks: allowedNetworks };
    return { json, text: `${id} works ${until}, ${from}.` };
  },
};
