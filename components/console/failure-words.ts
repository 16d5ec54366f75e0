/**
 * What a failed call says, and that nothing came of it. Without an answer of the server nobody knows that: then it is
 * not said. `unchanged`: "Nothing was created."
 */
export function failureWords(failure: { message: string; requestId: string | null }, unchanged: string): string {
  return failure.requestId === null ? failure.message : `${failure.message} ${unchanged}`;
}
