import { describe, expect, it } from "vitest";
import type { Command } from "./command";
import { COMMANDS } from "./commands";
import { help, optionOf, parseArguments } from "./parse-arguments";

const commands: Command[] = [
  { name: "migrate", summary: "Migrates.", options: {}, run: async () => ({ json: {}, text: "" }) },
  {
    name: "merchant create",
    summary: "Creates.",
    options: {
      "brand-name": { value: "<text>", description: "Name", required: true },
      test: { value: null, description: "T" },
    },
    run: async () => ({ json: {}, text: "" }),
  },
];
const parse = (line: string) => parseArguments(line.split(" ").filter(Boolean), commands);

describe("parseArguments()", () => {
  it("reads a command of two words, options in both forms, and --json", () => {
    const request = parse("merchant create --brand-name=Acme --json");
    expect(request.kind === "run" && [request.command.name, request.given.text("brand-name"), request.json]).toEqual([
      "merchant create",
      "Acme",
      true,
    ]);
  });

  it.each(["", "--help"])("%j lists every command", (line) => {
    expect(parse(line)).toEqual({ kind: "help", command: null });
  });

  it("lists the options of a command for --help after it", () => {
    expect(parse("merchant create --help")).toMatchObject({ kind: "help", command: { name: "merchant create" } });
    expect(help(commands, commands[1] ?? null)).toContain("--brand-name <text>  Name (required)");
  });

  it.each([
    ["merchant", 'Unknown command "merchant". There is merchant create. --help lists the commands.'],
    ["merchant destroy", 'Unknown command "merchant destroy". There is merchant create. --help '],
    ["merchnt create", 'Unknown command "merchnt create". Did you mean "merchant create"? --help '],
    ["merchant crate", 'Unknown command "merchant crate". Did you mean "merchant create"? --help '],
    ["merchant-create", 'Unknown command "merchant-create". Did you mean "merchant create"? --help '],
    ["migrte", 'Unknown command "migrte". Did you mean "migrate"? --help lists the commands.'],
    ["--json migrate", "Put the command before its options. --help lists the commands."],
    ["status", 'Unknown command "status". --help lists the commands.'],
    ["merchant create --brandname x", "Unknown option '--brandname'. Did you mean --brand-name? Use --help "],
    ["merchant create --colour x", "Unknown option '--colour'. Use --help after "],
    ["merchant create", '"merchant create" needs --brand-name <text>.'],
    ["migrate --force", "Unknown option '--force'"],
    ["migrate now", 'Unknown command "migrate now"'],
    ["merchant create --brand-name", "Option '--brand-name <value>' argument missing"],
  ])("refuses %j with one sentence", (line, sentence) => expect(() => parse(line)).toThrow(sentence));
});

describe("optionOf()", () => {
  it.each([
    ["credential create", "ends_at", "--ends"],
    ["credential limit", "allowed_networks[1]", "--allow"],
    ["endpoint create", "event_types[0]", "--events"],
    ["endpoint edit", "is_default", "--default"],
    ["account add", "merchant_id", "--merchant"],
    ["account add", "holder_name", "--holder-name"],
    ["account close", "holder_name", "holder_name"],
  ])("of %s names the option of the field %s: %s", (name, field, option) => {
    const command = COMMANDS.find((each) => each.name === name);
    expect([command?.name, optionOf(field, command)]).toEqual([name, option]);
  });
});
