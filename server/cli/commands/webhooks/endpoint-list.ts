import { listNamedEndpoints } from "../../../webhooks/endpoints/list-named-endpoints";
import type { Command } from "../../command";

export const endpointListCommand: Command = {
  name: "endpoint list",
  summary: "List a merchant's named webhook endpoints.",
  options: { merchant: { value: "<uuid>", description: "The merchant", required: true } },
  run: async (ctx, given) => {
    const endpoints = (await listNamedEndpoints(ctx, { merchantId: given.text("merchant") })).map((endpoint) => ({
      id: endpoint.id,
      name: endpoint.name,
      url: endpoint.url,
      environment: endpoint.environment,
      signed: endpoint.signed,
      event_types: endpoint.eventTypes,
      is_default: endpoint.isDefault,
      secret: endpoint.secret?.hint ? `whsec_…${endpoint.secret.hint}` : null,
      prepared_at: endpoint.prepared?.since.toISOString() ?? null,
      disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    }));
    const lines = endpoints.map((endpoint) =>
      [
        endpoint.name,
        endpoint.url,
        endpoint.environment,
        endpoint.signed ? "signed" : "unsigned",
        endpoint.event_types.join(",") || "all events",
        ...(endpoint.is_default ? ["default"] : []),
        ...(endpoint.prepared_at ? [`next secret created ${endpoint.prepared_at}`] : []),
        ...(endpoint.disabled_at ? [`disabled ${endpoint.disabled_at}`] : []),
      ].join("  "),
    );
    return { json: { endpoints }, text: lines.join("\n") || "No endpoints." };
  },
};
