import { beforeAll, describe, expect, it } from "vitest";
import { verifyChain } from "../../audit/verify-chain";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { JOBS } from "../../jobs/registry";
import { DEMO_MERCHANT_IDS } from "../../lib/config/demo-rules";
import { newHexSecret } from "../../lib/crypto";
import { createMerchant } from "../../merchants/create-merchant";
import { ATTEMPT_EVENTS, type AttemptState, nextState } from "../../payments/attempts/attempt-states";
import { createPaymentLink } from "../../payments/links/create-payment-link";
import { urlOfLink } from "../../payments/links/link-url";
import { getReport, makeReport } from "../../reconciliation/make-report";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { hasSamples, makeSamples } from "./make-samples";

const [OLARIA] = DEMO_MERCHANT_IDS;
const shop = { merchantId: OLARIA, url: "http://127.0.0.1:3001/webhooks", secret: newHexSecret("whsec_") };
const context = { shop, operatorId: "01931f00-0000-7000-8000-000000000099" };
const rowsOf = async <Row extends Record<string, unknown>>(sql: string) => (await query<Row>(sql)).rows;
const count = async (sql: string) => Number((await rowsOf<{ count: string }>(`SELECT count(*) ${sql}`))[0]?.count);

let made = 0;
beforeAll(async () => {
  await syncCatalogue();
  for (const id of DEMO_MERCHANT_IDS) await createMerchant(ctx, { id, brandName: `Merchant ${id.at(-1)}` });
  await query(
    `INSERT INTO users (id, email, name) VALUES ($1, 'ines@olaria.example', 'Inês'), ($2, 'joao@olaria.example', 'João')`,
    ["01931f00-0000-7000-8000-000000000091", "01931f00-0000-7000-8000-000000000092"],
  );
  await query(
    `INSERT INTO memberships (id, user_id, merchant_id, role) SELECT gen_random_uuid(), id, $1, 'owner' FROM users`,
    [OLARIA],
  );
  made = await makeSamples(ctx, context);
});

