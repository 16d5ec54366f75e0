/** A function for the milliseconds left, at least 1, of one deadline that several calls share. */
export function timeLeft(totalMs: number): () => number {
  const endsAt = performance.now() + totalMs;
  return () => Math.max(1, Math.ceil(endsAt - performance.now()));
}
