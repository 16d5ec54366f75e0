export { type Amount, amountOf, decimalOf, minorUnits } from "./amounts.js";
export { type BanksideOptions, createBankside } from "./create-bankside.js";
export { BanksideError, type ClientErrorCode, type ErrorMetadata } from "./errors.js";
export { isPaymentLinkEvent, isPaymentRequestEvent } from "./events.js";
export type { RetryOptions } from "./retry.js";
export type {
  Bankside,
  CallOptions,
  ErrorCode,
  FieldError,
  Input,
  KeyedOperationId,
  OperationId,
  OptionsOf,
  Output,
  PaymentLinkEvent,
  PaymentRequestEvent,
  WebhookEvent,
  WebhookEventType,
} from "./types.js";
export {
  verifyWebhook,
  type WebhookDelivery,
  type WebhookRefusal,
  WebhookVerificationError,
} from "./verify-webhook.js";
export type { BanksideWarning } from "./warnings.js";
