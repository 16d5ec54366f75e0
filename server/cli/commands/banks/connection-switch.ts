import { setConnectionEnabled } from "../../../connectors/connections/enable-connection";
import type { Command } from "../../command";

const options = { id: { value: "<id>", description: "The connection", required: true } } as const;

export const connectionDisableCommand: Command = {
  name: "connection disable",
  summary: "Disable a bank connection: no new payments start. Payments under way are completed.",
  options,
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    await setConnectionEnabled(ctx, { id, to: "disabled" });
    return { json: { id, enabled: false }, text: `Disabled: ${id}` };
  },
};

export const connectionEnableCommand: Command = {
  name: "connection enable",
  summary: "Enable a bank connection. After the first live one, payments without test_transaction are live.",
  options,
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    await setConnectionEnabled(ctx, { id, to: "enabled" });
    return { json: { id, enabled: true }, text: `Enabled: ${id}` };
  },
};
