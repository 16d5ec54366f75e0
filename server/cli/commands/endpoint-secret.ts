import { activateSecret } from "../../webhooks/activate-secret";
import { discardPreparedSecret } from "../../webhooks/discard-prepared-secret";
import { prepareSecret } from "../../webhooks/prepare-secret";
import { rotateEndpointSecret } from "../../webhooks/rotate-endpoint-secret";
import type { Command, Given } from "../command";

const options = {
  merchant: { value: "<uuid>", description: "Of this merchant", required: true },
  name: { value: "<name>", description: "The endpoint's name", required: true },
} as const;

const which = (given: Given) => ({ merchantId: given.text("merchant"), name: given.text("name") ?? "" });

export const endpointRotateCommand: Command = {
  name: "endpoint rotate",
  summary: "Replace a webhook endpoint's secret at once. The new one is shown once.",
  options,
  run: async (ctx, given) => {
    const { webhook_secret } = await rotateEndpointSecret(ctx, which(given));
    const text = `secret: ${webhook_secret}\nThe one before signs nothing any more. This one is not shown again.`;
    return { json: { name: which(given).name, webhook_secret }, text };
  },
};

export const endpointPrepareCommand: Command = {
  name: "endpoint prepare",
  summary: "Make a webhook endpoint's next secret, shown once. It signs nothing until: endpoint activate.",
  options,
  run: async (ctx, given) => {
    const { webhook_secret } = await prepareSecret(ctx, which(given));
    const text = `next secret: ${webhook_secret}\nIt signs nothing before "endpoint activate". It is not shown again.`;
    return { json: { name: which(given).name, webhook_secret }, text };
  },
};

export const endpointActivateCommand: Command = {
  name: "endpoint activate",
  summary: "Let a webhook endpoint's prepared secret sign, in place of the present one.",
  options,
  run: async (ctx, given) => {
    await activateSecret(ctx, which(given));
    const { name } = which(given);
    return { json: { name, activated: true }, text: `The prepared secret signs for ${name} now.` };
  },
};

export const endpointDiscardCommand: Command = {
  name: "endpoint discard",
  summary: "Throw a webhook endpoint's prepared secret away. The present one goes on.",
  options,
  run: async (ctx, given) => {
    await discardPreparedSecret(ctx, which(given));
    const { name } = which(given);
    return { json: { name, discarded: true }, text: `No secret is prepared for ${name}.` };
  },
};
