import { startError } from "../../lib/start-error";
import { editEndpoint } from "../../webhooks/edit-endpoint";
import type { Command, Given } from "../command";

/** What yes or no says; undefined when it is not said. */
function yesOrNo(given: Given, option: string): boolean | undefined {
  const text = given.text(option);
  if (text !== undefined && text !== "yes" && text !== "no") throw startError(`--${option} is yes or no.`);
  return text === undefined ? undefined : text === "yes";
}

export const endpointEditCommand: Command = {
  name: "endpoint edit",
  summary: "Change a webhook endpoint: what is given, and nothing else. Its name never changes.",
  options: {
    merchant: { value: "<uuid>", description: "Of this merchant", required: true },
    name: { value: "<name>", description: "The endpoint's name", required: true },
    url: { value: "<url>", description: "Where it is from now on" },
    environment: { value: "<which>", description: "The payments that it takes: Test, Live or Both" },
    events: { value: "<a,b>", description: "Only events of these types, or: all" },
    signed: { value: "<yes|no>", description: "Whether its deliveries carry X-Signature" },
    default: {
      value: "<yes|no>",
      description: "Whether it gets what names no endpoint, while there is no default URL",
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
