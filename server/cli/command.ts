import type { Ctx } from "../lib/context";

/** One option of a command, given as `--name value`; a flag takes no value. */
export interface Option {
  /** What stands in the help for its value: `<uuid>`; null for a flag. */
  value: string | null;
  description: string;
  required?: true;
}

/** What a command was called with. */
export interface Given {
  /** The value of an option; undefined when it was not given. A required one is there. */
  text(name: string): string | undefined;
  isSet(name: string): boolean;
}

/** What a command says: an object for programs, text for people. */
export interface Said {
  json: object;
  text: string;
  /** What was asked about is not as it should be: the command ends with 1, and says the same. */
  failed?: boolean;
}

/** A command of the operator's tool: a door to a use-case, with no rules of its own. */
export interface Command {
  /** One or two words: `migrate`, `merchant create`. */
  name: string;
  summary: string;
  options: Record<string, Option>;
  run(ctx: Ctx, given: Given): Promise<Said>;
}
