const NAME = "StartError";

/**
 * An error whose message is one plain sentence for the operator: what is wrong and what to do about it.
 * The entry and the command line print it without a stack and end with exit code 1.
 */
export function startError(sentence: string, cause?: unknown): Error {
  const error = new Error(sentence, cause === undefined ? undefined : { cause });
  error.name = NAME;
  return error;
}

/** Whether `error` was made by `startError`, and so needs no stack to be understood. */
export function isStartError(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}
