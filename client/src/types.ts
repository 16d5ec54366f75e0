import type { OPERATIONS } from "./generated/operations.js";
import type { components, operations, webhooks } from "./generated/schema.js";

/** The operations of the API, by the ids of its OpenAPI document. */
export type OperationId = keyof typeof OPERATIONS;

/** The operations that take an idempotency key: those that create an object. */
export type KeyedOperationId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]["keyed"] extends true ? Id : never;
}[OperationId];

/** Every error code: branch on it, not on the message. */
export type ErrorCode = CodeOf<components["schemas"][keyof components["schemas"]]>;
type CodeOf<Schema> = Schema extends { success: false; error: { code: infer Code } } ? Code : never;

/** One error of one field; `field` as in `order.amount`, `webhook_endpoints[1]`. */
export type FieldError = { field: string; message: string };

type JsonOf<Content> = Content extends { content: { "application/json": infer Json } } ? Json : never;
type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : never;
/** Parameters of one location (path or query); `unknown` for an operation without any. */
type Given<Parts> = [NonNullable<Parts>] extends [never] ? unknown : NonNullable<Parts>;
type Flat<T> = { [Key in keyof T]: T[Key] };

/**
 * Rules between the fields of a body that the generated types do not express. The API also takes the payment token in
 * the query; the client sends the body only.
 */
type Rules = {
  /** The client does not authenticate by HTTP Basic. */
  issueToken: { client_secret: string } | { grant_type: "magic_code" | "google_id_token" | "refresh_token" };
  initiatePayment: { payment_token: string };
  updatePaymentRequest: AtLeastOne<BodyOf<"updatePaymentRequest">, "amount" | "rewards">;
  createRedirectRequest: BothOrNeither<"success_url_redirect" | "fail_url_redirect">;
};
type RuleOf<Id> = Id extends keyof Rules ? Rules[Id] : unknown;
type AtLeastOne<Body, Keys extends keyof Body> = { [Key in Keys]: Required<Pick<Body, Key>> }[Keys];
type BothOrNeither<Keys extends string> = Record<Keys, string> | Partial<Record<Keys, never>>;

/** The input of an operation: its body; for an operation without one, its path and query parameters together. */
export type Input<Id extends OperationId> = (typeof OPERATIONS)[Id]["body"] extends true
  ? BodyOf<Id> & RuleOf<Id>
  : Flat<Given<Parameters<Id>["path"]> & Given<Parameters<Id>["query"]>>;

type Success<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"]]: Status extends 200 | 201
    ? JsonOf<operations[Id]["responses"][Status]>
    : never;
}[keyof operations[Id]["responses"]];

/** The output of an operation: `data` of its envelope; for a list with pages, `data` and `pagination`. */
export type Output<Id extends OperationId> =
  Success<Id> extends { data: infer Data; pagination: infer Pagination }
    ? { data: Data; pagination: Pagination }
    : Success<Id> extends { data: infer Data }
      ? Data
      : never;

/** Options of one call. */
export type CallOptions = {
  /** Aborts the call, its waits and its retries: the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /**
   * Sent as X-Request-Id, and returned in the response and written to the operator's log: 1 to 128 of `A-Za-z0-9._-`.
   */
  requestId?: string;
};

type KeyOption = {
  /** 1 to 255 printable ASCII characters. Without one the client generates it; all attempts of a call share it. */
  idempotencyKey?: string;
};

/** Options of one call of this operation. */
export type OptionsOf<Id extends OperationId> = Id extends KeyedOperationId ? CallOptions & KeyOption : CallOptions;

type Method<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>, options?: OptionsOf<Id>) => Promise<Output<Id>>
    : (input: Input<Id>, options?: OptionsOf<Id>) => Promise<Output<Id>>;

/** The API as one method per operation. Each resolves with the response's data, and rejects with a `BanksideError`. */
export type Bankside = { readonly [Id in OperationId]: Method<Id> };

/** The body of a webhook. Event types may be added: ignore unknown ones. */
export type WebhookEvent = JsonOf<webhooks["event"]["post"]["requestBody"]>;

/** Every event type of the API's document: `payment_request.succeeded` … */
export type WebhookEventType = WebhookEvent["type"];

/** An event of a payment request: `data.object` is its state. */
export type PaymentRequestEvent = components["schemas"]["PaymentRequestEvent"];

/** An event of a payment link. */
export type PaymentLinkEvent = components["schemas"]["PaymentLinkEvent"];
