/**
 * The message of a failed call, with `unchanged`: "Nothing was created." Without a response of the server that is not
 * known, and left out.
 */
export function formatFailure(failure: { message: string; requestId: string | null }, unchanged: string): string {
  return failure.requestId === null ? failure.message : `${failure.message} ${unchanged}`;
}
