// A worker of the product in a separate process, to be killed: see fleet.ts.
import { startWorker } from "../../../server/jobs/worker";
import { setClockOffset } from "../../../server/lib/clock";
import { closeDb } from "../../../server/lib/db";
import { paymentJobs } from "../../../server/payments/jobs";
import { webhookJobs } from "../../../server/webhooks/jobs";
import { answerOrders, residentMb } from "../child";
import type { WorkerAnswer, WorkerOrder } from "./fleet";

let worker: Awaited<ReturnType<typeof startWorker>> | null = null;

answerOrders<WorkerOrder, WorkerAnswer>(
  async (order) => {
    if (order.kind === "start" || order.kind === "clock") setClockOffset(order.clockMs);
    if (order.kind === "start") worker = await startWorker([...paymentJobs, ...webhookJobs]);
    if (order.kind === "stop") await worker?.stop();
    return { memoryMb: residentMb() };
  },
  () => closeDb(),
);
