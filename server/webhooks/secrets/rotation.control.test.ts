// Negative control of rotation.test.ts: the same race with an endpoint lock that locks nothing.
import { beforeAll, expect, it } from "vitest";
import { query } from "../../test/database";
import { rotateAmongSenders } from "../../test/webhooks/rotations";
import { ok, shopsOfEachTest } from "../../test/webhooks/webhook-shops";

const shops = shopsOfEachTest();

beforeAll(async () => {
  // The search path finds it before the system's function.
  await query(`
      CREATE FUNCTION public.pg_try_advisory_xact_lock_shared(int, int) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
});

it("control: without the lock, secrets sign after they were replaced", { timeout: 120_000 }, async () => {
  await shops.pointAt((await shops.receiver(ok)).url);
  let tooOld = 0;
  for (let round = 0; round < 5 && tooOld === 0; round += 1) {
    await query("UPDATE webhook_deliveries SET lease_until = NULL");
    tooOld = (await rotateAmongSenders(shops.merchantId)).filter((one) => one.tooOld).length;
  }
  expect(tooOld).toBeGreaterThan(0);
});
