import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { closeDb } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { createEndpoint, type NewEndpoint } from "../../webhooks/endpoints/create-endpoint";
import { setWebhookUrl } from "../../webhooks/endpoints/set-webhook-url";
import { query } from "../database";
import { ctx } from "../rows/fixtures";
import { type Answer, startReceiver } from "./receiver";

/** Answers of a receiver. */
export const ok: Answer = (response) => response.end("thanks");
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();

/**
 * A new merchant for each test, and receivers on this machine that end with it. Registers hooks: call it once, at the top
 * of a file, before the environment is read.
 */
export function shopsOfEachTest() {
  vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
  const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
  const named = { name: "acme-prod", url: "https://shop.example.com/hook" };
  const shops = {
    merchantId: "",
    async receiver(answer: Answer, at: { host?: string; port?: number } = {}) {
      const started = await startReceiver(answer, at);
      receivers.push(started);
      return started;
    },
    pointAt: (url: string) => setWebhookUrl(ctx, { webhook_url: url, merchant_id: shops.merchantId }),
    /** A named endpoint of the merchant; returns its secret. */
    endpoint: async (given: Partial<NewEndpoint>) =>
      (await createEndpoint(ctx, { merchantId: shops.merchantId, ...named, ...given })).webhook_secret,
  };
  beforeEach(async () => {
    const tables = ["webhook_delivery_attempts", "webhook_deliveries", "webhook_events"];
    await query(tables.map((table) => `DELETE FROM ${table}`).join("; "));
    shops.merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  });
  afterEach(() => {
    for (const one of receivers.splice(0)) one.close();
  });
  afterAll(closeDb);
  return shops;
}
