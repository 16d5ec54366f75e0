import { afterEach, beforeEach } from "vitest";
import { createCredential, type NewCredential } from "../../identity/credentials/create-credential";
import { issueToken } from "../../identity/tokens/issue-token";
import { PUBLIC_CALLER } from "../../lib/context";
import { byId } from "../../lib/endpoint";
import { waitingRequests } from "../../webhooks/event-feed/wait-for-events";
import { webhookEndpoints } from "../../webhooks/rest-endpoints";
import { call } from "../client";
import { query } from "../database";
import { ctx, tokenFor } from "../rows/fixtures";
import { createEvent } from "../rows/webhook-events";
import { until } from "../until";
import { shopsOfEachTest } from "./webhook-shops";

export const listWebhookEvents = byId(webhookEndpoints, "listWebhookEvents");

/** The ids of a page of test events. */
export const idsOf = (page: { events: { id: string }[] }) => page.events.map(({ id }) => id);

/** A merchant's events, by their public ids, in the order of recording. */
export const recordedFor = async (merchantId: string, where = "true") => {
  const sql = `SELECT id FROM webhook_events WHERE merchant_id = $1 AND ${where} ORDER BY id`;
  return (await query<{ id: string }>(sql, [merchantId])).rows.map(({ id }) => `evt_${id}`);
};

/**
 * Waits until every recorded event can be listed: any transaction of the whole server, also of another test, delays
 * newer events.
 */
export const untilListable = () =>
  until(async () => {
    const sql = "SELECT 1 FROM webhook_events WHERE tx >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1";
    return (await query(sql)).rowCount === 0;
  });

/** A merchant with a test-only credential for each test. Registers hooks: call it once, at the top of a file. */
export function testEventsOfEachTest() {
  const shops = shopsOfEachTest();
  const desk = { clientId: "", token: "" };
  beforeEach(async () => {
    const owner = { merchantId: shops.merchantId };
    const credential = await createCredential(ctx, { name: "Desk", owner, testOnly: true });
    const { access_token: token } = await issueToken({ ...ctx, caller: PUBLIC_CALLER }, credential);
    Object.assign(desk, { clientId: credential.client_id, token });
  });
  afterEach(() => until(() => waitingRequests() === 0));
  return {
    shops,
    desk,
    /** The list of test events, by default with the test-only credential. */
    events: (given: Record<string, string> = {}, token = desk.token) =>
      call(listWebhookEvents, undefined, { token, query: given }),
    /** Records an event, which can be listed then; of this merchant by default. */
    async record(changed: Parameters<typeof createEvent>[1] = {}, merchantId = shops.merchantId) {
      await createEvent(merchantId, changed);
      await untilListable();
    },
    /** A token of another credential of the merchant. */
    tokenOf: (options: Partial<NewCredential>) => tokenFor({ merchantId: shops.merchantId }, options),
    recorded: (where?: string) => recordedFor(shops.merchantId, where),
  };
}
