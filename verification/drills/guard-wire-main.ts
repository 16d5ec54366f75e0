// Runs inside the network namespace that guard-wire.ts makes: the DNS, the one listener, and the callers. Its order
// arrives on stdin, its report goes to stdout.

import { readFileSync } from "node:fs";
import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { checkUrl, systemGuard } from "../../server/lib/net/check-url";
import { safeFetch } from "../../server/lib/net/safe-fetch";
import { type DnsAnswer, startDns } from "./dns-server";
import { type CorpusRow, MERCHANT, type WireOrder, type WireReport } from "./guard-wire";
import { type Hostile, hostileAddresses, PORTS, publicAddresses } from "./hostile-addresses";
import { naiveTarget, parsed } from "./processes/naive-reader";

const IN_FLIGHT = 64;
const NAIVE_TIMEOUT_MS = 2_000;
const PUBLIC_COUNT = 500;
/** The listener answers every call, so the time limit is only for a busy machine: no outcome may depend on it. */
const CALL = { method: "POST", headers: {}, body: "{}", totalTimeoutMs: 30_000 } as const;
const [PUBLIC_FACE, PRIVATE_FACE] = ["93.184.215.14", "127.0.0.1"];

const order: WireOrder = JSON.parse(await text(process.stdin));
const reached: string[] = [];
const outcomes: Record<string, number> = {};
const names = new Map<string, (question: number) => DnsAnswer>();
const questions = new Map<string, number>();

/** An unknown name resolves to this host: the worst case. */
const dns = await startDns((name, type) => {
  const key = `${type} ${name}`;
  const question = questions.get(key) ?? 0;
  questions.set(key, question + 1);
  return names.get(name)?.(question) ?? { addresses: [PRIVATE_FACE], aliases: 0 };
});
await listenEverywhere();
const report: WireReport = {
  outcomes,
  reached,
  opened: 0,
  asked: 0,
  disagreements: [],
  publicReached: 0,
  reachedByName: [],
};
await { guarded, naive, rebinding, allowed }[order.phase]();
process.stdout.write(JSON.stringify({ ...report, asked: dns.asked() }), () => process.exit());

async function guarded(): Promise<void> {
  const hostile = hostileAddresses(order.count, order.seed);
  know(hostile);
  await each(hostile, async ({ url }) => {
    note(`saved ${(await checkUrl(url, systemGuard(MERCHANT))).ok}`);
    note(await guardedCall(url));
  });
  for (const row of order.corpus.filter(({ accepted }) => !accepted)) await agree(row);
  report.opened = activeOpens();
  report.reached = reached.splice(0);
  for (const row of order.corpus.filter(({ accepted }) => accepted)) await agree(row);
  const open = publicAddresses(PUBLIC_COUNT, order.seed);
  know(open);
  reached.length = 0;
  await each(open, async ({ url }) => note(`public ${await guardedCall(url)}`));
  report.publicReached = reached.length;
}

async function naive(): Promise<void> {
  const hostile = hostileAddresses(order.count, order.seed);
  know(hostile);
  await each(hostile, async ({ url }) => naiveCall(url));
  report.opened = activeOpens();
}

/** Half of the names give their public address to the first query, the other half their private address. */
async function rebinding(): Promise<void> {
  const flipping = Array.from({ length: order.count }, (_, index) => `flip${index}.example.com`);
  for (const [index, name] of flipping.entries())
    names.set(name, (question) => ({ addresses: [(question + index) % 2 ? PRIVATE_FACE : PUBLIC_FACE], aliases: 0 }));
  await each(flipping, async (name) => {
    note(`saved ${(await checkUrl(`http://${name}/`, systemGuard(MERCHANT))).ok}`);
    for (let call = 0; call < 2; call++) note(await guardedCall(`http://${name}/`));
  });
  report.reached = reached.splice(0);
  questions.clear();
  await each(flipping, async (name) => {
    if ((await checkUrl(`http://${name}/`, systemGuard(MERCHANT))).ok) await naiveCall(`http://${name}/`);
  });
  report.reachedByName = reached.splice(0);
}

async function allowed(): Promise<void> {
  const hosts = ["10.1.2.3", "10.1.2.4", "[fd00:1::5]", "[fd00:2::5]", "127.0.0.1", "127.9.9.9", "169.254.169.254"];
  const literals = [...hosts, "[::1]", "[::ffff:127.0.0.1]", "[::ffff:10.1.2.4]", "8.8.8.8"];
  for (const [index, host] of literals.entries())
    names.set(`a${index}.example.com`, () => ({ addresses: [host.replace(/[[\]]/g, "")], aliases: 0 }));
  const all = [...literals, ...literals.map((_, index) => `a${index}.example.com`)];
  const urls = all.flatMap((host) => PORTS.map((port) => `http://${host}${port === null ? "" : `:${port}`}/`));
  await each(urls, async (url) => note(await guardedCall(url)));
  report.opened = activeOpens();
}

async function guardedCall(url: string): Promise<string> {
  const answer = await safeFetch(url, CALL, systemGuard(MERCHANT));
  return answer.kind === "answered" ? `answered ${answer.status}` : `${answer.kind}: ${answer.reason}`;
}

/** A call without a guard: the address goes to the HTTP library, which connects. */
function naiveCall(url: string): Promise<void> {
  return new Promise((resolve) => {
    const target = parsed(url);
    if (!target) return resolve();
    const get = target.protocol === "https:" ? httpsGet : httpGet;
    const request = get(target, { agent: false, timeout: NAIVE_TIMEOUT_MS }, (response) => response.resume());
    request.on("timeout", () => request.destroy());
    request.on("error", () => undefined);
    request.on("close", resolve);
  });
}

async function agree({ url, accepted, addresses }: CorpusRow): Promise<void> {
  const host = naiveTarget(url)?.host;
  if (host) names.set(host.replace(/[.]$/, ""), () => ({ addresses, aliases: 0 }));
  const before = reached.length;
  await safeFetch(url, CALL, systemGuard(MERCHANT));
  if (reached.length > before !== accepted) report.disagreements.push(url);
}

function know(addresses: readonly Hostile[]): void {
  for (const { zone } of addresses)
    if (zone)
      names.set(zone.name, (question) => ({
        addresses: question === 0 ? zone.first : zone.answers,
        aliases: zone.aliases,
      }));
}

function note(outcome: string): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

async function each<T>(list: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const items = list.values();
  const lane = async () => {
    for (const item of items) await act(item);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

/** One listener for all ports of the addresses. The socket's local address is the intended address. */
async function listenEverywhere(): Promise<void> {
  const ports = new Set([80, 443, ...PORTS.filter((port) => port !== null)]);
  for (const { url } of order.corpus) ports.add(naiveTarget(url)?.port ?? 80);
  const answer = (socket: Socket) => {
    reached.push(`${socket.localAddress?.replace(/^::ffff:/, "")} ${socket.localPort}`);
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
  };
  for (const port of ports) {
    if (port === 0) continue;
    const server = createServer(answer);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: "::", port }, resolve);
    });
  }
}

/** The number of TCP connections begun in this namespace, by the kernel's count (RFC 4022 tcpActiveOpens). */
function activeOpens(): number {
  const [names = "", values = ""] = readFileSync("/proc/net/snmp", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("Tcp:"));
  return Number(values.split(" ")[names.split(" ").indexOf("ActiveOpens")]);
}
