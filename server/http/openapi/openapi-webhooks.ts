import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../webhooks/events/record-event";
import type { Json } from "./openapi-schemas";

/** How events are delivered and how a receiver verifies them. */
export const DELIVERY = `An event is sent to each webhook endpoint that its payment or link names. If it names none, it is sent to the merchant's default URL, else to the endpoint marked as default, else to the only endpoint. A delivery succeeds with a 2xx response within 15 seconds. Otherwise it is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each after the previous attempt, ± 20 %): ten attempts over three days. \`Retry-After\` is honoured up to 24 hours, 410 stops the delivery, and redirects are not followed.

Event types may be added: ignore unknown types. \`webhook.test\` is a test event that a person sends from the Console; answer it with 2xx.

Delivery is at least once and in no guaranteed order. Process each event once by its \`id\`, which is the same in every attempt, and use \`sequence\` for the order within one payment request or link.

To verify \`X-Signature: t=<unix seconds>,v1=<hex>\`, compute HMAC-SHA256 over \`<t>.\` followed by the raw bytes of the body, with the whole secret (\`whsec_\` included) as key, compare in constant time, and refuse a \`t\` that is too old. Test vector: secret \`whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\`, t \`1716148300\`, body \`{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}\` gives \`ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d\`.`;

const PAYMENT_EVENT = {
  id: "evt_01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13",
  object: "event",
  created: 1716148300,
  type: "payment_request.succeeded",
  sequence: 2,
  data: {
    object: {
      id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
      amount: "1999",
      currency: "GBP",
      status: "completed",
      status_reason: null,
      test: false,
      late: false,
      reversed_amount: null,
      payment_link_id: null,
      metadata: { order_id: "ORD-123", bank_name: "Example Bank" },
      rewards: { extra_rewards: 150, total_rewards: 300, description: "Weekend bonus" },
    },
  },
};

const LINK_EVENT = {
  id: "evt_01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a14",
  object: "event",
  created: 1716148301,
  type: "payment_link.used",
  sequence: 1,
  data: {
    object: {
      id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11",
      amount: 2550,
      currency: "EUR",
      payment_reference: "Order 3451",
      order_id: "ORD-1",
      status: "used",
      link_type: "single_use",
      views_count: 3,
      first_viewed_at: "2026-11-20T09:42:00.000Z",
      expires_at: "2026-11-27T09:41:00.000Z",
      created_at: "2026-11-20T09:41:00.000Z",
      updated_at: "2026-11-20T09:44:00.000Z",
      payment_request_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
      test: false,
      metadata: { basket: "77" },
    },
  },
};

const TEST_EVENT = {
  id: "evt_01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a15",
  object: "event",
  created: 1716148302,
  type: TEST_EVENT_TYPE,
  sequence: 1,
  data: {
    object: {
      object: "webhook_endpoint",
      name: "orders",
      message: "A test event. No payment has changed.",
    },
  },
};

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const digits = { type: ["string", "null"], pattern: "^[0-9]+$" };

/** `data.object` of a payment request's events. */
const paymentRequest = objectOf({
  id: { type: "string", format: "uuid" },
  amount: { type: "string", pattern: "^[0-9]+$", description: "Minor units, as digits." },
  currency: text,
  status: { enum: ["pending", "completed", "failed", "cancelled", "expired"] },
  status_reason: textOrNull,
  test: { type: "boolean" },
  late: { type: "boolean", description: "The money arrived after the payment had failed or been cancelled." },
  reversed_amount: { ...digits, description: "The amount returned so far, in minor units." },
  payment_link_id: { type: ["string", "null"], format: "uuid" },
  metadata: {
    ...objectOf({ order_id: text, bank_name: { ...text, description: "Set once a bank is chosen." } }, ["order_id"]),
    additionalProperties: text,
    description: "Includes the metadata of the payment link, except its own `order_id` and `bank_name`.",
  },
  rewards: {
    anyOf: [
      objectOf({ extra_rewards: { type: "number" }, total_rewards: { type: "number" }, description: text }, []),
      { type: "null" },
    ],
  },
});

/** `data.object` of a test event. */
const testedEndpoint = objectOf({
  object: { const: "webhook_endpoint" },
  name: { ...textOrNull, description: "The endpoint's name; null for the default URL." },
  message: text,
});

/** The `webhooks` part of the OpenAPI document: the events that a merchant's server receives. Adds their schemas to `schemas`. */
export function webhookDocument(schemas: Record<string, Json>): Json {
  schemas["PaymentRequestEvent"] = eventOf(typesOf("payment_request."), paymentRequest);
  schemas["PaymentLinkEvent"] = eventOf(typesOf("payment_link."), linkOf(schemas));
  schemas["WebhookTestEvent"] = eventOf({ const: TEST_EVENT_TYPE }, testedEndpoint);
  const kinds = ["PaymentRequestEvent", "PaymentLinkEvent", "WebhookTestEvent"];
  const content = {
    schema: { oneOf: kinds.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
    examples: {
      payment_request: { value: PAYMENT_EVENT },
      payment_link: { value: LINK_EVENT },
      test: { value: TEST_EVENT },
    },
  };
  const post = {
    operationId: "receiveEvent",
    tags: ["Webhooks"],
    summary: "Event sent to your server",
    description: DELIVERY,
    security: [],
    parameters: [
      header("X-Event-Id", "The event's id.", PAYMENT_EVENT.id),
      header("X-Timestamp", "Unix seconds of this attempt.", "1716148300"),
      header(
        "X-Signature",
        "`t=<unix seconds>,v1=<hex>`; absent if the endpoint has no signing secret.",
        SIGNATURE,
        false,
      ),
    ],
    requestBody: { required: true, content: { "application/json": content } },
    responses: { "2XX": { description: "Delivered. Any other response is retried." } },
  };
  return { event: { post } };
}

const SIGNATURE = "t=1716148300,v1=ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d";

function typesOf(prefix: string): Json {
  return { enum: EVENT_TYPES.filter((type) => type.startsWith(prefix)) };
}

function eventOf(type: Json, object: Json): Json {
  return objectOf({
    id: { type: "string", pattern: "^evt_" },
    object: { const: "event" },
    created: { type: "integer", description: "Unix seconds." },
    type,
    sequence: {
      type: "integer",
      minimum: 1,
      description: "The event's number within its payment request or link.",
    },
    data: objectOf({ object }),
  });
}

/** `data.object` of a link's events: the list item without `merchant`, plus `test` and `metadata`. */
function linkOf(schemas: Record<string, Json>): Json {
  const { merchant: _, ...item } = (schemas["PaymentLinkItem"]?.["properties"] ?? {}) as Record<string, Json>;
  return objectOf({ ...item, test: { type: "boolean" }, metadata: { type: "object", additionalProperties: text } });
}

function objectOf(properties: Record<string, unknown>, required = Object.keys(properties)): Json {
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function header(name: string, description: string, example: string, required = true): Json {
  return { name, in: "header", required, description, schema: text, example };
}
