// The receivers of a drill's deliveries, in a separate process: see receiver.ts.
import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { numbersOf } from "../../random";
import { answerOrders } from "../child";
import type { Answered, ReceiverAnswer, ReceiverOrder, ReceiverPlan, RecordedCall } from "./receiver";

const BUFFERED_LINES = 500;
const PATH = /^\/d\/([^/?]+)$/;

let plan: ReceiverPlan = { file: null, faults: null, holds: [] };
let random = numbersOf(0);
let lines: string[] = [];
/** The endpoint of each call, in the order of arrival. */
const keys: string[] = [];
/** The number of calls for each event at each endpoint, by `key event`. */
const copies = new Map<string, number>();
/** The number of simulated failures, by `key event`. */
const played = new Map<string, number>();
const held = new Set<ServerResponse>();
let doubled = 0;
let firstMs = 0;
let lastMs = 0;

function flush(): void {
  if (plan.file !== null && lines.length > 0) appendFileSync(plan.file, lines.join(""));
  lines = [];
}

/** The answer to this call: chosen by the seed, with no more failures for one delivery than the plan allows. */
function chooseAnswer(delivery: string): Answered {
  const { faults } = plan;
  if (!faults || random() >= faults.share) return "ok";
  const before = played.get(delivery) ?? 0;
  if (before >= faults.mostOfOne) return "ok";
  played.set(delivery, before + 1);
  const which = random();
  if (which < faults.hanging) return "hang";
  return which < 0.5 ? "reset" : "status";
}

function carryOut(response: ServerResponse, answered: Answered, hangMs: number): void {
  if (answered === "ok") response.writeHead(200, { "Content-Length": 0 }).end();
  else if (answered === "status") response.writeHead(500 + Math.floor(random() * 4), { "Content-Length": 0 }).end();
  else if (answered === "reset") response.destroy();
  else if (answered === "hang") setTimeout(() => response.destroy(), hangMs).unref();
  else {
    held.add(response);
    response.once("close", () => held.delete(response));
  }
}

function note(key: string, request: IncomingMessage, body: Buffer, answered: Answered): void {
  lastMs = performance.now();
  if (keys.length === 0) firstMs = lastMs;
  keys.push(key);
  if (plan.file === null) return;
  const { "x-signature": signature = null, "x-timestamp": timestamp = "", "x-event-id": event = "" } = request.headers;
  const call = { key, event, timestamp, signature, answered, body: body.toString("base64") } as RecordedCall;
  lines.push(`${JSON.stringify(call)}\n`);
  if (lines.length >= BUFFERED_LINES) flush();
}

function take(request: IncomingMessage, response: ServerResponse): void {
  const key = PATH.exec(request.url ?? "")?.[1];
  if (key === undefined || request.method !== "POST") return void response.writeHead(404).end();
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const delivery = `${key} ${String(request.headers["x-event-id"])}`;
    const answered = plan.holds.includes(key) ? "held" : chooseAnswer(delivery);
    note(key, request, Buffer.concat(chunks), answered);
    if (answered === "ok") {
      const count = (copies.get(delivery) ?? 0) + 1;
      copies.set(delivery, count);
      if (count > 1) doubled += 1;
    }
    carryOut(response, answered, plan.faults?.hangMs ?? 0);
  });
}

/** Several servers: connections differ by their ports, and one server has too few. */
async function listenAt(ports: number): Promise<number[]> {
  const servers = Array.from({ length: ports }, () => createServer(take));
  return Promise.all(
    servers.map(async (server) => {
      server.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4096, resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
}

answerOrders<ReceiverOrder, ReceiverAnswer>(async (order) => {
  if (order.kind === "listen") return { ports: await listenAt(order.ports) };
  if (order.kind === "plan") {
    flush();
    plan = order.plan;
    random = numbersOf(order.seed);
    keys.length = 0;
    copies.clear();
    played.clear();
    doubled = 0;
  }
  if (order.kind === "let go") {
    plan = { ...plan, holds: [] };
    for (const response of held) response.destroy();
  }
  if (order.kind === "keys") return { keys };
  flush();
  const seconds = (lastMs - firstMs) / 1000;
  return { calls: keys.length, taken: copies.size, doubled, held: held.size, seconds };
});
