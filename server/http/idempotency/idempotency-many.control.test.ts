// Negative control of idempotency-many.test.ts: the same requests on a database whose advisory locks always succeed, and
// whose keys are all different, so that no row conflicts.
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "../../lib/config/env";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { blockTable } from "../../test/block-table";
import { query } from "../../test/database";
import { type ApiProcess, startApiProcess } from "../../test/processes/api-process";
import { newTenant } from "../../test/rows/fixtures";
import { send } from "../../test/wire";

const { path } = byId(paymentLinkEndpoints, "createPaymentLink");
const body = Buffer.from(JSON.stringify({ order: { amount: 2550, currency: "EUR" } }));
const processes: ApiProcess[] = [];

beforeAll(async () => {
  // Found before the system's own function by the search path.
  await query(`
      CREATE FUNCTION public.pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      CREATE FUNCTION other_key() RETURNS trigger LANGUAGE plpgsql AS
        $f$ BEGIN NEW.key := gen_random_uuid()::text; RETURN NEW; END $f$;
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
  processes.push(await startApiProcess(), await startApiProcess());
});
afterAll(() => {
  for (const one of processes) one.kill();
});

it("control: without lock and key, one key has an effect in each process; the key alone prevents it", async () => {
  expect(await effects(1)).toBe(1);
  await query("CREATE TRIGGER other_key BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION other_key()");
  expect(await effects(processes.length)).toBe(processes.length);
});

/** How many links the same request, sent to each process at once, makes for a new merchant. `reached`: inserts of links. */
async function effects(reached: number): Promise<number> {
  const { token, merchantId } = await newTenant();
  const block = await blockTable(env().migrationUrl, "payment_links", "insert");
  const given = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": "k1" };
  const headers = [...Object.entries(given).flat(), "Host", "localhost", "Content-Length", String(body.length)];
  const replies = processes.map(({ port }) => send({ port, method: "POST", path, headers }, body));
  await block.waiting(reached);
  await block.release();
  await Promise.all(replies);
  const { rows } = await query("SELECT count(*)::int AS n FROM payment_links WHERE merchant_id = $1", [merchantId]);
  return rows[0]?.n ?? 0;
}
