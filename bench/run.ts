// `npm run bench`: the busiest calls under load, each at the product and at the floor, the two busiest also at the same
// function written as an idiomatic Next application, and tokens also at oidc-provider. One run, one machine, one
// PostgreSQL; rounds alternate, medians are shown. Ratios count, absolute figures do not. It never fails for being slow; it fails for any wrong
// answer. `npm run bench -- --seconds 1 --rounds 1` only checks that every answer is right; `-- --durable` has the
// database flush each commit to the disc, for all, and `-- --commit-delay 3` lets each flush take 3 ms more. At half
// load each server gets half of the requests that it answered in its median round. `-- --profile status` measures one
// call at the product alone, and writes its CPU profile as folded stacks into bench/profiles.
import os from "node:os";
import { parseArgs } from "node:util";
import type { EmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { freePort } from "../server/entry/database/free-port";
import { DURABILITY_OPTIONS, describeDurability, durabilityOf, withDatabase } from "./database";
import { print } from "./figures";
import { CALLS, CONNECTIONS, measure, type Round } from "./measure";
import { residentMiB } from "./processes";
import { profileWhile } from "./profile";
import { startFloor, startNext, startOidc, startProduct } from "./servers";
import { commonSubjects, fullSubjects, oidcSubject } from "./subjects";

const { values: given } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    ...DURABILITY_OPTIONS,
    profile: { type: "string" },
  },
});
const ROUNDS = Number(given.rounds);
const ROUND_S = Number(given.seconds);
const DURABILITY = durabilityOf(given);
const WARM_UP_S = Math.min(3, ROUND_S);

const SERVERS = ["product", "next", "oidc-provider", "floor"] as const;

function median(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.requestsPerS - b.requestsPerS);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("No round was measured.");
  return middle;
}

/** `0.35 + 0.20`: of the server's process and of PostgreSQL, for a request. */
function processorOf({ serverMs, postgresMs }: Round): string {
  return [serverMs, postgresMs].map((ms) => ms?.toFixed(2) ?? "?").join(" + ");
}

type Results = { rounds: Map<string, Round[]>; halfLoad: Map<string, Round>; memory: Map<string, number | null> };

function report({ rounds: results, halfLoad, memory }: Results): string {
  const lines = [
    `${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_S} s each in turn, median; Node ${process.versions.node}, ${os.cpus().length} cores`,
    describeDurability(DURABILITY),
    "Token: oidc-provider looks its client up in PostgreSQL and writes one row; product and floor write three rows.",
    "Processor ms: of the server's process and of PostgreSQL, for a request. On a busy machine only these compare.",
    "Initiation: at the floor three statements, and the call of the least of a bank, in a process of its own.",
  ];
  for (const call of CALLS) {
    lines.push(
      "",
      `${call.padEnd(16)}${"requests/s".padStart(12)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}${"at half load".padStart(18)}${"product is".padStart(13)}${"processor ms".padStart(16)}`,
    );
    const product = median(results.get(`product ${call}`) ?? []);
    for (const server of SERVERS) {
      const rounds = results.get(`${server} ${call}`);
      if (!rounds) continue;
      const round = median(rounds);
      const half = halfLoad.get(`${server} ${call}`);
      const halfFigures = half ? `${half.p50Ms} / ${half.p99Ms}` : "";
      const figures = `${round.requestsPerS.toFixed(0).padStart(12)}${String(round.p50Ms).padStart(9)}${String(round.p99Ms).padStart(9)}${halfFigures.padStart(18)}`;
      const ratio = server === "product" ? "" : `× ${(product.requestsPerS / round.requestsPerS).toFixed(2)}`;
      lines.push(`  ${server.padEnd(14)}${figures}${ratio.padStart(13)}${processorOf(round).padStart(16)}`);
    }
  }
  const resident = [...memory].map(([server, mib]) => `${server} ${mib === null ? "unknown" : mib.toFixed(0)}`);
  lines.push("", `Resident memory after the rounds, MiB, without PostgreSQL: ${resident.join(", ")}`);
  return lines.join("\n");
}

/** Writes the profile of one call at the product under load, without its start and its warm-up. */
async function profile(call: string, postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  if (!CALLS.some((known) => known === call)) throw new Error(`--profile takes one of: ${CALLS.join(", ")}`);
  const port = await freePort(null);
  const product = await startProduct(postgres, dataDir, [`--inspect=127.0.0.1:${port}`]);
  const all = [...commonSubjects("product", product), ...fullSubjects("product", product)];
  const [subject] = all.filter((each) => each.call === call);
  if (!subject) throw new Error(`The product has no call "${call}".`);
  await measure(subject, WARM_UP_S);
  print(await profileWhile(port, call, () => measure(subject, ROUND_S)));
}

async function main(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  if (given.profile !== undefined) return await profile(given.profile, postgres, dataDir);
  print("starting the product (builds it first when its sources are newer)");
  const product = await startProduct(postgres, dataDir);
  print("starting the floor: node:http and pg");
  const floor = await startFloor(product, postgres);
  const oidc = await startOidc(postgres);
  print("building and starting the idiomatic Next application");
  const next = await startNext(postgres);
  const subjects = [
    ...[...commonSubjects("product", product), ...commonSubjects("next", next), ...commonSubjects("floor", floor)],
    ...[...fullSubjects("product", product), oidcSubject(oidc), ...fullSubjects("floor", floor)],
  ];
  const results = new Map<string, Round[]>();
  for (const subject of subjects) await measure(subject, WARM_UP_S);
  for (let number = 1; number <= ROUNDS; number++) {
    print(`round ${number} of ${ROUNDS}`);
    for (const subject of subjects) {
      const name = `${subject.server} ${subject.call}`;
      results.set(name, [...(results.get(name) ?? []), await measure(subject, ROUND_S)]);
    }
  }
  print("at half load");
  const halfLoad = new Map<string, Round>();
  for (const subject of subjects) {
    const name = `${subject.server} ${subject.call}`;
    const { requestsPerS } = median(results.get(name) ?? []);
    halfLoad.set(name, await measure(subject, ROUND_S, requestsPerS / 2));
  }
  const memory = new Map(
    Object.entries({ product, next, "oidc-provider": oidc, floor }).map(([name, { pid }]) => [name, residentMiB(pid)]),
  );
  print(`\n${report({ rounds: results, halfLoad, memory })}`);
}

await withDatabase(main, DURABILITY);
process.exit();
