import { disableCredential } from "../../../identity/credentials/disable-credential";
import type { Command } from "../../command";

export const credentialDisableCommand: Command = {
  name: "credential disable",
  summary: "Disable client credentials: their tokens stop working within a second.",
  options: { id: { value: "<uuid>", description: "The client_id", required: true } },
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    await disableCredential(ctx, { id });
    return { json: { client_id: id, disabled: true }, text: `Disabled: ${id}` };
  },
};
