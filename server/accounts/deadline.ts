import { log } from "../lib/log";

/** What is left of the time that one answer may take. */
export type Deadline = { remainingMs(): number };

/**
 * Does `work` and waits for it no longer than `deadlineMs`: then the answer is what `late` says. Work that was given up
 * is not stopped where it stands (a token that is being exchanged has to be kept); it ends by its own time-outs.
 */
export async function within<T>(
  deadlineMs: number,
  work: (deadline: Deadline) => Promise<T>,
  late: () => T,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  let timer: NodeJS.Timeout | undefined;
  let isGivenUp = false;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      isGivenUp = true;
      resolve(late());
    }, deadlineMs);
  });
  const working = work({ remainingMs: () => Math.max(0, Math.round(end - performance.now())) });
  working.catch((error: unknown) => {
    if (isGivenUp) log().error({ error }, "work failed after it was given up");
  });
  try {
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
  }
}
