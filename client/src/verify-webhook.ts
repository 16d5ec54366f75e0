import { isRecord } from "./errors.js";
import type { WebhookEvent } from "./types.js";

/** Why verification failed. */
export type WebhookRefusal =
  | "missing_signature"
  | "malformed_signature"
  | "wrong_signature"
  | "outside_tolerance"
  | "malformed_payload";

const MESSAGES: Record<WebhookRefusal, string> = {
  missing_signature: "The delivery has no X-Signature: it was sent unsigned, or not by Bankside.",
  malformed_signature: "X-Signature is not of the form t=<unix seconds>,v1=<hex>.",
  wrong_signature: "No secret matches this signature: the body is not the raw bytes, or the secret is a different one.",
  outside_tolerance: "The signature is too old, or from the future: the clocks differ, or the delivery is a copy.",
  malformed_payload: "The signature is valid, but the body is not an event.",
};

/** A delivery that failed verification: answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal) {
    super(MESSAGES[reason]);
    this.reason = reason;
  }
}

/** By its method, not its class: undici and node-fetch have classes of their own. */
type HeadersOfAnyKind = Pick<Headers, "get"> | Record<string, string | string[] | undefined>;

export type WebhookDelivery = {
  /** The raw body, before parsing: its bytes are signed. */
  payload: string | Uint8Array | ArrayBuffer;
  /** The request's headers, as a `Headers` or as Node's `request.headers`. */
  headers: HeadersOfAnyKind;
  /** The signing secret, `whsec_` included. During a rotation: both. */
  secret: string | readonly string[];
  /** The maximum age of a signature in seconds: 300 by default. */
  toleranceS?: number;
  /** The current time, for tests. */
  now?: Date;
};

const DEFAULT_TOLERANCE_S = 300;
const NOT_RAW =
  "payload must be the raw body, as text or bytes. Something has already parsed it, usually a body parser in front of the route.";
const NO_SECRET = "secret is empty: set it, for example in the environment. Nothing can be verified without it.";

/**
 * Verifies a delivery's `X-Signature` (HMAC-SHA256 over `<t>.` and the raw body, compared in constant time) and returns
 * its event. An event can arrive more than once and out of order: process each `id` once.
 * @throws WebhookVerificationError with the reason
 * @throws TypeError when `payload` is already parsed, a secret is empty, or there is none: an error of the receiver, not
 * of the delivery
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { headers, secret, toleranceS = DEFAULT_TOLERANCE_S, now = new Date() } = delivery;
  const payload = delivery.payload instanceof ArrayBuffer ? new Uint8Array(delivery.payload) : delivery.payload;
  if (typeof payload !== "string" && !ArrayBuffer.isView(payload)) throw new TypeError(NOT_RAW);
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.some((one) => !one)) throw new TypeError(NO_SECRET);
  const header = headerOf(headers, "x-signature");
  if (header === undefined) throw new WebhookVerificationError("missing_signature");
  const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!signature) throw new WebhookVerificationError("malformed_signature");
  const [, t = "", hex = ""] = signature;
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : bytesOfView(payload);
  const signed = joined(new TextEncoder().encode(`${t}.`), body);
  if (!(await signedByOne(secrets, bytesOf(hex), signed))) throw new WebhookVerificationError("wrong_signature");
  // Written so that a `toleranceS` of NaN, as of a number from an unset variable, refuses every delivery.
  const ageS = Math.abs(now.getTime() / 1000 - Number(t));
  if (!(ageS <= toleranceS)) throw new WebhookVerificationError("outside_tolerance");
  return eventOf(body);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** HMAC's `verify` compares in constant time; all secrets are tried, also after a match. */
async function signedByOne(secrets: readonly string[], signature: Bytes, signed: Bytes): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const answers = await Promise.all(
    secrets.map(async (secret) => {
      const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
      return crypto.subtle.verify("HMAC", key, signature, signed);
    }),
  );
  return answers.includes(true);
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (isRecord(event) && event["object"] === "event") return event as unknown as WebhookEvent;
  } catch {
    // Invalid JSON is handled below with all other invalid events.
  }
  throw new WebhookVerificationError("malformed_payload");
}

function headerOf(headers: HeadersOfAnyKind, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.join(",");
}

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function bytesOfView({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
