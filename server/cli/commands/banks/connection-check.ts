import { checkConnection } from "../../../connectors/connections/check-connection";
import { startError } from "../../../lib/config/start-error";
import type { Command } from "../../command";
import { readConnectionFile } from "./connection-file";

export const connectionCheckCommand: Command = {
  name: "connection check",
  summary: "Validate a connection file and list every error. Changes nothing.",
  options: { file: { value: "<path>", description: "The connection file, JSON", required: true } },
  run: async (_ctx, given) => {
    const { connection, faults } = checkConnection(readConnectionFile(given));
    if (!connection) throw startError(faults.join("\n"));
    const { profile, bankIds } = connection;
    return {
      json: { id: profile.id, environment: profile.environment, banks: bankIds, faults },
      text: `The ${profile.environment} connection ${profile.id} is valid.`,
    };
  },
};
