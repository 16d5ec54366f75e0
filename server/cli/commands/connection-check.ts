import { checkConnection } from "../../connectors/check-connection";
import { startError } from "../../lib/start-error";
import type { Command } from "../command";
import { readConnectionFile } from "./connection-file";

export const connectionCheckCommand: Command = {
  name: "connection check",
  summary: "Say everything that is wrong with the file of a connection. Changes nothing.",
  options: { file: { value: "<path>", description: "The connection, as JSON", required: true } },
  run: async (_ctx, given) => {
    const { connection, faults } = checkConnection(readConnectionFile(given));
    if (!connection) throw startError(faults.join("\n"));
    const { profile, bankIds } = connection;
    return {
      json: { id: profile.id, environment: profile.environment, banks: bankIds, faults },
      text: `Nothing is wrong with the ${profile.environment} connection ${profile.id}.`,
    };
  },
};
