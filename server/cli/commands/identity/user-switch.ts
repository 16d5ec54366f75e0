import { switchUser } from "../../../identity/users/switch-user";
import type { Command } from "../../command";

const options = { email: { value: "<address>", description: "The user's e-mail address", required: true } } as const;

export const userDisableCommand: Command = {
  name: "user disable",
  summary: "Disable a user: sessions end, and tokens stop working within a second.",
  options,
  run: async (ctx, given) => {
    const { id } = await switchUser(ctx, { email: given.text("email") ?? "", to: "disabled" });
    return { json: { id, disabled: true }, text: `Disabled: ${id}` };
  },
};

export const userEnableCommand: Command = {
  name: "user enable",
  summary: "Enable a disabled user.",
  options,
  run: async (ctx, given) => {
    const { id } = await switchUser(ctx, { email: given.text("email") ?? "", to: "enabled" });
    return { json: { id, disabled: false }, text: `Enabled: ${id}` };
  },
};
