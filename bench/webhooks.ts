// `npm run bench:webhooks`: how fast one worker of the product drains a backlog, compared with the floor: a bare loop
// that claims the oldest rows in batches, sends them and marks them in batches, with a new connection for each call (as
// the SSRF guard requires) or with kept connections. One run, one machine, one PostgreSQL, one receiver; rounds
// alternate, medians are shown. Ratios count, absolute figures do not. It never fails for being slow; it fails for a
// lost or duplicate delivery. `-- --profile <folder>` writes a profile of the product's worker there, for `node
// --cpu-prof`'s readers.
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { migrate } from "../server/entry/database/migrate";
import { VARIABLES } from "../server/lib/config/env-variables";
import { closeDb } from "../server/lib/db";
import { query } from "../server/test/database";
import { makeBacklog } from "../verification/drills/backlog";
import { type FleetOptions, startFleet } from "../verification/drills/processes/fleet";
import { NAIVE } from "../verification/drills/processes/naive";
import { type Receivers, startReceivers } from "../verification/drills/processes/receiver";
import { standing } from "../verification/drills/rows";
import { until } from "../verification/drills/wait";
import { inDataDir, root } from "./processes";

const { values: given } = parseArgs({
  options: {
    size: { type: "string", default: "20000" },
    rounds: { type: "string", default: "3" },
    profile: { type: "string" },
  },
});
const SIZE = Number(given.size);
const ROUNDS = Number(given.rounds);
const KEY_BYTES = 32;
const WITHIN_MS = 60 * 60_000;

type Subject = { name: string } & Omit<FleetOptions, "count">;

const profiling = given.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${path.resolve(given.profile)}`];
const SUBJECTS: readonly Subject[] = [
  { name: "product", flags: profiling },
  { name: "floor, a connection for each call", ...NAIVE },
  { name: "floor, connections kept", ...NAIVE, env: { NAIVE_CONNECTIONS: "kept" } },
];

/** The floor claims by age; the product has no index for that. */
const INDEX = `CREATE INDEX bench_by_age ON webhook_deliveries (due_at) WHERE status = 'waiting'`;

/** Deliveries a second, from the first call to the last. Throws when one is lost or duplicated. */
async function drain(receivers: Receivers, { name, ...fleetOptions }: Subject): Promise<number> {
  await query((client) => client.query("DROP INDEX IF EXISTS bench_by_age"));
  const deliveries = await makeBacklog(receivers, SIZE);
  if (name !== "product") await query((client) => client.query(INDEX));
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

const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

function report(rates: ReadonlyMap<string, number[]>): string {
  const product = median(rates.get("product") ?? []);
  const lines = [...rates].map(([name, of]) => {
    const ratio = name === "product" ? "" : `× ${(product / median(of)).toFixed(2)}`;
    return `  ${name.padEnd(36)}${median(of).toFixed(0).padStart(10)}${ratio.padStart(13)}`;
  });
  const head = `  ${"one process each".padEnd(36)}${"a second".padStart(10)}${"product is".padStart(13)}`;
  const about = [
    `${SIZE.toLocaleString("en-GB")} deliveries to 100 destinations of 50 merchants, ${ROUNDS} rounds in turn, median;`,
    `Node ${process.versions.node}, ${os.cpus().length} cores. PostgreSQL without fsync for all. The product's worker also resolves`,
    "and checks each address, signs, and records each try; the floor does neither.",
  ];
  return [...about, "", head, ...lines].join("\n");
}

async function main(dataDir: string): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    for (const name of Object.keys(VARIABLES)) delete process.env[name];
    const url = postgres.url("bench");
    const key = Buffer.alloc(KEY_BYTES, 1).toString("base64");
    const set = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: "1",
      ENCRYPTION_KEY: `bench:${key}`,
      LOG_LEVEL: "silent",
    };
    const more = {
      NEXTAUTH_SECRET: "a secret of the bench, of enough characters",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.1/32:1-65535",
    };
    Object.assign(process.env, set, more);
    await postgres.ensureDatabase("bench");
    await migrate(url, root);
    const receivers = await startReceivers();
    const rates = new Map<string, number[]>();
    for (let number = 1; number <= ROUNDS; number += 1) {
      say(`round ${number} of ${ROUNDS}`);
      for (const subject of SUBJECTS) {
        rates.set(subject.name, [...(rates.get(subject.name) ?? []), await drain(receivers, subject)]);
      }
    }
    await receivers.close();
    say(`\n${report(rates)}`);
  } finally {
    await closeDb();
    await postgres.release();
  }
}

await inDataDir(main);
