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

/** The summaries of two commands. `run` switches, and returns what the text names and the JSON. */
interface Switch extends Pick<Command, "options"> {
  disable: string;
  enable: string;
  run(ctx: Ctx, given: Given, to: "disabled" | "enabled"): Promise<{ subject: string; json: object }>;
}

/** The commands `<noun> disable` and `<noun> enable`. */
export function switchCommands(noun: string, { options, run, ...summaries }: Switch): [Command, Command] {
  const command = (verb: "disable" | "enable", done: string): Command => ({
    name: `${noun} ${verb}`,
    summary: summaries[verb],
    options,
    run: async (ctx, given) => {
      const { subject, json } = await run(ctx, given, `${verb}d`);
      return { json, text: `${done}: ${subject}` };
    },
  });
  return [command("disable", "Disabled"), command("enable", "Enabled")];
}
