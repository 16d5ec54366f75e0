import { claimOf } from "../../entry/claim-database";
import { migrate } from "../../entry/migrate";
import { env } from "../../lib/env";
import type { Command } from "../command";

export const migrateCommand: Command = {
  name: "migrate",
  summary: "Bring the database to the present schema. Forward only; npm start does it too.",
  options: {},
  run: async () => {
    const applied = await migrate(env().databaseUrl, process.cwd(), claimOf(env(), false));
    return { json: { applied }, text: applied.length > 0 ? `Applied: ${applied.join(", ")}` : "Nothing to apply." };
  },
};
