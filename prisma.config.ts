import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "prisma/config";

const engines = path.join(import.meta.dirname, "node_modules/@prisma/engines");
const downloaded = existsSync(engines) && readdirSync(engines).some((name) => name.startsWith("schema-engine-"));

// Prisma's command line downloads an engine from its own host; without that download, the engine from npm is used.
if (!downloaded)
  process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= path.join(import.meta.dirname, "prisma/schema-engine.mjs");

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  // Empty for commands without a database: generate, and diff between files.
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
