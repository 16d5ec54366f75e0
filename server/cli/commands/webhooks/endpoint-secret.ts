import { activateSecret } from "../../../webhooks/secrets/activate-secret";
import { discardPreparedSecret } from "../../../webhooks/secrets/discard-prepared-secret";
import { prepareSecret } from "../../../webhooks/secrets/prepare-secret";
import { rotateEndpointSecret } from "../../../webhooks/secrets/rotate-endpoint-secret";
import type { Command, Given } from "../../command";

const options = {
  merchant: { value: "<uuid>", description: "The merchant", required: true },
  name: { value: "<name>", description: "The endpoint's name", required: true },
} as const;

const which = (given: Given) => ({ merchantId: given.text("merchant"), name: given.text("name") ?? "" });

export const endpointRotateCommand: Command = {
  name: "endpoint rotate",
  summary: "Replace a webhook endpoint's signing secret now. The new secret is shown once.",
  options,
  run: async (ctx, given) => {
    const { webhook_secret } = await rotateEndpointSecret(ctx, which(given));
    const text = `secret: ${webhook_secret}\nThe previous secret no longer signs. This one will not be shown again.`;
    return { json: { name: which(given).name, webhook_secret }, text };
  },
};

export const endpointPrepareCommand: Command = {
  name: "endpoint prepare",
  summary: "Create a webhook endpoint's next signing secret, shown once. It signs after: endpoint activate.",
  options,
  run: async (ctx, given) => {
    const { webhook_secret } = await prepareSecret(ctx, which(given));
    const text = `next secret: ${webhook_secret}\nIt signs after "endpoint activate". It will not be shown again.`;
    return { json: { name: which(given).name, webhook_secret }, text };
  },
};

export const endpointActivateCommand: Command = {
  name: "endpoint activate",
  summary: "Sign with a webhook endpoint's next secret instead of the current one.",
  options,
  run: async (ctx, given) => {
    await activateSecret(ctx, which(given));
    const { name } = which(given);
    return { json: { name, activated: true }, text: `Deliveries to ${name} are now signed with the next secret.` };
  },
};

export const endpointDiscardCommand: Command = {
  name: "endpoint discard",
  summary: "Discard a webhook endpoint's next secret. The current one still signs.",
  options,
  run: async (ctx, given) => {
    await discardPreparedSecret(ctx, which(given));
    const { name } = which(given);
    return { json: { name, discarded: true }, text: `The next secret of ${name} is discarded.` };
  },
};
