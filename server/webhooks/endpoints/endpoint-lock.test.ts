import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDb, db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import {
  activateSecret,
  generateWebhookSecret,
  prepareSecret,
  revokeWebhookSecret,
  rotateEndpointSecret,
} from "../secrets/change-secrets";
import { createEndpoint } from "./create-endpoint";
import { editEndpoint } from "./edit-endpoint";
import { lockEndpoints } from "./endpoint-lock";
import { setWebhookUrl } from "./set-webhook-url";
import { switchEndpoint } from "./switch-endpoint";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:3001");
const url = "http://127.0.0.1:3001/hook";
const STEP_MS = 5;
let merchantId = "";
let endpointId = "";

beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  endpointId = (await createEndpoint(ctx, { merchantId, name: "acme", url })).id;
  await prepareSecret(ctx, { merchantId, name: "acme" });
  await prepareSecret(ctx, { merchantId, name: null });
});
afterAll(closeDb);

const name = "acme";
const changes: [string, () => string, () => Promise<unknown>][] = [
  ["a URL", () => endpointId, () => editEndpoint(ctx, { merchantId, name, url: `${url}/2` })],
  ["signed or not", () => endpointId, () => editEndpoint(ctx, { merchantId, name, signed: false })],
  ["an environment", () => endpointId, () => editEndpoint(ctx, { merchantId, name, environment: "Live" })],
  ["disabled", () => endpointId, () => switchEndpoint(ctx, { merchantId, name, to: "disabled" })],
  ["a rotated secret", () => endpointId, () => rotateEndpointSecret(ctx, { merchantId, name })],
  ["an activated secret", () => endpointId, () => activateSecret(ctx, { merchantId, name })],
  ["the default URL", () => merchantId, () => setWebhookUrl(ctx, { merchant_id: merchantId, webhook_url: url })],
  ["the default's secret", () => merchantId, () => generateWebhookSecret(ctx, { merchant_id: merchantId })],
  ["the default's activated secret", () => merchantId, () => activateSecret(ctx, { merchantId, name: null })],
  ["the default's revoked secret", () => merchantId, () => revokeWebhookSecret(ctx, { merchant_id: merchantId })],
];

/** Holds the endpoint's shared lock, as a worker that signs, until `end` is called. */
async function signFor(endpointKey: string): Promise<{ end: () => Promise<void> }> {
  let release = () => {};
  let begun = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const work = db().$transaction(async (tx) => {
    await lockEndpoints(tx, [endpointKey], "shared");
    begun();
    await held;
  });
  await started;
  return {
    end: async () => {
      release();
      await work;
    },
  };
}

const waitingForLocks = async () => {
  const sql = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return Number((await query(sql)).rows[0]?.n);
};

describe.each(changes)("a change of an endpoint: %s", (_what, endpointKey, change) => {
  it("returns only when nothing is being signed with the previous values", async () => {
    const signing = await signFor(endpointKey());
    let returned = false;
    const changing = change().then(() => {
      returned = true;
    });
    while ((await waitingForLocks()) === 0 && !returned) await sleep(STEP_MS);
    expect(returned).toBe(false);
    await signing.end();
    await changing;
    expect(returned).toBe(true);
  });

  it("control: does not wait for signing for another endpoint", async () => {
    const signing = await signFor(endpointKey() === merchantId ? endpointId : merchantId);
    await change();
    await signing.end();
  });
});
