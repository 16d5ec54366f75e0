import { fork } from "node:child_process";

/** Another process of the product against the same database, with memories and a clock of its own. */
export type SecondProcess = {
  /** GET of a path with an access token: the code of the refusal, or `200`. */
  get(pathname: string, token: string): Promise<string>;
  /** Moves that process's own clock, and not the database's. */
  moveClock(ms: number): Promise<void>;
  close(): Promise<void>;
};

/** What the two say to each other. */
export type Order = { clockMs: number };
export type Report = { port: number } | { moved: true };

/** Starts the API's handler on a free port in a process of its own, with this one's environment. */
export async function startSecondProcess(): Promise<SecondProcess> {
  const child = fork(new URL("./second-process-main.ts", import.meta.url), { execArgv: ["--import", "tsx"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const failed = ended.then((code) => Promise.reject(new Error(`The second process has ended: ${code}`)));
  // Nobody need be waiting when it ends.
  failed.catch(() => undefined);
  const nextReport = () =>
    Promise.race([failed, new Promise<Report>((resolve) => child.once("message", (said: Report) => resolve(said)))]);
  const started = await nextReport();
  if (!("port" in started)) throw new Error("The second process did not say where it listens.");
  return {
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
    close: async () => {
      child.disconnect();
      await ended;
    },
  };
}
