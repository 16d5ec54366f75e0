import { SEED } from "../../server/test/rows/seed";
import { sizeOf } from "../depth";
import { LIMIT_FACTOR } from "../limits";
import type { Tally } from "./campaign";

const PER_REQUEST_MS = 300;

/** The number of requests, and their seed. */
export const FUZZ = {
  requests: sizeOf("fuzzed requests"),
  seed: SEED,
  get timeoutMs() {
    return this.requests * PER_REQUEST_MS * LIMIT_FACTOR;
  },
};

/** The answers as a table: endpoint, status, code, count; and the command that repeats the same requests. */
export function report({ answers, right }: Tally, { tookMs }: { tookMs: number }): string {
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...answers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([answer, count]) => {
      const [endpoint = "", status = "", ...code] = answer.split(" ");
      return `  ${endpoint.padEnd(24)}${status.padEnd(5)}${code.join(" ").padEnd(34)}${String(count).padStart(7)}`;
    });
  const untouched = [...right]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([endpoint, { sent, succeeded, refusals }]) => {
      const others = [...refusals].map(([code, count]) => `, ${count} ${code}`).join("");
      return `  ${endpoint.padEnd(24)}${succeeded} of ${sent} right requests succeeded${others}`;
    });
  const head = `${total} fuzzed requests in ${(tookMs / 1000).toFixed(1)} s, FUZZ_SEED=${FUZZ.seed}`;
  return `\n${[head, ...lines, ...untouched].join("\n")}\n`;
}
