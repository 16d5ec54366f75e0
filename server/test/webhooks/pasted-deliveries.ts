import { createHmac } from "node:crypto";
import fc from "fast-check";
import { type Diagnosis, diagnose } from "../../../components/console/signature-troubleshooter/diagnose";
import type { Evidence } from "../../../components/console/signature-troubleshooter/evidence";
import type { FindingKind } from "../../../components/console/signature-troubleshooter/findings";
import { sizeOf } from "../../../verification/depth";

const RUNS = sizeOf("pasted deliveries");
export const T = 1_795_181_764;
export const encode = (text: string) => new TextEncoder().encode(text);
export const hmac = (secret: string | Uint8Array, text: string, as: "hex" | "base64" = "hex") =>
  createHmac("sha256", secret).update(text).digest(as);

/** A valid delivery as received. */
export type Delivery = { t: number; id: string; body: string; secret: string; signature: string };
/** The pasted changes; all other parts are as received. */
export type Pasted = Partial<Omit<Evidence, "body">> & { body?: string | Uint8Array<ArrayBuffer> };

const letters = fc.constantFrom("é", "ß", "ł", "日本", "Zażółć", "a/b", "<b>", "“x”", "it's", "plain");
const text = fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
/** Metadata in the product's format: stored by PostgreSQL, shorter keys first; the product's own keys last. */
const metadata = fc
  .dictionary(fc.constantFrom("a", "zz", "basket", "cashier", "till", "shop_no"), text, { maxKeys: 4 })
  .map((own) => Object.entries(own).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
  .map((own) => ({ ...Object.fromEntries(own), order_id: "ORD-123", bank_name: "Caixa Geral de Depósitos" }));
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("hex")}`);
const deliveries = fc
  .record({ id: fc.uuid(), subject: fc.uuid(), metadata, secret: secrets, age: fc.integer({ min: 0, max: 299 }) })
  .map(({ id, subject, metadata: own, secret, age }): Delivery => {
    const object = {
      ...{ id: subject, amount: "1999", currency: "EUR", status: "completed", status_reason: null, test: false },
      ...{ late: false, reversed_amount: null, payment_link_id: null, metadata: own },
      rewards: { description: "Wochenend-Bonus 10 €", extra_rewards: 150, total_rewards: 300 },
    };
    const event = { id: `evt_${id}`, object: "event", created: T - 1, type: "payment_request.succeeded", sequence: 2 };
    const [t, body] = [T - age, JSON.stringify({ ...event, data: { object } })];
    return { t, id: event.id, body, secret, signature: `t=${t},v1=${hmac(secret, `${t}.${body}`)}` };
  });

export const headersOf = ({ t, id, signature }: Delivery) =>
  `Content-Type: application/json\nX-Event-Id: ${id}\nX-Timestamp: ${t}\nX-Signature: ${signature}\n`;

/** The signature troubleshooter's result for a delivery, pasted as received except for the given parts. */
export function look(delivery: Delivery, { body = delivery.body, ...pasted }: Pasted = {}): Promise<Diagnosis> {
  const bytes = typeof body === "string" ? encode(body) : body;
  return diagnose({
    headers: headersOf(delivery),
    secret: delivery.secret,
    computed: "",
    nowS: T,
    ...pasted,
    body: bytes,
  });
}

export const kindsOf = ({ findings }: Diagnosis): FindingKind[] => findings.map(({ kind }) => kind);
export const every = (check: (delivery: Delivery) => Promise<void>) =>
  fc.assert(fc.asyncProperty(deliveries, check), { numRuns: RUNS });
