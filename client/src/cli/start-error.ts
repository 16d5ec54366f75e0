/** An error that a person can fix: its message says how, and is printed without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
