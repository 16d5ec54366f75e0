// The API as an integrator's server calls it.
import { type APIRequestContext, expect } from "@playwright/test";

export type Credential = { client_id: string; client_secret: string };

/** An access token for a credential. */
export async function accessToken(request: APIRequestContext, base: string, credential: Credential): Promise<string> {
  const answer = await request.post(`${base}/api/v1/oauth2/token`, { data: credential });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.access_token;
}

/** Creates a payment request with an access token; returns the HTTP status and the envelope. */
export async function createPaymentRequest(
  request: APIRequestContext,
  base: string,
  { token, amount, reference }: { token: string; amount: number; reference: string },
) {
  const answer = await request.post(`${base}/api/v1/embedded/payment-requests`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { order: { amount, currency: "EUR", payment_reference: reference } },
  });
  const body = (await answer.json()) as {
    data?: { payment_token: string; payment_request_id: string };
    error?: { code: string };
  };
  return { status: answer.status(), ...body };
}
