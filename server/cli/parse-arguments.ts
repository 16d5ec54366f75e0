import { parseArgs } from "node:util";
import { closestName, isNearName } from "../lib/closest-name";
import { startError } from "../lib/config/start-error";
import type { Command, Given } from "./command";

/** A parsed command line. */
type Request =
  | { kind: "help"; command: Command | null }
  | { kind: "run"; command: Command; given: Given; json: boolean };

/** Reads a command line. Throws a plain sentence for an unknown command, an unknown option or a missing one. */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Request {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const command = commands.find(({ name }) => name === words.join(" "));
  if (!command) {
    if (args.length === 0 || args.includes("--help")) return { kind: "help", command: null };
    if (words.length === 0) throw startError("Put the command before its options. --help lists the commands.");
    throw startError(`Unknown command "${words.join(" ")}".${hintOf(words, commands)} --help lists the commands.`);
  }
  if (args.includes("--help")) return { kind: "help", command };
  const values = readOptions(args.slice(words.length), command);
  const missing = Object.entries(command.options).filter(([name, option]) => option.required && !values[name]);
  if (missing.length > 0) {
    const needs = `"${command.name}" needs ${missing.map(([name, { value }]) => `--${name} ${value}`).join(" and ")}.`;
    // Listed with the missing ones, so that one run shows every mistake.
    throw startError([needs, ...wrongValues(values, command)].join("\n"));
  }
  const given: Given = {
    text: (name) => (typeof values[name] === "string" ? values[name] : undefined),
    isSet: (name) => values[name] !== undefined,
  };
  return { kind: "run", command, given, json: values["json"] === true };
}

/** The command that was probably meant, else all of its family: those that begin with the same word. */
function hintOf(words: readonly string[], commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  const given = words.join(" ");
  const near = names.find((name) => isNearName(given, name));
  const family = names.filter((name) => name.startsWith(`${words[0]} `));
  if (near === undefined && family.length > 0) return ` There is ${family.join(", ")}.`;
  const meant = near ?? closestName(given, names);
  return meant === null ? "" : ` Did you mean "${meant}"?`;
}

function wrongValues(values: Record<string, string | boolean | undefined>, { options }: Command): string[] {
  return Object.entries(options).flatMap(([name, { check }]) => {
    const value = values[name];
    const wrong = typeof value === "string" && value !== "" ? (check?.(value) ?? null) : null;
    return wrong === null ? [] : [`--${name}: ${wrong}`];
  });
}

function readOptions(args: readonly string[], command: Command): Record<string, string | boolean | undefined> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === null ? "boolean" : "string" } as const,
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: { ...options, json: { type: "boolean" } }, strict: true }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    const [, option = ""] = /^Unknown option '--([^']*)'/.exec(reason) ?? [];
    const meant = closestName(option, [...Object.keys(command.options), "json"]);
    const hint = option === "" || meant === null ? "" : ` Did you mean --${meant}?`;
    throw startError(`${reason}.${hint} Use --help after the command to see its options.`, error);
  }
}

/** The options whose name does not follow from their field's. */
const OPTIONS_OF_FIELDS: Record<string, string> = {
  ends_at: "ends",
  allowed_networks: "allow",
  event_types: "events",
  is_default: "default",
};

/** The option that a field of a use-case comes from: `brand_name` from `--brand-name`, `origins[0]` from `--origin`. */
export function optionOf(field: string, command: Command | undefined): string {
  const name = field.replace(/\[\d+\]$/, "");
  const base = name.replaceAll("_", "-");
  const names = [OPTIONS_OF_FIELDS[name] ?? base, base.replace(/s$/, ""), base.replace(/-id$/, "")];
  const option = names.find((each) => command?.options[each]);
  return option === undefined ? field : `--${option}`;
}

/** The help of one command, or of all. */
export function help(commands: readonly Command[], command: Command | null): string {
  const usage = "npm run -s bankside --";
  if (!command) {
    const width = Math.max(...commands.map(({ name }) => name.length));
    const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
    return `${usage} <command> [options]\n\n${lines.join("\n")}\n\n  --json  print only JSON\n  --help  after a command: its options\n`;
  }
  const rows = Object.entries(command.options).map(([name, { value, description, required }]) => ({
    left: value === null ? `--${name}` : `--${name} ${value}`,
    right: required ? `${description} (required)` : description,
  }));
  const all = [...rows, { left: "--json", right: "print only JSON" }];
  const width = Math.max(...all.map(({ left }) => left.length));
  const lines = all.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`);
  return `${usage} ${command.name} [options]\n${command.summary}\n\n${lines.join("\n")}\n`;
}
