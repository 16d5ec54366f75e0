const NAME = "StartError";

/**
 * An error for the operator: the message says what is wrong and how to fix it. The entry and the command line print it
 * without a stack and exit with code 1.
 */
export function startError(sentence: string, cause?: unknown): Error {
  const error = new Error(sentence, cause === undefined ? undefined : { cause });
  error.name = NAME;
  return error;
}

/** Whether `error` was made by `startError`. */
export function isStartError(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}
