import { claimOf } from "../../entry/database/claim-database";
import { migrate } from "../../entry/database/migrate";
import { env } from "../../lib/config/env";
import type { Command } from "../command";

export const migrateCommand: Command = {
  name: "migrate",
  summary: "Migrate the database and grant the role of DATABASE_URL its rights. npm start does the same.",
  options: {},
  run: async () => {
    const { migrationUrl, databaseUrl } = env();
    const applied = await migrate(migrationUrl, process.cwd(), {
      runtimeUrl: databaseUrl,
      claim: claimOf(env(), false),
      keys: env().encryptionKeys,
    });
    return {
      json: { applied },
      text: applied.length > 0 ? `Applied: ${applied.join(", ")}` : "The database is up to date.",
    };
  },
};
