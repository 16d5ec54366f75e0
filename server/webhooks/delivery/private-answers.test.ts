import { describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { runDue } from "../../test/rows/webhook-events";
import { PUBLIC_LOOPBACK } from "../../test/webhooks/loopback-receivers";
import { runReceiverTests } from "../../test/webhooks/receiver-test-shops";
import { shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import { readDelivery } from "../log/read-delivery";
import { searchDeliveries } from "../log/search-deliveries";
import { probeEndpoint } from "../tools/probe/probe-endpoint";
import { readLastProbe } from "../tools/probe/read-last-probe";
import { readReceiverTests } from "../tools/receiver-test/read-receiver-tests";
import { startReceiverTest } from "../tools/receiver-test/start-receiver-test";
import { sendTestEvent } from "../tools/send-test-event";

const shops = shopsOfEachTest();
const BODY = "db password is hunter2";
const HEADER = "internal-build-4711";

/** All rows of the webhook tables, as text. */
const stored = async () => {
  const tables = ["webhook_delivery_attempts", "webhook_deliveries", "receiver_test_steps", "webhook_probes"];
  const texts = tables.map((table) => query(`SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${table} t`));
  return (await Promise.all(texts)).map(({ rows }) => rows[0].text as string).join(" ");
};

/** Calls the address by every feature and answers all that is stored and shown. */
async function everythingOf(answer: Parameters<typeof shops.receiver>[0]) {
  const receiver = await shops.receiver(answer);
  await shops.pointAt(receiver.url);
  const of = { merchantId: shops.merchantId, name: null };
  const { id } = await sendTestEvent(ctx, of);
  await runDue();
  await probeEndpoint(ctx, of);
  await startReceiverTest(ctx, of);
  await runReceiverTests();
  const delivery = await readDelivery(ctx, { merchantId: shops.merchantId, id });
  const shown = [delivery, await searchDeliveries(ctx, { merchantId: shops.merchantId }), await readLastProbe(ctx, of)];
  return {
    delivery,
    calls: receiver.received.length,
    all: JSON.stringify([...shown, await readReceiverTests(ctx, of)]) + (await stored()),
  };
}

const tell = status(503, { "x-internal": HEADER, "retry-after": "3600", location: `http://10.9.8.7/${HEADER}` });
const answer: Parameters<typeof shops.receiver>[0] = (response) => {
  response.writeHead(503, { "x-internal": HEADER, "retry-after": "3600" }).end(BODY);
};

describe("a response from a private address on the allow list", () => {
  it("is stored and shown with status and time only, in log, connection test and receiver test", async () => {
    const { delivery, calls, all } = await everythingOf(answer);
    expect(calls).toBeGreaterThan(3);
    expect([all.includes(BODY), all.includes(HEADER)]).toEqual([false, false]);
    expect(delivery.tries).toMatchObject([
      { status: 503, responseHeaders: null, responseBody: null, error: "status 503" },
    ]);
    expect(delivery.tries[0]?.durationMs).toBeGreaterThanOrEqual(0);
    expect(all).toContain("The address is on a private network, so only the response status is checked.");
  });

  it("has its Retry-After respected and its redirect target hidden", async () => {
    const { delivery } = await everythingOf(tell);
    expect(delivery.dueAt.getTime() - delivery.createdAt.getTime()).toBeGreaterThan(3_000_000);
    const redirect: Parameters<typeof shops.receiver>[0] = (response) =>
      response.writeHead(307, { location: `http://10.9.8.7/${HEADER}` }).end();
    const { all } = await everythingOf(redirect);
    expect([all.includes(HEADER), all.includes("The redirect’s target isn’t shown")]).toEqual([false, true]);
  });

  it("is hidden if an older version stored it whole", async () => {
    const { delivery } = await everythingOf(answer);
    const sql = `UPDATE webhook_delivery_attempts SET response_headers = '{"x-internal":"${HEADER}"}', response_body = $1`;
    await query(sql, [BODY]);
    const { tries } = await readDelivery(ctx, { merchantId: shops.merchantId, id: delivery.id });
    expect(tries).toMatchObject([{ status: 503, responseHeaders: null, responseBody: null }]);
  });

  it("control: is stored whole from a public address", async () => {
    const opened = env().webhookAllow;
    Object.assign(env(), { webhookAllow: [PUBLIC_LOOPBACK] });
    const { all } = await everythingOf(answer).finally(() => Object.assign(env(), { webhookAllow: opened }));
    expect([all.includes(BODY), all.includes(HEADER)]).toEqual([true, true]);
  });
});

describe("a network allowed for one merchant", () => {
  it("is refused to another, when saving and when sending", async () => {
    const receiver = await shops.receiver(answer);
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    const opened = env().webhookAllow;
    Object.assign(env(), { webhookAllow: opened.map((network) => ({ ...network, merchantId: shops.merchantId })) });
    try {
      await shops.pointAt(receiver.url);
      const refused = {
        metadata: {
          errors: [
            {
              field: "webhook_url",
              message: expect.stringMatching(
                /^points to a private or reserved network, .* from a checkout and run npx --no bankside listen --to .*WEBHOOK_ALLOW_CIDRS$/,
              ),
            },
          ],
        },
      };
      await expect(setWebhookUrl(ctx, { webhook_url: receiver.url, merchant_id: other })).rejects.toMatchObject(
        refused,
      );
      const sql = "INSERT INTO webhook_defaults (merchant_id, url) VALUES ($1, $2)";
      await query(sql, [other, receiver.url]);
      const { id } = await sendTestEvent(ctx, { merchantId: other, name: null });
      await runDue();
      expect(receiver.received).toHaveLength(0);
      const { tries } = await readDelivery(ctx, { merchantId: other, id });
      expect(tries).toMatchObject([{ status: null, error: "the address points to a private or reserved network" }]);
    } finally {
      Object.assign(env(), { webhookAllow: opened });
    }
  });
});
