import { EVENT_TYPES } from "../webhooks/record-event";

type Json = { [key: string]: unknown };

const DESCRIPTION = `An event is sent to each webhook endpoint that its payment or link names; where it names none, to the merchant's default URL (else to the endpoint marked default, else to the only one). It is sent again until it is answered with 2xx within 15 seconds: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each after the one before, ± 20 %), ten tries over three days. \`Retry-After\` is honoured to 24 hours; 410 stops that delivery; redirects are not followed.

At least once, in no promised order: take each event in once by its \`id\`, which is the same in every copy, and use \`sequence\` for the order within one payment request or link.

To verify \`X-Signature: t=<unix seconds>,v1=<hex>\`, compute HMAC-SHA256 over \`<t>.\` followed by the raw bytes of the body, with the whole secret (\`whsec_\` included) as key, compare in constant time, and refuse a \`t\` that is too old. Test vector: secret \`whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\`, t \`1716148300\`, body \`{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}\` gives \`ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d\`.`;

const EXAMPLE = {
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
      rewards: null,
    },
  },
};

const header = (description: string, required = true): Json => ({
  in: "header",
  required,
  description,
  schema: { type: "string" },
});

/** The `webhooks` part of the OpenAPI document: what a merchant's server receives. */
export function webhookDocument() {
  const properties = {
    id: { type: "string", pattern: "^evt_" },
    object: { const: "event" },
    created: { type: "integer", description: "Unix seconds." },
    type: { enum: EVENT_TYPES },
    sequence: { type: "integer", minimum: 1, description: "Counts within one payment request, or one link." },
    data: { type: "object", properties: { object: { type: "object" } }, required: ["object"] },
  };
  const schema = { type: "object", properties, required: Object.keys(properties) };
  const post = {
    operationId: "receiveEvent",
    tags: ["Webhooks"],
    summary: "An event, as your server receives it",
    description: DESCRIPTION,
    security: [],
    parameters: [
      { name: "X-Event-Id", ...header("The event's id.") },
      { name: "X-Timestamp", ...header("Unix seconds of this try.") },
      {
        name: "X-Signature",
        ...header(
          "`t=<unix seconds>,v1=<hex>`, with the secret of the endpoint or, for the default URL, of the merchant; absent while there is none, and for an unsigned endpoint.",
          false,
        ),
      },
    ],
    requestBody: { required: true, content: { "application/json": { schema, example: EXAMPLE } } },
    responses: { "2XX": { description: "Taken. Anything else is tried again." } },
  };
  return { event: { post } };
}
