import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isHttpAddress } from "../create-bankside.js";
import type { WebhookEventType } from "../types.js";
import { StartError } from "./start-error.js";

export type ListenOptions = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** The local address. */
  to: string;
  /** Empty: all. */
  eventTypes: readonly string[];
  /** `now`, `start` or an event's id; undefined: the saved position. */
  after: string | undefined;
  merchantId: string | undefined;
  name: string;
  json: boolean;
  printBody: boolean;
  printSecret: boolean;
  stopOnFailure: boolean;
  /** Where positions are kept (XDG Base Directory Specification). */
  stateFolder: string;
};

/** By the types: a new event type has to be listed here. */
const EVENT_TYPES: Record<WebhookEventType, true> = {
  "payment_request.pending": true,
  "payment_request.succeeded": true,
  "payment_request.failed": true,
  "payment_request.cancelled": true,
  "payment_request.expired": true,
  "payment_request.reversed": true,
  "payment_link.used": true,
  "payment_link.expired": true,
  "payment_link.cancelled": true,
  "webhook.test": true,
};
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const DEFAULT_NAME = "default";

export const HELP = `bankside listen: post the webhooks of test payments to a URL on your machine.

  npx --no bankside listen --to http://localhost:4000/hook

Environment:
  BANKSIDE_URL            The installation, such as https://pay.example.com
  BANKSIDE_CLIENT_ID      A test-only API key with the permission read
  BANKSIDE_CLIENT_SECRET  (Console > API keys)

Options:
  --to <url>         Where to post, such as http://localhost:4000/hook
  --events <a,b>     Only these event types
  --after <where>    now, start, or an event's ID; default: where this listener stopped, at first now
  --name <name>      The listener, which keeps its position and secret; default: ${DEFAULT_NAME}
  --merchant <uuid>  The merchant, for an API key of a partner or an admin
  --print-body       Print each event's body
  --print-secret     Print the signing secret and exit
  --stop-on-failure  Stop at the first event that is not accepted, and start with it next time
  --json             Print one JSON object per line
  --help             Print this help

Examples:
  Only payments that succeeded:
    npx --no bankside listen --to http://localhost:4000/hook --events payment_request.succeeded
  All events again, from the first one:
    npx --no bankside listen --to http://localhost:4000/hook --after start
  Give your server the secret:
    export BANKSIDE_WEBHOOK_SECRET=$(npx --no bankside listen --print-secret)
`;

const FLAGS = {
  to: { type: "string" },
  events: { type: "string" },
  after: { type: "string" },
  name: { type: "string", default: DEFAULT_NAME },
  merchant: { type: "string" },
  "print-body": { type: "boolean", default: false },
  "print-secret": { type: "boolean", default: false },
  "stop-on-failure": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/**
 * The options of `listen` from arguments and environment.
 * @throws StartError that names each missing or invalid one
 */
export function readOptions(args: readonly string[], env: Record<string, string | undefined>): ListenOptions {
  const flags = parsed(args);
  const printSecret = flags["print-secret"];
  const needed = printSecret
    ? ["BANKSIDE_CLIENT_SECRET"]
    : ["BANKSIDE_URL", "BANKSIDE_CLIENT_ID", "BANKSIDE_CLIENT_SECRET"];
  const missing = needed.filter((name) => !env[name]);
  const eventTypes = flags.events?.split(",").map((type) => type.trim()) ?? [];
  const unknown = eventTypes.filter((type) => !(type in EVENT_TYPES));
  const errors = [
    ...(missing.length > 0 ? [`Set ${missing.join(", ")}: the URL of the installation and a test-only API key.`] : []),
    ...(printSecret || isHttpAddress(flags.to ?? "") ? [] : [TO]),
    ...(unknown.length > 0
      ? [`--events: unknown type ${unknown.join(", ")}. Use ${Object.keys(EVENT_TYPES).join(", ")}.`]
      : []),
    ...(NAME.test(flags.name) ? [] : ["--name must be 1 to 63 characters of a-z, 0-9 and -, not starting with -."]),
  ];
  const state = env["XDG_STATE_HOME"] || env["LOCALAPPDATA"] || path.join(homedir(), ".local", "state");
  if (errors.length > 0) throw new StartError([...errors, "Help: bankside listen --help"].join("\n"));
  return {
    baseUrl: env["BANKSIDE_URL"] ?? "",
    clientId: env["BANKSIDE_CLIENT_ID"] ?? "",
    clientSecret: env["BANKSIDE_CLIENT_SECRET"] ?? "",
    to: flags.to ?? "",
    eventTypes,
    after: flags.after,
    merchantId: flags.merchant,
    name: flags.name,
    json: flags.json,
    printBody: flags["print-body"],
    printSecret,
    stopOnFailure: flags["stop-on-failure"],
    stateFolder: path.join(state, "bankside"),
  };
}

const TO = "--to must be an http or https URL without user name, such as http://localhost:4000/hook.";

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\nHelp: bankside listen --help`);
  }
}
