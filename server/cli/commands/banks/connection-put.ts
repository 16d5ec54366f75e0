import { putConnection } from "../../../connectors/connections/put-connection";
import type { Command } from "../../command";
import { readConnectionFile } from "./connection-file";

export const connectionPutCommand: Command = {
  name: "connection put",
  summary: "Create or replace a bank connection. A new connection is disabled.",
  options: { file: { value: "<path>", description: "The connection file, JSON", required: true } },
  run: async (ctx, given) => {
    const kept = await putConnection(ctx, readConnectionFile(given));
    const next = kept.enabled ? "The connection is enabled." : `Enable it: connection enable --id ${kept.id}`;
    return {
      json: { id: kept.id, new: kept.isNew, enabled: kept.enabled },
      text: `${kept.isNew ? "New" : "Changed"}: ${kept.id}\n${next}`,
    };
  },
};
