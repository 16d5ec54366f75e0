// The product's process that is killed with kill -9: its API and its addresses for banks over HTTP, and its worker's
// jobs, which run only on command, so that a story has the same steps each time. Bundled and started by
// verification/crash/victim.ts.
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { POST as takeNotification } from "../app/bank-notifications/[target]/route";
import { GET as takeReturn } from "../app/return/route";
import { apiListener } from "../server/http/listener";
import { setClockOffset } from "../server/lib/clock";
import { paymentJobs } from "../server/payments/jobs";
import { onLoopback } from "../server/test/processes/on-loopback";
import type { VictimOrder, VictimReport } from "../verification/crash/victim";
import { answerOrders } from "../verification/drills/child";

const WATCHED_JOBS = ["payments.poll", "payments.expire"];

/** Runs due jobs one by one until none is due. A failed run is retried by its own rules, as in the worker. */
async function workOff(): Promise<string[]> {
  const failures: string[] = [];
  const jobs = paymentJobs.filter(({ name }) => WATCHED_JOBS.includes(name));
  for (;;) {
    const runs = [];
    for (const { claim } of jobs) runs.push(...(await claim(1)));
    if (runs.length === 0) return failures;
    for (const run of runs) await run().catch((error: unknown) => failures.push(String(error)));
  }
}

const api = apiListener();
const doors = getRequestListener((request) => {
  const { pathname } = new URL(request.url);
  const target = /^\/bank-notifications\/([^/]+)$/.exec(pathname)?.[1];
  if (target !== undefined) return takeNotification(request, { params: Promise.resolve({ target }) });
  return pathname === "/return" ? takeReturn(request) : new Response(null, { status: 404 });
});
const server = createServer((request, response) => {
  void (request.url?.startsWith("/api/v1/") ? api : doors)(request, response);
});
const listening = onLoopback(server);

answerOrders<VictimOrder, VictimReport>(async (order) => {
  if (order.kind === "clock") setClockOffset(order.ms);
  return { port: (await listening).port, failures: order.kind === "work" ? await workOff() : [] };
});
