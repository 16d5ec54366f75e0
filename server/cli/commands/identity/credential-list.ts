import { type CredentialListItem, listCredentials } from "../../../identity/credentials/list-credentials";
import type { Command } from "../../command";
import { OWNER_OPTIONS, ownerGiven } from "./credential-owner";

export const credentialListCommand: Command = {
  name: "credential list",
  summary: "List client credentials of a merchant, a partner or the operator, newest first, without secrets.",
  options: OWNER_OPTIONS,
  run: async (ctx, given) => {
    const credentials = await listCredentials(ctx, ownerGiven("credential list", given));
    const lines = credentials.map((item) => {
      const { id, name, scopes, testOnly, endsAt, allowedNetworks } = item;
      const limits = [
        scopes.length > 0 ? scopes.join(",") : "all scopes",
        ...(testOnly ? ["test only"] : []),
        ...(endsAt ? [`until ${endsAt.toISOString()}`] : []),
        ...(allowedNetworks.length > 0 ? [`from ${allowedNetworks.join(" ")}`] : []),
      ];
      return [id, stateOf(item), limits.join(", "), name].join("  ");
    });
    const json = credentials.map((item) => ({
      client_id: item.id,
      name: item.name,
      scopes: item.scopes,
      test_only: item.testOnly,
      created_at: item.createdAt,
      disabled_at: item.disabledAt,
      ends_at: item.endsAt,
      allowed_networks: item.allowedNetworks,
      last_used_at: item.lastUsedAt,
    }));
    return { json, text: lines.length > 0 ? lines.join("\n") : "No client credentials." };
  },
};

function stateOf({ disabledAt, hasEnded }: CredentialListItem): string {
  if (disabledAt) return "disabled";
  return hasEnded ? "ended" : "active";
}
