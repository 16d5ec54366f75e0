// The peer of the webhook bench: graphile-worker with fetch. Each delivery is a job, which sends the event's body; no
// signatures, fair ranks, records of tries or checks of addresses. PEER_BATCHES=1 switches on what its documentation
// recommends for throughput: a local queue, and completions in batches.
import { Logger, makeWorkerUtils, type Runner, run } from "graphile-worker";
import pg from "pg";
import { env } from "../server/lib/config/env";
import { answerOrders, residentMb } from "../verification/drills/child";
import type { WorkerAnswer, WorkerOrder } from "../verification/drills/processes/fleet";
import { NAIVE } from "../verification/drills/processes/naive";

const POOL_SIZE = 20;
/** One job for each delivery. Before the first call, so it is not measured. */
const ADD = `
  SELECT graphile_worker.add_job('deliver', json_build_object('url', COALESCE(p.url, w.url), 'eventId', e.id, 'body', e.body))
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
    LEFT JOIN webhook_endpoints p ON p.id = d.endpoint_id
    LEFT JOIN webhook_defaults w ON w.merchant_id = d.merchant_id AND d.endpoint_id IS NULL`;
const MARK = `UPDATE webhook_deliveries SET status = 'delivered', done_at = app_now()
  WHERE NOT EXISTS (SELECT FROM graphile_worker.jobs)`;

type Delivery = { url: string; eventId: string; body: string };

/** Its default logger writes a line for each job. */
const logger = new Logger(() => () => undefined);
const batches = { localQueue: { size: NAIVE.places + 1 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

async function deliver(payload: unknown): Promise<void> {
  const { url, eventId, body } = payload as Delivery;
  const headers = { "Content-Type": "application/json", "X-Event-Id": `evt_${eventId}` };
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`);
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: env().databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function start(): Promise<Runner> {
  const connectionString = env().databaseUrl;
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  await utils.release();
  await query(`TRUNCATE graphile_worker._private_jobs; ${ADD}; ANALYZE graphile_worker._private_jobs`);
  const worker = { connectionString, concurrentJobs: NAIVE.places, maxPoolSize: POOL_SIZE, pollInterval: 100 };
  const preset = { worker: { ...worker, ...(process.env["PEER_BATCHES"] ? batches : {}) } };
  return run({ preset, logger, taskList: { deliver }, noHandleSignals: true });
}

let runner: Runner | null = null;

answerOrders<WorkerOrder, WorkerAnswer>(async (order) => {
  if (order.kind === "start") runner = await start();
  if (order.kind === "stop") {
    await runner?.stop();
    await query(MARK);
  }
  return { memoryMb: residentMb() };
});
