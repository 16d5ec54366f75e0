/**
 * The one deadline of work that takes several calls: answers how many milliseconds are left of it, at least one. Whoever
 * waits for the work, or takes it over when it does not end, knows one time and not the number of calls.
 */
export function timeLeft(totalMs: number): () => number {
  const endsAt = performance.now() + totalMs;
  return () => Math.max(1, Math.ceil(endsAt - performance.now()));
}
