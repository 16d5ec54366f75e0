import type { Ctx } from "../lib/context";

/** One option of a command, given as `--name value`; a flag takes no value. */
export interface Option {
  /** The placeholder of its value in the help, such as `<uuid>`; null for a flag. */
  value: string | null;
  description: string;
  required?: true;
  /** What is wrong with a value, where the use-case would refuse it; null: nothing. */
  check?(value: string): string | null;
}

/** The options that a command was called with. */
export interface Given {
  /** The value of an option; undefined when it was not given. A required one is there. */
  text(name: string): string | undefined;
  isSet(name: string): boolean;
}

/** The output of a command: JSON for programs, text for people. */
export interface CommandOutput {
  json: object;
  text: string;
  /** The check failed: the same output, and exit code 1. */
  failed?: boolean;
}

/** A command of the operator's command line. It calls a use-case and has no rules. */
export interface Command {
  /** One or two words: `migrate`, `merchant create`. */
  name: string;
  summary: string;
  options: Record<string, Option>;
  /** The option with which the command may create the installation; without one it only works on an existing one. */
  creates?: string;
  run(ctx: Ctx, given: Given): Promise<CommandOutput>;
}