describe("the samples of a new demo", () => {
  it("about 1,200 payments of three merchants, every end and three currencies, each of them a sample", async () => {
    expect(made).toBeGreaterThan(1_100);
    expect(await count("FROM payment_requests")).toBe(made);
    const of = (sql: string) => rowsOf(`SELECT DISTINCT ${sql} FROM payment_requests ORDER BY 1`);
    expect(await of("status")).toEqual(["cancelled", "completed", "expired", "failed"].map((status) => ({ status })));
    expect(await of("currency")).toEqual(["EUR", "GBP", "PLN"].map((currency) => ({ currency })));
    expect(await of("merchant_id")).toHaveLength(3);
    expect(await of("test")).toEqual([{ test: true }]);
    for (const where of ["late", "reversed_amount = amount", "reversed_amount < amount", "status_reason = 'AM04'"])
      expect(await count(`FROM payment_requests WHERE ${where}`), where).toBeGreaterThan(0);
    for (const status of ["active", "used", "expired", "cancelled"])
      expect(await count(`FROM payment_links WHERE list_status = '${status}'`), status).toBeGreaterThan(5);
    for (const state of ["matched", "unmatched", "differs", "other", "dismissed"])
      expect(await count(`FROM statement_entries WHERE state = '${state}'`), state).toBeGreaterThan(0);
    const tries = await rowsOf(
      "SELECT DISTINCT status, least(tries, 3) AS tries FROM webhook_deliveries ORDER BY 1, 2",
    );
    expect(tries.map(({ status, tries: times }) => `${status} ${times}`)).toEqual([
      "delivered 1",
      "delivered 2",
      "failed 3",
      "no_destination 0",
    ]);
    const tables = [
      "payment_requests",
      "payment_attempts",
      "payment_links",
      "webhook_events",
      "webhook_deliveries",
      "statement_entries",
      "invitations",
    ];
    for (const table of tables)
      expect(await count(`FROM ${table} WHERE substr(id::text, 15, 1) <> '8'`), table).toBe(0);
    expect(await hasSamples(OLARIA)).toBe(true);
  });

  it("no endpoint's health counts an attempt of a sample: none was sent", async () => {
    expect(await count("FROM webhook_delivery_attempts")).toBeGreaterThan(1_000);
    for (const table of ["webhook_endpoint_stats_increments", "webhook_endpoint_hourly_stats", "webhook_health"])
      expect(await count(`FROM ${table}`), table).toBe(0);
  });

  it("a second start: nothing is made again, nor for a merchant that someone creates", async () => {
    expect(await makeSamples(ctx, context)).toBe(0);
    const other = await createMerchant(ctx, { brandName: "New" });
    expect(await hasSamples(other.id)).toBe(false);
    expect(await count("FROM payment_requests")).toBe(made);
  });

  it("every change of an attempt is one that the state machine knows, in order and before now", async () => {
    const moves = await rowsOf<{ from: AttemptState; to: AttemptState; ours: boolean; paid: boolean }>(`
      SELECT from_state AS "from", to_state AS "to", money_moves_on = 'our-submit' AS ours,
        bool_or(to_state IN ('EXECUTED', 'SETTLED')) OVER (PARTITION BY attempt_id ORDER BY number ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW) AS paid
      FROM attempt_transitions t JOIN payment_attempts a ON a.id = t.attempt_id WHERE number > 0`);
    const isKnown = ({ from, to, ours, paid }: (typeof moves)[number]) =>
      ATTEMPT_EVENTS.some((event) =>
        [true, false].some((paysNow) => {
          const guards = {
            moneyMovesOn: ours ? "our-submit" : "psu-sca",
            decoupled: false,
            paid: paid ?? false,
            paysNow,
          } as const;
          return nextState(from, event, guards) === to;
        }),
      );
    expect(moves.filter((move) => !isKnown(move))).toEqual([]);
    // Control: a step back is none.
    expect(isKnown({ from: "SETTLED", to: "AWAITING_AUTH", ours: false, paid: true })).toBe(false);
    const outOfOrder = `FROM (SELECT from_state, at, lag(to_state) OVER w AS before, lag(at) OVER w AS earlier, number
      FROM attempt_transitions WINDOW w AS (PARTITION BY attempt_id ORDER BY number)) m
      WHERE number > 0 AND (from_state IS DISTINCT FROM before OR at < earlier) OR at > app_now()`;
    expect(await count(outOfOrder)).toBe(0);
    const states = `FROM payment_attempts a WHERE state <> (SELECT to_state FROM attempt_transitions t
      WHERE t.attempt_id = a.id ORDER BY number DESC LIMIT 1) OR version <> (SELECT max(number) FROM attempt_transitions t WHERE t.attempt_id = a.id)`;
    expect(await count(states)).toBe(0);
  });

  it("events of each payment and link are in order, end with its state, and each has a delivery", async () => {
    const sampled = await rowsOf<{ status: string; words: string; initiated: boolean; back: boolean; late: boolean }>(`
      SELECT r.status, r.late, r.initiated_at IS NOT NULL AS initiated, r.reversed_amount IS NOT NULL AS back,
        string_agg(replace(e.type, 'payment_request.', ''), ' ' ORDER BY e.sequence) AS words
      FROM payment_requests r JOIN webhook_events e ON e.subject_id = r.id GROUP BY r.id`);
    expect(sampled).toHaveLength(made);
    const end: Record<string, string> = { completed: "succeeded" };
    for (const { status, words, initiated, back, late } of sampled) {
      const expected = [initiated && "pending", late && "failed", end[status] ?? status, back && "reversed"];
      expect(words).toBe(expected.filter(Boolean).join(" "));
    }
    expect(
      await count(`FROM webhook_events e WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)
      OR (body::json ->> 'sequence')::int <> sequence OR body::json #>> '{data,object,metadata,sample}' IS DISTINCT FROM 'true'
      OR (body::json ->> 'created')::bigint <> floor(extract(epoch FROM created_at))`),
    ).toBe(0);
    expect(
      await count(
        `FROM payment_requests r WHERE event_sequence <> (SELECT count(*) FROM webhook_events e WHERE e.subject_id = r.id)`,
      ),
    ).toBe(0);
    expect(
      await count(`FROM payment_links l WHERE event_sequence <> (SELECT count(*) FROM webhook_events e WHERE e.subject_id = l.id)
      OR (used_at IS NULL) <> NOT EXISTS (SELECT 1 FROM payment_requests r WHERE r.payment_link_id = l.id AND r.status = 'completed')`),
    ).toBe(0);
    expect(
      await count(
        `FROM webhook_deliveries d WHERE tries <> (SELECT count(*) FROM webhook_delivery_attempts a WHERE a.delivery_id = d.id)`,
      ),
    ).toBe(0);
  });

  it("money: one credit for each settled attempt, returns as recorded, and the report has the open exceptions alone", async () => {
    expect(
      await count(`FROM payment_attempts a WHERE (state = 'SETTLED') <> EXISTS (SELECT 1 FROM statement_entries e
      JOIN payment_requests r ON r.id = a.payment_request_id
      WHERE e.attempt_id = a.id AND e.state = 'matched' AND e.direction = 'credit' AND e.amount = r.amount AND e.currency = r.currency
        AND e.account_id = a.receiving_account_id)`),
    ).toBe(0);
    expect(
      await count(`FROM payment_requests r WHERE COALESCE(reversed_amount, 0) <> (SELECT COALESCE(sum(v.returned_minor), 0)
      FROM payment_reversals v WHERE v.attempt_id = r.paid_attempt_id)`),
    ).toBe(0);
    expect(
      await count(`FROM payment_reversals v WHERE returned_minor <> (SELECT sum(e.amount) FROM statement_entries e
      WHERE e.attempt_id = v.attempt_id AND e.direction = 'debit')`),
    ).toBe(0);
    // The simulated bank has what the statements leave, from before they begin.
    const sums = await rowsOf<{
      statements: string;
      bank: string | null;
    }>(`SELECT s.sum AS statements, b.sum AS bank FROM
      (SELECT account_id, sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END)::bigint FROM statement_entries GROUP BY 1) AS s
      JOIN managed_accounts ON managed_accounts.id = s.account_id LEFT JOIN
      (SELECT a.iban, sum(CASE e.to_account_id WHEN a.id THEN e.amount ELSE -e.amount END)::bigint FROM sim_entries e
        JOIN sim_accounts a ON a.id IN (e.to_account_id, e.from_account_id)
        WHERE e.booked_at < (SELECT min(covered_from) FROM statement_fetches) GROUP BY 1) AS b USING (iban)`);
    expect(sums.length).toBeGreaterThan(3);
    expect(sums.filter(({ statements, bank }) => statements !== (bank ?? "0"))).toEqual([]);
    // On a Monday after the transfers, nothing may be left yet.
    const newer = `FROM statement_entries WHERE direction = 'credit'
      AND booked_at > (SELECT max(booked_at) FROM statement_entries WHERE remittance LIKE 'Transfer%')`;
    expect(sums.some(({ statements }) => Number(statements) > 0)).toBe((await count(newer)) > 0);
    await makeReport();
    const report = await getReport(ctx, { day: null });
    const kinds = (report?.findings ?? []).map(({ kind }) => kind).sort();
    const open = await count("FROM payment_exceptions WHERE resolved_at IS NULL");
    const waiting = await count("FROM statement_entries WHERE state IN ('unmatched', 'differs')");
    expect(open).toBeGreaterThan(0);
    expect(kinds).toHaveLength(open + waiting);
    expect(new Set(kinds)).toEqual(new Set(["exception_amount_differs", "entry_differs", "entry_without_payment"]));
  });

  it("no member acts before joining; an exception is resolved, and a link first viewed, at one time", async () => {
    const early = `FROM audit_entries a JOIN audit_entries j USING (actor_id) WHERE j.action = 'team.joined' AND a.at < j.at`;
    const resolved = `FROM payment_exceptions x JOIN audit_entries a ON a.subject_id = x.id::text WHERE a.at`;
    const viewed = `FROM webhook_events e JOIN payment_links l ON l.id = e.subject_id
      WHERE (e.body::json #>> '{data,object,first_viewed_at}')::timestamptz`;
    expect([
      await count(early),
      await count(`${resolved} <> resolved_at`),
      await count(`${viewed} <> first_viewed_at`),
    ]).toEqual([0, 0, 0]);
    // Control: there are some.
    expect([await count(`${resolved} = resolved_at`), await count(`${viewed} = first_viewed_at`)]).not.toContain(0);
  });

  it("notes are by members, on a completed payment and its customer, and later than the payment", async () => {
    const notes = await rowsOf(`SELECT u.email, n.subject = r.id::text AS "ofPayment"
      FROM notes n JOIN users u ON u.id = n.author_id JOIN payment_requests r ON r.merchant_id = n.merchant_id
        AND r.test = n.test AND r.status = 'completed' AND r.completed_at < n.created_at AND n.created_at < app_now()
        AND (r.id::text = n.subject OR payment_customer_key(r.customer) = n.subject)
      GROUP BY n.id, u.email, n.subject = r.id::text ORDER BY n.created_at`);
    expect(notes).toEqual([
      { email: "ines@olaria.example", ofPayment: true },
      { email: "joao@olaria.example", ofPayment: true },
      { email: "ines@olaria.example", ofPayment: false },
    ]);
  });

  it("the audit log of each merchant verifies", async () => {
    for (const chainId of DEMO_MERCHANT_IDS) {
      const { position, fault } = await verifyChain({}, { chainId });
      expect(fault).toBeNull();
      expect(position.seq).toBeGreaterThan(10n);
    }
  });

  it("a sample link opens, because its token is a real one", async () => {
    const [link] = await rowsOf<{ id: string; tokenSealed: Uint8Array }>(
      `SELECT id, token_sealed AS "tokenSealed" FROM payment_links WHERE list_status = 'active' LIMIT 1`,
    );
    expect(link && urlOfLink(link)).toMatch(/\/pay\/plink_/);
  });

  it("no job claims a sample, now or two months later; control: it claims a link that expired", async () => {
    const claimed = async () => {
      const found: string[] = [];
      for (const { name, claim } of JOBS.filter(({ name }) => /[.](poll|expire|deliver|send)$/.test(name)))
        if ((await claim(50)).length > 0) found.push(name);
      return found;
    };
    expect(await count("FROM mails")).toBe(0);
    expect(await claimed()).toEqual([]);
    await createPaymentLink(ctx, {
      merchant_id: OLARIA,
      order: { amount: 100, currency: "EUR", test_transaction: true },
    });
    await moveClock("60 days");
    expect(await count("FROM payment_attempts WHERE closed_at IS NULL OR erased_at IS NULL")).toBe(0);
    expect(await claimed()).toEqual(["payment_links.expire"]);
  });
});
