import { createHmac } from "node:crypto";
import { PIECES } from "../../lib/net/send-body";
import { receiverTestJobs } from "../../webhooks/tools/receiver-test/jobs";
import { SLOW_BODY_MS } from "../../webhooks/tools/receiver-test/plan";
import { readReceiverTests } from "../../webhooks/tools/receiver-test/read-receiver-tests";
import { startReceiverTest } from "../../webhooks/tools/receiver-test/start-receiver-test";
import { ctx } from "../rows/fixtures";
import { passWaits } from "../waits";
import type { Answer, Received } from "./receiver";

/** An order in a tested shop. `times`: how often it was processed. */
export type BookedOrder = { state: string; sequence: number; times: number };
/** A receiver that stores orders, like a shop. `secret` is set after the endpoint's creation. */
export type TestedShop = { secret: string; orders: Map<string, BookedOrder>; answer: Answer };
/** Whether a call's signature is valid. */
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

/** The signature check by the contract, implemented without the product's code. */
const verifyByHand: Verify = ({ headers, body }, secret) => {
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-signature"])) ?? [];
  const expected = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
  return v1 === expected && Math.abs(Date.now() / 1000 - Number(t)) <= TOLERANCE_S;
};

/** A correct shop: verifies signatures, processes each event once, and uses the highest sequence. */
export function rightShop(verify: Verify = verifyByHand): TestedShop {
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

/** Verifies nothing, and processes every duplicate of an event. */
export function naiveShop(): TestedShop {
  return shop((event, _, self) => {
    book(self, event);
    return 200;
  });
}

/** Verifies signatures, but refuses unexpected input: an unknown type or field, a duplicate event. */
export function strictShop(): TestedShop {
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

function book({ orders }: TestedShop, { sequence, data }: Event): void {
  const { metadata, status } = data.object;
  const times = (orders.get(metadata.order_id)?.times ?? 0) + 1;
  orders.set(metadata.order_id, { state: status, sequence, times });
}

function shop(take: (event: Event, call: Received, self: TestedShop) => number | Promise<number>): TestedShop {
  const self: TestedShop = {
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
 * Claims and runs due receiver tests, as a worker does, until none is due or in progress. The pauses between the pieces
 * of a slow body are shortened.
 */
export async function runReceiverTests(): Promise<void> {
  const waits = passWaits(SLOW_BODY_MS / PIECES);
  await runDueReceiverTests().finally(waits.restore);
}

async function runDueReceiverTests(): Promise<void> {
  const inHand = new Set<Promise<void>>();
  for (;;) {
    const runs = (await Promise.all(receiverTestJobs.map((job) => job.claim(job.concurrency)))).flat();
    for (const run of runs) {
      const running: Promise<void> = run().finally(() => inHand.delete(running));
      inHand.add(running);
    }
    if (inHand.size === 0) return;
    await Promise.race(inHand);
  }
}

/** Runs a receiver test with each of these endpoints, concurrently, and returns their reports. */
export async function runReceiverTestsOf(merchantId: string, names: readonly (string | null)[]) {
  for (const name of names) await startReceiverTest(ctx, { merchantId, name });
  await runReceiverTests();
  return Promise.all(names.map((name) => reportOf(merchantId, name)));
}

/** The newest receiver test of an endpoint. */
export async function reportOf(merchantId: string, name: string | null) {
  const { receiverTest } = await readReceiverTests(ctx, { merchantId, name });
  if (!receiverTest) throw new Error("no receiver test");
  return receiverTest;
}
