import { startError } from "../../lib/config/start-error";
import { createEndpoint } from "../../webhooks/endpoints/create-endpoint";
import { editEndpoint } from "../../webhooks/endpoints/edit-endpoint";
import { listNamedEndpoints } from "../../webhooks/endpoints/list-endpoints";
import { switchEndpoint } from "../../webhooks/endpoints/switch-endpoint";
import {
  activateSecret,
  discardPreparedSecret,
  prepareSecret,
  rotateEndpointSecret,
} from "../../webhooks/secrets/change-secrets";
import { type Command, type Given, switchCommands } from "../command";

const options = {
  merchant: { value: "<uuid>", description: "The merchant", required: true },
  name: { value: "<name>", description: "The endpoint's name", required: true },
} as const;

const which = (given: Given) => ({ merchantId: given.text("merchant"), name: given.text("name") ?? "" });

const create: Command = {
  name: "endpoint create",
  summary: "Create a named webhook endpoint of a merchant. The secret is shown once.",
  options: {
    merchant: options.merchant,
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

const list: Command = {
  name: "endpoint list",
  summary: "List a merchant's named webhook endpoints.",
  options: { merchant: options.merchant },
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

const PROPERTIES = ["url", "environment", "events", "signed", "default"] as const;

const edit: Command = {
  name: "endpoint edit",
  summary: "Change the given properties of a webhook endpoint. Its name never changes.",
  options: {
    ...options,
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
    if (!PROPERTIES.some((property) => given.isSet(property)))
      throw startError(
        `"endpoint edit" needs a property to change: ${PROPERTIES.map((property) => `--${property}`).join(", ")}.`,
      );
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

/** The value of a yes/no option; undefined when it is absent. */
function yesOrNo(given: Given, option: string): boolean | undefined {
  const text = given.text(option);
  if (text !== undefined && text !== "yes" && text !== "no") throw startError(`--${option} must be yes or no.`);
  return text === undefined ? undefined : text === "yes";
}

const rotate: Command = {
  name: "endpoint rotate",
  summary: "Replace a webhook endpoint's signing secret now. The new secret is shown once.",
  options,
  run: async (ctx, given) => {
    const { webhook_secret } = await rotateEndpointSecret(ctx, which(given));
    const text = `secret: ${webhook_secret}\nThe previous secret no longer signs. This one will not be shown again.`;
    return { json: { name: which(given).name, webhook_secret }, text };
  },
};

const prepare: Command = {
  name: "endpoint prepare",
  summary: "Create a webhook endpoint's next signing secret, shown once. It signs after: endpoint activate.",
  options,
  run: async (ctx, given) => {
    const { webhook_secret } = await prepareSecret(ctx, which(given));
    const text = `next secret: ${webhook_secret}\nIt signs after "endpoint activate". It will not be shown again.`;
    return { json: { name: which(given).name, webhook_secret }, text };
  },
};

const activate: Command = {
  name: "endpoint activate",
  summary: "Sign with a webhook endpoint's next secret instead of the current one.",
  options,
  run: async (ctx, given) => {
    await activateSecret(ctx, which(given));
    const { name } = which(given);
    return { json: { name, activated: true }, text: `Deliveries to ${name} are now signed with the next secret.` };
  },
};

const discard: Command = {
  name: "endpoint discard",
  summary: "Discard a webhook endpoint's next secret. The current one still signs.",
  options,
  run: async (ctx, given) => {
    await discardPreparedSecret(ctx, which(given));
    const { name } = which(given);
    return { json: { name, discarded: true }, text: `${name} has no next secret. Its current one signs.` };
  },
};

const switches = switchCommands("endpoint", {
  options,
  disable: "Disable a webhook endpoint: payments cannot name it, and deliveries to it stop.",
  enable: "Enable a webhook endpoint again.",
  run: async (ctx, given, to) => {
    const { merchantId, name } = which(given);
    await switchEndpoint(ctx, { merchantId, name, to });
    return { subject: name, json: { name, disabled: to === "disabled" } };
  },
});

export const endpointCommands: readonly Command[] = [
  create,
  list,
  edit,
  rotate,
  prepare,
  activate,
  discard,
  ...switches,
];
