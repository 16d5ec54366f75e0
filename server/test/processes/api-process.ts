import { startChild } from "../../../verification/drills/child";
import { bundledProgram } from "./program";

/** The public API in a separate process, against this test file's database, with its own caches and clock. */
export type ApiProcess = {
  port: number;
  /** GET of a path with an access token: the error code, or `200`. */
  get(pathname: string, token: string): Promise<string>;
  /** Moves that process's clock, not the database's. */
  moveClock(ms: number): Promise<unknown>;
  /** Ends it at once, like a crash. */
  kill(): void;
  close(): Promise<void>;
};

/** Every order is answered with the port. */
export type Order = { clockMs: number };

/** Starts it on a free loopback port, with this process's environment. */
export async function startApiProcess(): Promise<ApiProcess> {
  const program = await bundledProgram(new URL("./api-process-main.ts", import.meta.url));
  const { ask, kill, close } = startChild<Order, number>(program);
  const port = await ask({ clockMs: 0 });
  return {
    port,
    get: async (pathname, token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, { headers });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return error?.code ?? String(answer.status);
    },
    moveClock: (clockMs) => ask({ clockMs }),
    kill,
    close,
  };
}
