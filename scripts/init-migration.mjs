// `npm run db:init-migration`: writes the one migration that creates every table, from the schema files. Only until the first
// release: from then on migrations are added (`npx prisma migrate dev`), never written again.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const folder = path.join(root, "prisma/migrations/20261120000100_init");
const prisma = path.join(root, "node_modules/prisma/build/index.js");
const flags = ["migrate", "diff", "--from-empty", "--to-schema", "prisma/schema", "--script"];
const sql = execFileSync(process.execPath, [prisma, ...flags], { cwd: root, encoding: "utf8" });
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "migration.sql"), sql);
console.log(`Written: ${path.relative(root, folder)}/migration.sql`);
