import { createHmac } from "node:crypto";
import { PIECES } from "../lib/send-body";
import { SLOW_BODY_MS } from "../webhooks/exam/exam-plan";
import { examJobs } from "../webhooks/exam/jobs";
import { readExams } from "../webhooks/exam/read-exams";
import { startExam } from "../webhooks/exam/start-exam";
import { ctx } from "./fixtures";
import type { Answer, Received } from "./receiver";
import { passWaits } from "./waits";

/** An order as a shop under examination keeps it. `times`: how often it was taken in. */
export type BookedOrder = { state: string; sequence: number; times: number };
/** A receiver with a book, as a shop has them. `secret` is set once the endpoint is there. */
export type ExaminedShop = { secret: string; orders: Map<string, BookedOrder>; answer: Answer };
/** Says whether a call is to be believed. */
export type Verify = (call: Received, secret: string) => boolean | Promise<boolean>;

const TOLERANCE_S = 300;
const KNOWN = /^payment_request\.(pending|succeeded|failed|cancelled|expired|reversed)$/;
const FIELDS = ["id", "object", "created", "type", "sequence", "data"];

type Event = {
  id: string;
  type: string;
  sequence: number;
  data: { object: { status: string; metadata: { order_id: string } } };
};

/** The signature as the contract has it, written once more: by nothing of the product's. */
const verifyByHand: Verify = ({ headers, body }, secret) => {
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-signature"])) ?? [];
  const expected = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
  return v1 === expected && Math.abs(Date.now() / 1000 - Number(t)) <= TOLERANCE_S;
};

/** A shop that does what the documentation asks: believes what is signed, once, and the highest sequence. */
export function rightShop(verify: Verify = verifyByHand): ExaminedShop {
  const taken = new Set<string>();
  return shop(async (event, call, self) => {
    if (!(await verify(call, self.secret))) return 401;
    if (!KNOWN.test(event.type) || taken.has(event.id)) return 200;
    taken.add(event.id);
    const { order_id: order } = event.data.object.metadata;
    const before = self.orders.get(order);
    if (before && before.sequence > event.sequence) return 200;
    book(self, event);
    return 200;
  });
}

/** Believes everybody, and books whatever comes as often as it comes. */
export function naiveShop(): ExaminedShop {
  return shop((event, _, self) => {
    book(self, event);
    return 200;
  });
}

/** Checks signatures well, and refuses what it did not expect: a type, a field, an event that it has. */
export function strictShop(): ExaminedShop {
  const taken = new Set<string>();
  return shop(async (event, call, self) => {
    if (!(await verifyByHand(call, self.secret))) return 401;
    if (!KNOWN.test(event.type) || taken.has(event.id)) return 400;
    if (Object.keys(event).some((field) => !FIELDS.includes(field))) return 400;
    taken.add(event.id);
    const { order_id: order } = event.data.object.metadata;
    if ((self.orders.get(order)?.sequence ?? 0) > event.sequence) return 409;
    book(self, event);
    return 200;
  });
}

function book({ orders }: ExaminedShop, { sequence, data }: Event): void {
  const { metadata, status } = data.object;
  const times = (orders.get(metadata.order_id)?.times ?? 0) + 1;
  orders.set(metadata.order_id, { state: status, sequence, times });
}

function shop(take: (event: Event, call: Received, self: ExaminedShop) => number | Promise<number>): ExaminedShop {
  const self: ExaminedShop = {
    secret: "",
    orders: new Map(),
    answer: (response, call) => {
      const event = JSON.parse(call.body.toString("utf8")) as Event;
      Promise.resolve(take(event, call, self)).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
    },
  };
  return self;
}

/**
 * Claims what exams are due, and runs it, as a worker does, until nothing is due or in hand. A body that comes in pieces
 * comes so, and sooner.
 */
export async function runExams(): Promise<void> {
  const waits = passWaits(SLOW_BODY_MS / PIECES);
  await runDueExams().finally(waits.restore);
}

async function runDueExams(): Promise<void> {
  const inHand = new Set<Promise<void>>();
  for (;;) {
    const runs = (await Promise.all(examJobs.map((job) => job.claim(job.concurrency)))).flat();
    for (const run of runs) {
      const running: Promise<void> = run().finally(() => inHand.delete(running));
      inHand.add(running);
    }
    if (inHand.size === 0) return;
    await Promise.race(inHand);
  }
}

/** Sits an exam with each of these destinations, all at the same time, and answers their reports. */
export async function sitExams(merchantId: string, names: readonly (string | null)[]) {
  for (const name of names) await startExam(ctx, { merchantId, name });
  await runExams();
  return Promise.all(names.map((name) => reportOf(merchantId, name)));
}

/** The newest exam of a destination. */
export async function reportOf(merchantId: string, name: string | null) {
  const { exam } = await readExams(ctx, { merchantId, name });
  if (!exam) throw new Error("no exam");
  return exam;
}
