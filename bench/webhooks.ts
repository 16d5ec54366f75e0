// `npm run bench:webhooks`: how fast one worker of the product drains a backlog, compared with the floor: a bare loop
// that claims the oldest rows in batches, sends them and marks them in batches, with a new connection for each call (as
// the SSRF guard requires) or with kept connections; and with graphile-worker, where each delivery is a job. One run, one
// machine, one PostgreSQL, one receiver; rounds alternate, medians are shown. Ratios count, absolute figures do not. It
// never fails for being slow; it fails for a lost or duplicate delivery. `-- --profile <folder>` writes a profile of the
// product's worker there, for `node --cpu-prof`'s readers. `-- --held 10 --size 1000000`: instead, how fast the product
// is while a session holds the oldest snapshot for so many minutes, in which PostgreSQL can remove no dead row.
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { withDrillDatabase } from "../scripts/lib/drill-database";
import { query } from "../server/test/database";
import { makeBacklog } from "../verification/drills/backlog";
import { type FleetOptions, startFleet } from "../verification/drills/processes/fleet";
import { NAIVE } from "../verification/drills/processes/naive";
import { type Receivers, startReceivers } from "../verification/drills/processes/receiver";
import { standing } from "../verification/drills/rows";
import { until } from "../verification/drills/wait";
import { median, print } from "./figures";

const { values: given } = parseArgs({
  options: {
    size: { type: "string", default: "20000" },
    rounds: { type: "string", default: "3" },
    profile: { type: "string" },
    held: { type: "string", default: "0" },
  },
});
const SIZE = Number(given.size);
const ROUNDS = Number(given.rounds);
const HELD_MINUTES = Number(given.held);
const WITHIN_MS = 60 * 60_000;
const MINUTE_S = 60;

type Subject = { name: string } & Omit<FleetOptions, "count">;

const PEER = new URL("./graphile-peer.ts", import.meta.url);
const profiling = given.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${path.resolve(given.profile)}`];
const SUBJECTS: readonly Subject[] = [
  { name: "product", flags: profiling },
  { name: "floor, a connection for each call", ...NAIVE },
  { name: "floor, connections kept", ...NAIVE, env: { NAIVE_CONNECTIONS: "kept" } },
  { name: "graphile-worker with fetch", entry: PEER },
  { name: "graphile-worker, its batches on", entry: PEER, env: { PEER_BATCHES: "1" } },
];

/** The floor claims by age; the product has no index for that. */
const INDEX = `CREATE INDEX bench_by_age ON webhook_deliveries (due_at) WHERE status = 'waiting'`;

/** Deliveries a second, from the first call to the last. Throws when one is lost or duplicated. */
async function drain(receivers: Receivers, { name, ...fleetOptions }: Subject): Promise<number> {
  await query("DROP INDEX IF EXISTS bench_by_age");
  const deliveries = await makeBacklog(receivers, SIZE);
  if (name !== "product") await query(INDEX);
  await receivers.plan({});
  const fleet = await startFleet({ count: 1, ...fleetOptions });
  try {
    await until(`${name} is done`, WITHIN_MS, async () => (await receivers.tally()).taken >= deliveries);
  } finally {
    await fleet.stop();
  }
  const { taken, doubled, seconds } = await receivers.tally();
  const { delivered } = await standing();
  if (taken !== deliveries || doubled > 0 || delivered !== deliveries)
    throw new Error(`${name}: ${deliveries} deliveries, ${taken} taken, ${doubled} doubled, ${delivered} delivered`);
  return deliveries / seconds;
}

/** Deliveries a second in each minute: the first is before the snapshot is held, the last is after. */
async function ratesWhileHeld(receivers: Receivers): Promise<number[]> {
  await makeBacklog(receivers, SIZE);
  await receivers.plan({});
  const fleet = await startFleet({ count: 1 });
  const minute = async () => {
    const before = await receivers.tally();
    await sleep(MINUTE_S * 1_000);
    const rate = ((await receivers.tally()).taken - before.taken) / MINUTE_S;
    print(`  ${rate.toFixed(0)} a second`);
    return rate;
  };
  try {
    await until("deliveries began", WITHIN_MS, async () => (await receivers.tally()).taken > 0);
    const rates = [await minute()];
    await query(async (client) => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM webhook_deliveries");
      for (let passed = 0; passed < HELD_MINUTES; passed += 1) rates.push(await minute());
      await client.query("COMMIT");
    });
    rates.push(await minute());
    if ((await standing()).open === 0) throw new Error("The backlog ended early: give a larger --size.");
    return rates;
  } finally {
    await fleet.stop();
  }
}

function reportHeld(rates: readonly number[]): string {
  const [before = Number.NaN, ...rest] = rates;
  const [last = Number.NaN, after = Number.NaN] = rest.slice(-2);
  const percent = (rate: number) => `${((rate / before) * 100).toFixed(0)} %`;
  return `A snapshot held for ${HELD_MINUTES} minutes: ${percent(last)} of the rate before in its last minute, ${percent(after)} after it.`;
}

function report(rates: ReadonlyMap<string, number[]>): string {
  const product = median(rates.get("product") ?? []);
  const lines = [...rates].map(([name, of]) => {
    const ratio = name === "product" ? "" : `× ${(product / median(of)).toFixed(2)}`;
    return `  ${name.padEnd(36)}${median(of).toFixed(0).padStart(10)}${ratio.padStart(13)}`;
  });
  const head = `  ${"one process each".padEnd(36)}${"a second".padStart(10)}${"product is".padStart(13)}`;
  const about = [
    `${SIZE.toLocaleString("en-GB")} deliveries to 100 endpoints of 50 merchants, ${ROUNDS} rounds in turn, median;`,
    `Node ${process.versions.node}, ${os.cpus().length} cores. PostgreSQL without fsync for all. The product's worker also resolves`,
    "and checks each address, signs, and records each try; the floor and graphile-worker do neither.",
  ];
  return [...about, "", head, ...lines].join("\n");
}

await withDrillDatabase({ variables: { WEBHOOK_ALLOW_CIDRS: "127.0.0.1/32:1-65535" } }, async () => {
  const receivers = await startReceivers();
  if (HELD_MINUTES > 0) {
    print(reportHeld(await ratesWhileHeld(receivers)));
    return receivers.close();
  }
  const rates = new Map<string, number[]>();
  for (let number = 1; number <= ROUNDS; number += 1) {
    print(`round ${number} of ${ROUNDS}`);
    for (const subject of SUBJECTS) {
      rates.set(subject.name, [...(rates.get(subject.name) ?? []), await drain(receivers, subject)]);
    }
  }
  await receivers.close();
  print(`\n${report(rates)}`);
});
