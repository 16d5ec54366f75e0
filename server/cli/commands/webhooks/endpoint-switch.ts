import { switchEndpoint } from "../../../webhooks/endpoints/switch-endpoint";
import type { Command } from "../../command";

const options = {
  merchant: { value: "<uuid>", description: "The merchant", required: true },
  name: { value: "<name>", description: "The endpoint's name", required: true },
} as const;

export const endpointDisableCommand: Command = {
  name: "endpoint disable",
  summary: "Disable a webhook endpoint: payments cannot name it, and deliveries to it stop.",
  options,
  run: async (ctx, given) => {
    const name = given.text("name") ?? "";
    await switchEndpoint(ctx, { merchantId: given.text("merchant"), name, to: "disabled" });
    return { json: { name, disabled: true }, text: `Disabled: ${name}` };
  },
};

export const endpointEnableCommand: Command = {
  name: "endpoint enable",
  summary: "Enable a webhook endpoint again.",
  options,
  run: async (ctx, given) => {
    const name = given.text("name") ?? "";
    await switchEndpoint(ctx, { merchantId: given.text("merchant"), name, to: "enabled" });
    return { json: { name, disabled: false }, text: `Enabled: ${name}` };
  },
};
