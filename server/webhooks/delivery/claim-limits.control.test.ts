// Negative control of claim-limits.test.ts: the same two claims with an advisory lock that locks nothing.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { query, stopClock } from "../../test/database";
import { CLAIM_RACES, claimTwiceAtOnce } from "../../test/webhooks/claim-races";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";

shopsOfEachTest();
const RACES = CLAIM_RACES.map((race) => [race.limit, race] as const);
// Calls in flight do not age, however long a test takes.
beforeEach(stopClock);

beforeAll(async () => {
  // The search path finds it before the system's function.
  await query(`
      CREATE FUNCTION public.pg_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
});

describe("control: two concurrent claims without the lock", () => {
  it.each(RACES)("exceed %s", async (_, race) => {
    const { before = 0, taken, inFlight } = await claimTwiceAtOnce(race);
    const each = race.allowed - before;
    expect({ taken, inFlight }).toEqual({ taken: [each, each], inFlight: race.withoutLock });
  });
});
