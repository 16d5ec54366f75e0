import { log } from "../lib/log";

/** The time that remains until a deadline. */
export type Deadline = { remainingMs(): number };

/** The deadline that passes in `ms`. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return { remainingMs: () => Math.max(0, Math.round(end - performance.now())) };
}

/**
 * Runs `work` and waits at most `deadlineMs`, then returns `late()`. The work is not aborted (a token that is being
 * exchanged must be stored); it ends by its own time-outs.
 */
export async function within<T>(
  deadlineMs: number,
  work: (deadline: Deadline) => Promise<T>,
  late: () => T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isGivenUp = false;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      isGivenUp = true;
      resolve(late());
    }, deadlineMs);
  });
  const working = work(deadlineIn(deadlineMs));
  working.catch((error: unknown) => {
    if (isGivenUp) log().error({ error }, "work failed after its deadline");
  });
  try {
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
  }
}
