/** The result, or null after the timeout. The work is not cancelled, and its later failure is ignored. */
export async function withinTime<T>(timeoutMs: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
