import { COMMANDS } from "../cli/commands";
import { parseArguments } from "../cli/parse-arguments";
import { ctx } from "./rows/fixtures";

/** The output of a line of the operator's command line: `bankside("account close --id 7")`. */
export async function bankside(line: string, caller = ctx.caller) {
  const request = parseArguments(line.split(" "), COMMANDS);
  if (request.kind !== "run") throw new Error(`${line} asks for help.`);
  return request.command.run({ ...ctx, caller }, request.given);
}
