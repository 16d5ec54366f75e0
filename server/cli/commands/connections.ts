import { readFileSync } from "node:fs";
import path from "node:path";
import { checkConnection } from "../../connectors/connections/check-connection";
import { setConnectionEnabled } from "../../connectors/connections/enable-connection";
import { type ListedConnection, listConnections } from "../../connectors/connections/list-connections";
import { putConnection } from "../../connectors/connections/put-connection";
import { startError } from "../../lib/config/start-error";
import { type Command, type Given, switchCommands } from "../command";

const options = { id: { value: "<id>", description: "The connection", required: true } } as const;

const check: Command = {
  name: "connection check",
  summary: "Validate a connection file and list every error. Changes nothing.",
  options: { file: { value: "<path>", description: "The connection file, JSON", required: true } },
  run: async (_ctx, given) => {
    const { connection, faults } = checkConnection(readConnectionFile(given));
    if (!connection) throw startError(faults.join("\n"));
    const { profile, bankIds } = connection;
    return {
      json: { id: profile.id, environment: profile.environment, banks: bankIds, faults },
      text: `The ${profile.environment} connection ${profile.id} is valid.`,
    };
  },
};

const put: Command = {
  name: "connection put",
  summary: "Create or replace a bank connection. A new connection is disabled.",
  options: { file: { value: "<path>", description: "The connection file, JSON", required: true } },
  run: async (ctx, given) => {
    const kept = await putConnection(ctx, readConnectionFile(given));
    const next = kept.enabled ? "The connection is enabled." : `Enable it: connection enable --id ${kept.id}`;
    return {
      json: { id: kept.id, new: kept.isNew, enabled: kept.enabled },
      text: `${kept.isNew ? "New" : "Changed"}: ${kept.id}\n${next}`,
    };
  },
};

/** The text of the file that a command was given. Throws a plain sentence when it cannot be read. */
function readConnectionFile(given: Given): string {
  const file = given.text("file") ?? "";
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? `: ${error.code}` : "";
    // npm runs the command in the folder of the program: a relative path may be another one than was meant.
    throw startError(`Cannot read ${path.resolve(file)}${why}.`, error);
  }
}

const list: Command = {
  name: "connection list",
  summary: "List bank connections with their health and certificate expiry.",
  options: {},
  run: async (ctx) => {
    const connections = await listConnections(ctx);
    return {
      json: { connections: connections.map(asJson) },
      text: connections.map(asText).join("\n") || "No connections.",
    };
  },
};

function asJson(one: ListedConnection) {
  return {
    id: one.id,
    environment: one.environment,
    connector: one.connector,
    enabled: one.enabled,
    banks: one.banks,
    health: one.health,
    failures: one.failures,
    last_kind: one.lastKind,
    circuit_open_since: one.openSince?.toISOString() ?? null,
    certificates: one.certificates.map(({ field, subject, validTo, state }) => {
      return { field, subject, valid_to: validTo.toISOString(), state };
    }),
    faults: one.faults,
  };
}

function asText(one: ListedConnection): string {
  const health = one.openSince
    ? `circuit open since ${one.openSince.toISOString()} (${one.lastKind ?? "unknown"})`
    : one.health;
  const head = [one.id, one.environment, one.connector ?? "unreadable", one.enabled ? "enabled" : "disabled", health];
  const certificates = one.certificates.map(({ field, validTo, state }) => {
    return `  ${field} ${state === "valid" ? "valid" : state.toUpperCase()}, until ${validTo.toISOString()}`;
  });
  const banks = one.banks.length > 0 ? [`  ${one.banks.join(", ")}`] : [];
  return [head.join("  "), ...banks, ...certificates, ...one.faults.map((fault) => `  FAULT: ${fault}`)].join("\n");
}

const switches = switchCommands("connection", {
  options,
  disable: "Disable a bank connection: no new payments start. Payments under way continue.",
  enable: "Enable a bank connection. After the first live one with banks, payments without test_transaction are live.",
  run: async (ctx, given, to) => {
    const id = given.text("id") ?? "";
    await setConnectionEnabled(ctx, { id, to });
    return { subject: id, json: { id, enabled: to === "enabled" } };
  },
});

export const connectionCommands: readonly Command[] = [check, put, list, ...switches];
