// A minimal worker: the floor of the bench, and the negative control of the drills. It claims the oldest rows, 200 at a
// time, and sends each to its URL; without fair ranks, caps, signatures or retries. NAIVE_MARKS=before writes the
// outcome before the call; NAIVE_CONNECTIONS=kept reuses connections.
import pg from "pg";
import { Agent, request } from "undici";
import { env } from "../../../server/lib/config/env";
import { answerOrders, residentMb } from "../child";
import type { WorkerAnswer, WorkerOrder } from "./fleet";
import { NAIVE } from "./naive";

const NAIVE_PLACES = NAIVE.places;
const IDLE_MS = 2;
const CLAIM = `
  WITH claimed AS (
    UPDATE webhook_deliveries d SET lease_until = app_now() + interval '1 minute', status = $2
    FROM (SELECT id FROM webhook_deliveries
      WHERE status = 'waiting' AND due_at <= app_now() AND (lease_until IS NULL OR lease_until <= app_now())
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
    WHERE d.id = due.id RETURNING d.id, d.event_id, d.endpoint_id, d.merchant_id)
  SELECT claimed.id, e.id AS "eventId", e.body, COALESCE(p.url, w.url) AS url
  FROM claimed JOIN webhook_events e ON e.id = claimed.event_id
    LEFT JOIN webhook_endpoints p ON p.id = claimed.endpoint_id
    LEFT JOIN webhook_defaults w ON w.merchant_id = claimed.merchant_id AND claimed.endpoint_id IS NULL`;
const MARK = "UPDATE webhook_deliveries SET status = 'delivered', done_at = app_now() WHERE id = ANY($1::uuid[])";

type Due = { id: string; eventId: string; body: string; url: string };

const marksBefore = process.env["NAIVE_MARKS"] === "before";
const kept = process.env["NAIVE_CONNECTIONS"] === "kept";
// Without pipelining undici closes each connection after its call.
const dispatcher = new Agent({ connections: NAIVE_PLACES, pipelining: kept ? 1 : 0 });

async function send({ eventId, body, url }: Due): Promise<boolean> {
  const headers = { "Content-Type": "application/json", "X-Event-Id": `evt_${eventId}` };
  try {
    const answer = await request(url, { method: "POST", dispatcher, headers, body });
    await answer.body.dump();
    return answer.statusCode < 300;
  } catch {
    return false;
  }
}

function startNaive() {
  const pool = new pg.Pool({ connectionString: env().databaseUrl, max: 2 });
  const inHand = new Set<Promise<void>>();
  let delivered: string[] = [];
  let stopping = false;

  const mark = async () => {
    const ids = delivered;
    delivered = [];
    if (ids.length > 0) await pool.query({ name: "mark", text: MARK, values: [ids] });
  };
  const claim = async () => {
    const values = [NAIVE_PLACES - inHand.size, marksBefore ? "delivered" : "waiting"];
    const { rows } = await pool.query<Due>({ name: "claim", text: CLAIM, values });
    for (const due of rows) {
      const run = send(due).then((ok) => {
        inHand.delete(run);
        if (ok && !marksBefore) delivered.push(due.id);
      });
      inHand.add(run);
    }
    return rows.length;
  };
  const loop = async () => {
    while (!stopping) {
      const free = NAIVE_PLACES - inHand.size;
      const claimed = free >= NAIVE_PLACES / 2 ? await claim() : 0;
      await mark();
      if (claimed === 0) await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    }
    await Promise.all(inHand);
    await mark();
    await pool.end();
  };
  const ended = loop();
  return async () => {
    stopping = true;
    await ended;
  };
}

let stop: (() => Promise<void>) | null = null;

answerOrders<WorkerOrder, WorkerAnswer>(async (order) => {
  if (order.kind === "start") stop = startNaive();
  if (order.kind === "stop") await stop?.();
  return { memoryMb: residentMb() };
});
