import { createEndpoint } from "../../../webhooks/endpoints/create-endpoint";
import type { Command } from "../../command";

export const endpointCreateCommand: Command = {
  name: "endpoint create",
  summary: "Create a named webhook endpoint of a merchant. The secret is shown once.",
  options: {
    merchant: { value: "<uuid>", description: "The merchant", required: true },
    name: { value: "<name>", description: "The name, which never changes: a-z, 0-9 and -", required: true },
    url: { value: "<url>", description: "The URL: http or https, on a public address", required: true },
    environment: { value: "<which>", description: "The mode: Test, Live or Both (default)" },
    events: { value: "<a,b>", description: "Only these event types, such as payment_request.succeeded" },
    unsigned: { value: null, description: "Send deliveries without X-Signature" },
    default: { value: null, description: "Use for payments that name no endpoint, while there is no default URL" },
  },
  run: async (ctx, given) => {
    const created = await createEndpoint(ctx, {
      merchantId: given.text("merchant"),
      name: given.text("name") ?? "",
      url: given.text("url") ?? "",
      environment: given.text("environment"),
      eventTypes: given.text("events")?.split(","),
      signed: !given.isSet("unsigned"),
      isDefault: given.isSet("default"),
    });
    const text = `Endpoint ${created.name}: ${created.id}\nsecret: ${created.webhook_secret}\nThe secret will not be shown again.`;
    return { json: created, text };
  },
};
