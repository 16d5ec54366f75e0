// The floor of an initiation: a look-up, and one statement on either side of the call of the bank, without any checks.
import { createCipheriv, createHash, randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type pg from "pg";

export interface Initiation {
  payment_token: string;
  bankId: string;
}

interface Started {
  id: string;
  merchantId: string;
  orderId: string;
  reference: string;
  brandName: string;
  iban: string;
  slug: string;
  bankName: string;
}

interface BankAnswer {
  transactionStatus: string;
  paymentId: string;
  _links: { scaRedirect: { href: string } };
}

const SCHEME = "SEPA_CREDIT_TRANSFER";
const PRODUCT = "sepa-credit-transfers";
const POLL_AFTER_S = 60;
const agent = new Agent({ keepAlive: true });
export const sha256 = (text: string) => createHash("sha256").update(text).digest();

export function seal(key: Buffer, text: string, rowId: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(rowId));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Starts a payment at the bank. Undefined when there is no such payment request. */
export async function initiate(pool: pg.Pool, key: Buffer, body: Initiation): Promise<object | undefined> {
  const { rows } = await pool.query<Started>({
    name: "to start",
    text: `SELECT r.id, r.merchant_id AS "merchantId", r.order_id AS "orderId", r.payment_reference AS reference,
        m.brand_name AS "brandName", a.iban, b.slug, b.display_name AS "bankName"
      FROM payment_requests r JOIN merchants m ON m.id = r.merchant_id
      JOIN managed_accounts a ON a.merchant_id = m.id AND a.currency = r.currency AND a.simulated = r.test AND 'receiving' = ANY(a.roles)
      JOIN banks b ON b.id = $2
      WHERE r.token_hash = $1 AND r.status = 'pending' AND r.expires_at > app_now()`,
    values: [sha256(body.payment_token), body.bankId],
  });
  const [started] = rows;
  if (!started) return undefined;
  const attempt = { id: randomUUID(), key: randomUUID(), state: randomBytes(32).toString("base64url") };
  const order = JSON.stringify({
    endToEndIdentification: attempt.id.replaceAll("-", ""),
    instructedAmount: { currency: "EUR", amount: "25.50" },
    creditorAccount: { iban: started.iban },
    creditorName: started.brandName,
    remittanceInformationUnstructured: started.reference,
  });
  await insertAttempt(pool, key, { ...attempt, order, started, bankId: body.bankId });
  const answer = await callBank(started.slug, attempt, order);
  await writeStart(pool, attempt.id, started, answer);
  const { href } = answer._links.scaRedirect;
  return { order_id: started.orderId, redirect_url: href, payment_request_id: started.id };
}

type NewAttempt = { id: string; key: string; state: string; order: string; started: Started; bankId: string };

async function insertAttempt(pool: pg.Pool, key: Buffer, row: NewAttempt): Promise<void> {
  await pool.query({
    name: "attempt",
    text: `WITH request AS (
        UPDATE payment_requests SET live_attempt_id = $1, bank_id = $3, bank_name = $10, updated_at = app_now() WHERE id = $2
        RETURNING id
      ), attempt AS (
        INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
          request_body, redirect_state_hash, redirect_state, psu_context, due_at)
        SELECT $1, id, $3, $4, 'INITIATING', $5, $6, $7, $8, $9, '{"ip":null,"userAgent":null,"locale":"en"}',
          app_now() + interval '30 seconds' FROM request RETURNING id
      )
      INSERT INTO attempt_transitions (id, attempt_id, number, to_state, source)
      SELECT uuidv7(), id, 0, 'INITIATING', 'initiation' FROM attempt`,
    values: [
      ...[row.id, row.started.id, row.bankId, SCHEME, row.id.replaceAll("-", ""), row.key, row.order],
      ...[sha256(row.state), seal(key, row.state, row.id), row.started.bankName],
    ],
  });
}

async function writeStart(pool: pg.Pool, id: string, started: Started, bank: BankAnswer): Promise<void> {
  const { transactionStatus, paymentId, _links: links } = bank;
  await pool.query({
    name: "started",
    text: `WITH attempt AS (
        UPDATE payment_attempts SET bank_payment_id = $2, sca_redirect_url = $3, links = $4, state = 'AWAITING_AUTH',
          version = version + 1, raw_status = $5, due_at = app_now() + make_interval(secs => $6) WHERE id = $1
        RETURNING id, raw_status, payment_request_id
      ), transition AS (
        INSERT INTO attempt_transitions (id, attempt_id, number, from_state, to_state, raw_status, source)
        SELECT uuidv7(), id, 1, 'INITIATING', 'AWAITING_AUTH', raw_status, 'initiation' FROM attempt
      ), request AS (
        UPDATE payment_requests r SET initiated_at = app_now(), event_sequence = event_sequence + 1, updated_at = app_now()
        FROM attempt WHERE r.id = attempt.payment_request_id RETURNING r.id, r.merchant_id
      ), event AS (
        INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
        SELECT uuidv7(), merchant_id, 'payment_request.pending', id, 1, true, $7 FROM request RETURNING id, merchant_id
      )
      INSERT INTO webhook_deliveries (id, event_id, merchant_id, status, done_at)
      SELECT uuidv7(), id, merchant_id, 'no_destination', app_now() FROM event`,
    values: [
      ...[id, paymentId, links.scaRedirect.href, JSON.stringify(links), transactionStatus, POLL_AFTER_S],
      JSON.stringify({ object: "event", data: { object: started } }),
    ],
  });
}

function callBank(slug: string, attempt: { key: string; state: string }, order: string): Promise<BankAnswer> {
  const url = `${process.env["BANK_ORIGIN"]}/simbank/${slug}/xs2a/v1/payments/${PRODUCT}`;
  const returnUrl = `https://bench.example/return?state=${attempt.state}`;
  const headers = {
    ...{ Accept: "application/json", "Content-Type": "application/json", "X-Request-ID": attempt.key },
    ...{ "PSU-IP-Address": "127.0.0.1", "TPP-Redirect-URI": returnUrl, "TPP-Nok-Redirect-URI": returnUrl },
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.once("end", () => resolve(JSON.parse(text) as BankAnswer));
      response.once("error", reject);
    });
    call.once("error", reject);
    call.end(order);
  });
}
