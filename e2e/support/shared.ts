// The installation that all specs share: its API, its banks' debits and its events.
import { createHash } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { shopCredentialOf } from "./product/database";
import { BANK_DEBITS, databaseAt, EVENTS } from "./product/product";
import { accessToken } from "./rest";
import { baseUrl, shopUrl } from "./shop";

const DATA_DIR = process.env["E2E_DATA_DIR"] ?? "";

export const { query } = databaseAt(baseUrl);

/** Calls the API with the demo shop's credential. */
export async function callApi(request: APIRequestContext, method: "POST" | "PATCH", address: string, data: object) {
  const headers = { Authorization: `Bearer ${await accessToken(request, baseUrl, shopCredentialOf(DATA_DIR))}` };
  return request.fetch(`${baseUrl}/api/v1${address}`, { method, headers, data });
}

/** A payment request's id and payment token. */
export type Payment = { id: string; token: string };

type PaymentInput = {
  amount?: number;
  currency?: string;
  reference?: string;
  successUrl?: string;
  failureUrl?: string;
};

function orderOf({ amount = 2550, currency = "EUR", reference, successUrl, failureUrl }: PaymentInput) {
  return {
    order: { amount, currency, locale: "en-GB", ...(reference && { payment_reference: reference }) },
    ...(successUrl && { redirect_urls: { success_url: successUrl, failure_url: failureUrl ?? successUrl } }),
  };
}

/** Creates a payment request for an embedded or the hosted checkout. */
export async function newPayment(request: APIRequestContext, input: PaymentInput = {}): Promise<Payment> {
  const answer = await callApi(request, "POST", "/embedded/payment-requests", orderOf(input));
  expect(answer.status()).toBe(201);
  const { payment_request_id, payment_token } = (await answer.json()).data;
  return { id: payment_request_id, token: payment_token };
}

/** Creates a payment link; returns its id and address. */
export async function newLink(
  request: APIRequestContext,
  input: PaymentInput = {},
): Promise<{ id: string; url: string }> {
  const answer = await callApi(request, "POST", "/payment-links", orderOf(input));
  expect(answer.status()).toBe(200);
  const { link_id, payment_link_url } = (await answer.json()).data;
  return { id: link_id, url: payment_link_url };
}

/** The payment on the demo shop's page of an order. */
export async function paymentIn(page: Page): Promise<Payment> {
  return paymentByToken((await page.locator("#checkout").getAttribute("data-payment-token")) ?? "");
}

export async function paymentByToken(token: string): Promise<Payment> {
  const hash = createHash("sha256").update(token).digest();
  const [row] = await query<{ id: string }>("SELECT id FROM payment_requests WHERE token_hash = $1", [hash]);
  return { id: row?.id ?? "", token };
}

/** Ends the payment request's validity now. */
export async function expirePayment({ id }: Payment): Promise<void> {
  await query("UPDATE payment_requests SET expires_at = app_now() WHERE id = $1", [id]);
}

const POLL_PAUSE_MS = 2_000;

/** Retries an expectation with a status fetch due before each try: the first is otherwise due half a minute after hand-over. */
export async function fetchBankStatusUntil(
  { id }: Pick<Payment, "id">,
  expected: (timeout: number) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await query("UPDATE payment_attempts SET due_at = app_now() WHERE payment_request_id = $1", [id]);
    await expected(POLL_PAUSE_MS);
  }).toPass();
}

/** The amounts that simulated banks debited for a payment, in minor units. */
async function debitsOf(id: string): Promise<number[]> {
  const rows = await query<{ amount: string }>(
    `SELECT e.amount FROM payment_attempts a JOIN sim_payments p ON p.end_to_end_id = a.end_to_end_id
     JOIN sim_entries e ON e.payment_id = p.id WHERE a.payment_request_id = $1`,
    [id],
  );
  return rows.map(({ amount }) => Number(amount));
}

/** The event types of a payment request or link, in the order of `sequence`. */
export async function eventsOf(id: string): Promise<string[]> {
  const rows = await query<{ type: string }>(
    "SELECT type FROM webhook_events WHERE subject_id = $1 ORDER BY sequence",
    [id],
  );
  return rows.map(({ type }) => type.replace("payment_request.", ""));
}

type End = { status: string; events: string[]; debits: number[]; late?: boolean };

/** Waits for a payment request's final status, then expects its debits and events. */
export async function expectEnd(payment: Payment, { status, events, debits, late = false }: End): Promise<void> {
  const read = async () => {
    const [row] = await query<{ status: string; late: boolean }>(
      "SELECT status, late FROM payment_requests WHERE id = $1",
      [payment.id],
    );
    return row;
  };
  await expect.poll(read).toEqual({ status, late });
  expect(await debitsOf(payment.id), BANK_DEBITS).toEqual(debits);
  expect(await eventsOf(payment.id), EVENTS).toEqual(events);
}

/** Finds an attempt whose bank gave no final status within 9 s of the customer's return (contract §5). */
const TOOK_LONGER = `SELECT 1 FROM payment_attempts WHERE payment_request_id = $1
  AND (final_at IS NULL OR final_at >= returned_at + interval '9 seconds')`;

/**
 * Waits until the page is back at the shop with the result in the query. `pending` is accepted only where the bank took
 * longer than a customer waits for it (contract §5).
 */
export async function backAtShop(page: Page, payment: Payment, result = "success", shop = shopUrl): Promise<void> {
  let status: string | null = null;
  await page.waitForURL(({ origin, searchParams }) => {
    status = searchParams.get("status");
    return origin === shop && (status === result || status === "pending");
  });
  if (status !== result) expect(await query(TOOK_LONGER, [payment.id])).toHaveLength(1);
}
