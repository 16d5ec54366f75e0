import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { groupOf, judgeDeliveries, readEvents, withoutOneEnd } from "./judge-rows";
import { clientBelieves, secretOf } from "./judge-signatures";
import type { KillsPlan } from "./kills-plan";
import type { RecordedCall } from "./processes/receiver";

/** Every possible fault of a run. */
export type Wrong =
  | "an event did not reach an endpoint"
  | "a call came where it should not"
  | "an event's id is not the one in its body"
  | "a body is not the one that was written"
  | "a signature is wrong"
  | "a signature is wrong for the client"
  | "a call is unsigned, or signed where it should not be"
  | "a payment has not exactly its one end"
  | "there is not one delivery for an event and an endpoint"
  | "a delivery waits"
  | "a delivery has another end than it should";

/**
 * `reached`: events at endpoints, each once; `copies`: duplicates. `verified`: valid signatures by two independent
 * implementations.
 */
export type Verdict = {
  events: number;
  calls: number;
  reached: number;
  copies: number;
  signed: number;
  verified: { byHand: number; client: number };
  wrongs: Partial<Record<Wrong, number>>;
};

/**
 * Compares the received calls with the plan: every event of every payment, at least once at each of its endpoints, in
 * the stored bytes, signed with a secret that was valid at that second. `file`: the calls as recorded by the receivers,
 * one per line.
 */
export async function judge(plan: KillsPlan, file: string): Promise<Verdict> {
  const wrongs: Verdict["wrongs"] = {};
  const note = (wrong: Wrong, times = 1) => {
    if (times > 0) wrongs[wrong] = (wrongs[wrong] ?? 0) + times;
  };
  const events = await readEvents();
  const digests = new Map([...events].map(([id, { body }]) => [id, digestOf(Buffer.from(body))]));
  const endpoints = new Map(plan.endpoints.map((endpoint) => [endpoint.key, endpoint]));
  const reached = new Map<string, number>();
  const counts = { calls: 0, signed: 0, byHand: 0, client: 0 };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const call = JSON.parse(line) as RecordedCall;
    const body = Buffer.from(call.body, "base64");
    const id = call.event.replace(/^evt_/, "");
    const [event, endpoint] = [events.get(id), endpoints.get(call.key)];
    counts.calls += 1;
    if (!event || !endpoint || !groupOf(plan, event).told.includes(endpoint)) {
      note("a call came where it should not");
      continue;
    }
    if (idIn(body) !== call.event) note("an event's id is not the one in its body");
    if (digestOf(body) !== digests.get(id)) note("a body is not the one that was written");
    const delivery = `${call.key} ${id}`;
    if (call.answered === "ok") reached.set(delivery, (reached.get(delivery) ?? 0) + 1);
    if ((endpoint.secrets === null) !== (call.signature === null))
      note("a call is unsigned, or signed where it should not be");
    if (endpoint.secrets === null || call.signature === null) continue;
    counts.signed += 1;
    const secret = secretOf(endpoint, call, body);
    if (secret === null) {
      note("a signature is wrong");
      continue;
    }
    counts.byHand += 1;
    if (await clientBelieves(secret, call, body)) counts.client += 1;
    else note("a signature is wrong for the client");
  }
  for (const event of events.values()) {
    const missed = groupOf(plan, event).told.filter(({ key }) => !reached.has(`${key} ${event.id}`));
    note("an event did not reach an endpoint", missed.length);
  }
  const rows = await judgeDeliveries(plan, events);
  note("a payment has not exactly its one end", withoutOneEnd(plan, events.values()));
  note("there is not one delivery for an event and an endpoint", rows.notOne);
  note("a delivery waits", rows.waiting);
  note("a delivery has another end than it should", rows.wrongEnd);
  const { byHand, client, ...sums } = counts;
  const copies = [...reached.values()].reduce((sum, count) => sum + count - 1, 0);
  return { events: events.size, ...sums, reached: reached.size, copies, verified: { byHand, client }, wrongs };
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64");
}

function idIn(body: Buffer): unknown {
  const event: unknown = JSON.parse(body.toString("utf8"));
  return event !== null && typeof event === "object" && "id" in event ? event.id : null;
}
