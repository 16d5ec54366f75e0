// `npm run bench`: the create-link call and the status call under load, each at the product, at the same work written as an
// idiomatic Next application, and at the floor. One run, one machine, one PostgreSQL; rounds take turns, medians are shown.
// Ratios count, absolute figures do not. It never fails for being slow; it fails for any answer that is not right.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../server/entry/embedded-postgres";
import { CONNECTIONS, countRows, measure, type Round, type Subject } from "./measure";
import { lastWords, stopAll } from "./processes";
import { LINK_BODY, type Server, startFloor, startNext, startProduct } from "./servers";

const ROUNDS = 3;
const ROUND_S = 5;
const WARM_UP_S = 3;

const SERVERS = ["product", "next", "floor"] as const;
const CALLS = ["create link", "status"] as const;

function subjectsOf(server: Subject["server"], { origin, linkPath, statusPath, token, database }: Server): Subject[] {
  const authorization = { Authorization: `Bearer ${token}` };
  return [
    {
      ...{ server, call: "create link", url: origin + linkPath, method: "POST", body: LINK_BODY },
      headers: { ...authorization, "Content-Type": "application/json" },
      isRight: (body) =>
        body.startsWith('{"success":true,"data":{"payment_link_url":"http') && body.includes('"status":"active"'),
      countRows: () => countRows(database, "payment_links"),
    },
    {
      ...{ server, call: "status", url: origin + statusPath, method: "GET", headers: authorization },
      isRight: (body) =>
        body.startsWith('{"success":true') && body.includes('"status":"pending"') && body.includes('"amount":"2550"'),
    },
  ];
}

function median(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.requestsPerS - b.requestsPerS);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("No round was measured.");
  return middle;
}

function report(results: Map<string, Round[]>): string {
  const lines = [
    `${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_S} s each in turn, median; Node ${process.versions.node}, ${os.cpus().length} cores`,
    "PostgreSQL without fsync for all three, so that the disc does not hide the differences.",
  ];
  for (const call of CALLS) {
    lines.push(
      "",
      `${call.padEnd(14)}${"requests/s".padStart(12)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}${"product is".padStart(13)}`,
    );
    const product = median(results.get(`product ${call}`) ?? []);
    for (const server of SERVERS) {
      const round = median(results.get(`${server} ${call}`) ?? []);
      const figures = `${round.requestsPerS.toFixed(0).padStart(12)}${String(round.p50Ms).padStart(9)}${String(round.p99Ms).padStart(9)}`;
      const ratio = server === "product" ? "" : `× ${(product.requestsPerS / round.requestsPerS).toFixed(2)}`;
      lines.push(`  ${server.padEnd(12)}${figures}${ratio.padStart(13)}`);
    }
  }
  return lines.join("\n");
}

async function main(dataDir: string): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    say("starting the product (builds it first when its sources are newer)");
    const product = await startProduct(postgres, dataDir);
    say("starting the floor: node:http and pg");
    const floor = await startFloor(product, postgres);
    say("building and starting the idiomatic Next application");
    const next = await startNext(postgres);
    const subjects = [...subjectsOf("product", product), ...subjectsOf("next", next), ...subjectsOf("floor", floor)];
    const results = new Map<string, Round[]>();
    for (const subject of subjects) await measure(subject, WARM_UP_S);
    for (let number = 1; number <= ROUNDS; number++) {
      say(`round ${number} of ${ROUNDS}`);
      for (const subject of subjects) {
        const name = `${subject.server} ${subject.call}`;
        results.set(name, [...(results.get(name) ?? []), await measure(subject, ROUND_S)]);
      }
    }
    say(`\n${report(results)}`);
  } catch (error) {
    process.stderr.write(`\n${lastWords()}\n`);
    throw error;
  } finally {
    await stopAll();
    await postgres.release();
  }
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), "bankside-bench-"));
try {
  await main(dataDir);
} catch (error) {
  process.stderr.write(`\nThe bench could not be run: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
