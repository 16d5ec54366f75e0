import { fork } from "node:child_process";

/** A process of a drill. Every order gets one answer, matched by its number. */
export type Child<Order, Answer> = {
  /** Rejects when the process ends before its answer. */
  ask(order: Order): Promise<Answer>;
  /** kill -9. */
  kill(): void;
  /** Disconnects from it, and waits for its end. */
  close(): Promise<void>;
};

/** A message between the two processes. */
type Said<Order> = { number: number; order: Order };
type Answered<Answer> = { number: number; answer: Answer };

/**
 * Starts a bundled program with this process's environment and `env`. `flags`: Node's own, such as those of the
 * profiler.
 */
export function startChild<Order, Answer>(
  file: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Child<Order, Answer> {
  const child = fork(file, {
    env: { ...process.env, ...env },
    execArgv: [...flags],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let asked = 0;
  child.on("message", ({ number, answer }: Answered<Answer>) => {
    waiting.get(number)?.(answer);
    waiting.delete(number);
  });
  // A message to a killed process fails; the caller gets its exit.
  child.on("error", () => undefined);
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(String(signal ?? code)));
  });
  const ended = exited.then((how) => Promise.reject(new Error(`A process of the drill has ended: ${how}`)));
  // Prevents an unhandled rejection when no caller waits.
  ended.catch(() => undefined);
  return {
    ask(order) {
      asked += 1;
      const number = asked;
      const answered = new Promise<Answer>((resolve) => waiting.set(number, resolve));
      child.send({ number, order } satisfies Said<Order>);
      return Promise.race([ended, answered]);
    },
    kill: () => void child.kill("SIGKILL"),
    async close() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Resident memory of this process, in mebibytes. */
export function residentMb(): number {
  return Math.round(process.memoryUsage().rss / 1024 ** 2);
}

/** In the child: answers each order, and exits when the parent disconnects or ends. */
export function answerOrders<Order, Answer>(
  carryOut: (order: Order) => Promise<Answer>,
  end: () => Promise<void> = async () => undefined,
): void {
  process.on("message", async ({ number, order }: Said<Order>) => {
    const answer = await carryOut(order);
    if (process.connected) process.send?.({ number, answer } satisfies Answered<Answer>);
  });
  process.once("disconnect", () => void end().finally(() => process.exit()));
}
