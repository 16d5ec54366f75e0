import { putConnection } from "../../connectors/put-connection";
import type { Command } from "../command";
import { readConnectionFile } from "./connection-file";

export const connectionPutCommand: Command = {
  name: "connection put",
  summary: "Keep a connection to a bank, new or in the place of the one of that id. A new one is disabled.",
  options: { file: { value: "<path>", description: "The connection, as JSON", required: true } },
  run: async (ctx, given) => {
    const kept = await putConnection(ctx, readConnectionFile(given));
    const next = kept.enabled ? "It is enabled." : `Enable it: connection enable --id ${kept.id}`;
    return {
      json: { id: kept.id, new: kept.isNew, enabled: kept.enabled },
      text: `${kept.isNew ? "New" : "Changed"}: ${kept.id}\n${next}`,
    };
  },
};
