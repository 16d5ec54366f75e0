// Runs the installation that all specs share as `npm start` does.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../../../scripts/lib/build.mjs";
import { copyPreparedData, prepareData } from "./prepared-data";

const { E2E_DATA_DIR: dataDir = "", E2E_PREPARED_DATA: prepared = "", E2E_PAGES: pages = "" } = process.env;
// Installations of single specs start from the same build, without checking the sources again.
writeFileSync(pages, await ensureBuilt());
prepareData(prepared);
copyPreparedData(prepared, dataDir);
const start = path.join(import.meta.dirname, "../../../scripts/start.mjs");
const product = spawn(process.execPath, [start], { stdio: "inherit", env: { ...process.env, DATA_DIR: dataDir } });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => product.kill(signal));
product.once("exit", (code) => process.exit(code ?? 1));
