import { switchConnection } from "../../connectors/switch-connection";
import type { Command } from "../command";

const options = { id: { value: "<id>", description: "The connection", required: true } } as const;

export const connectionDisableCommand: Command = {
  name: "connection disable",
  summary: "Disable a connection: nothing new goes over it, and what was started is followed to its end.",
  options,
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    await switchConnection(ctx, { id, to: "disabled" });
    return { json: { id, enabled: false }, text: `Disabled: ${id}` };
  },
};

export const connectionEnableCommand: Command = {
  name: "connection enable",
  summary: "Enable a connection. With a first live one, payments are real unless they say that they are a test.",
  options,
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    await switchConnection(ctx, { id, to: "enabled" });
    return { json: { id, enabled: true }, text: `Enabled: ${id}` };
  },
};
