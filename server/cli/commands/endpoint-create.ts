import { createEndpoint } from "../../webhooks/create-endpoint";
import type { Command } from "../command";

export const endpointCreateCommand: Command = {
  name: "endpoint create",
  summary: "Create a webhook endpoint that payments of a merchant can name. The secret is shown once.",
  options: {
    merchant: { value: "<uuid>", description: "Of this merchant", required: true },
    name: { value: "<name>", description: "What payments call it, for ever: a-z, 0-9 and -", required: true },
    url: { value: "<url>", description: "Where it is: http or https, and no private address", required: true },
    environment: { value: "<which>", description: "The payments that it takes: Test, Live or Both (default)" },
    events: { value: "<a,b>", description: "Only events of these types: payment_request.succeeded …" },
    unsigned: { value: null, description: "Its deliveries carry no X-Signature" },
    default: { value: null, description: "Gets what names no endpoint, while there is no default URL" },
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
    const text = `Endpoint ${created.name}: ${created.id}\nsecret: ${created.webhook_secret}\nThe secret is not shown again.`;
    return { json: created, text };
  },
};
