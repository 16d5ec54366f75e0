import { claimOf } from "../../entry/claim-database";
import { migrate } from "../../entry/migrate";
import { env } from "../../lib/env";
import type { Command } from "../command";

export const migrateCommand: Command = {
  name: "migrate",
  summary:
    "Bring the database to the present schema, and give the role of DATABASE_URL its rights. npm start does it too.",
  options: {},
  run: async () => {
    const { migrationUrl, databaseUrl } = env();
    const applied = await migrate(migrationUrl, process.cwd(), {
      runtimeUrl: databaseUrl,
      claim: claimOf(env(), false),
    });
    return { json: { applied }, text: applied.length > 0 ? `Applied: ${applied.join(", ")}` : "Nothing to apply." };
  },
};
