import { fork } from "node:child_process";
import { bundledProgram } from "./program";

/** The public API in a separate process, against this test file's database, with its own caches and clock. */
export type ApiProcess = {
  port: number;
  /** GET of a path with an access token: the error code, or `200`. */
  get(pathname: string, token: string): Promise<string>;
  /** Moves that process's clock, not the database's. */
  moveClock(ms: number): Promise<void>;
  /** Ends it at once, like a crash. */
  kill(): void;
  close(): Promise<void>;
};

/** The messages between the two processes. */
export type Order = { clockMs: number };
export type Report = { port: number } | { moved: true };

/** Starts it on a free loopback port, with this process's environment. */
export async function startApiProcess(): Promise<ApiProcess> {
  const child = fork(await bundledProgram(new URL("./api-process-main.ts", import.meta.url)), { execArgv: [] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const failed = ended.then((code) => Promise.reject(new Error(`The process of the API has ended: ${code}`)));
  // Prevents an unhandled rejection when no caller waits.
  failed.catch(() => undefined);
  const nextReport = () =>
    Promise.race([failed, new Promise<Report>((resolve) => child.once("message", (said: Report) => resolve(said)))]);
  const started = await nextReport();
  if (!("port" in started)) throw new Error("The process of the API did not say where it listens.");
  return {
    port: started.port,
    get: async (pathname, token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${started.port}${pathname}`, { headers });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return error?.code ?? String(answer.status);
    },
    moveClock: async (clockMs) => {
      const done = nextReport();
      child.send({ clockMs } satisfies Order);
      await done;
    },
    kill: () => child.kill("SIGKILL"),
    close: async () => {
      child.disconnect();
      await ended;
    },
  };
}
