import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { projectRoot } from "./files";

export type ApiProcess = { port: number; process: ChildProcess };

/** The public API in a process of its own, on the database of this test file. End it by `process.kill`. */
export async function startApiProcess(): Promise<ApiProcess> {
  const script = path.join(projectRoot, "server/test/serve-api.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    cwd: projectRoot,
    env: process.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { port: Number(said.toString()), process: child };
}
