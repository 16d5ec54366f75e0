import { type ListedConnection, listConnections } from "../../../connectors/connections/list-connections";
import type { Command } from "../../command";

export const connectionListCommand: Command = {
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
  const head = [one.id, one.environment, one.connector, one.enabled ? "enabled" : "disabled", health];
  const certificates = one.certificates.map(({ field, validTo, state }) => {
    return `  ${field} ${state === "valid" ? "valid" : state.toUpperCase()}, until ${validTo.toISOString()}`;
  });
  const banks = one.banks.length > 0 ? [`  ${one.banks.join(", ")}`] : [];
  return [head.join("  "), ...banks, ...certificates, ...one.faults.map((fault) => `  FAULT: ${fault}`)].join("\n");
}
