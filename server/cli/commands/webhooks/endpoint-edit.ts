import { startError } from "../../../lib/config/start-error";
import { editEndpoint } from "../../../webhooks/endpoints/edit-endpoint";
import type { Command, Given } from "../../command";

/** The value of a yes/no option; undefined when it is absent. */
function yesOrNo(given: Given, option: string): boolean | undefined {
  const text = given.text(option);
  if (text !== undefined && text !== "yes" && text !== "no") throw startError(`--${option} must be yes or no.`);
  return text === undefined ? undefined : text === "yes";
}

export const endpointEditCommand: Command = {
  name: "endpoint edit",
  summary: "Change the given properties of a webhook endpoint. Its name never changes.",
  options: {
    merchant: { value: "<uuid>", description: "The merchant", required: true },
    name: { value: "<name>", description: "The endpoint's name", required: true },
    url: { value: "<url>", description: "The new URL" },
    environment: { value: "<which>", description: "The mode: Test, Live or Both" },
    events: { value: "<a,b>", description: "Only these event types, or: all" },
    signed: { value: "<yes|no>", description: "Whether deliveries carry X-Signature" },
    default: {
      value: "<yes|no>",
      description: "Whether to use it for payments that name no endpoint, while there is no default URL",
    },
  },
  run: async (ctx, given) => {
    const name = given.text("name") ?? "";
    const events = given.text("events");
    await editEndpoint(ctx, {
      merchantId: given.text("merchant"),
      name,
      url: given.text("url"),
      environment: given.text("environment"),
      eventTypes: events === "all" ? [] : events?.split(","),
      signed: yesOrNo(given, "signed"),
      isDefault: yesOrNo(given, "default"),
    });
    return { json: { name, edited: true }, text: `Changed: ${name}` };
  },
};
