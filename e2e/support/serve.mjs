// The product as `npm start` runs it, on ports and in a data directory of its own that is gone afterwards.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";

const dataDir = process.env.E2E_DATA_DIR;
const start = path.join(import.meta.dirname, "../../scripts/start.mjs");
const product = spawn(process.execPath, [start], { stdio: "inherit", env: { ...process.env, DATA_DIR: dataDir } });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => product.kill(signal));
product.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
