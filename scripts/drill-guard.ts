// `npm run drill:guard`: sends thousands of hostile addresses through the webhooks' SSRF guard, in a network namespace
// in which every address leads to one listener, and counts the connections that arrive. Linux only. See
// verification/README.md.
import { parseArgs } from "node:util";
import { bundledProgram } from "../server/test/processes/program";
import { readCorpus } from "../verification/drills/corpus";
import { inNamespace, type WireOrder, type WireReport, whyNoNamespace } from "../verification/drills/guard-wire";
import { isForbiddenAddress } from "../verification/drills/hostile-targets";

const { values: flags } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "10000" },
    flips: { type: "string", default: "1000" },
  },
});
const [seed, count, flips] = [Number(flags.seed), Number(flags.count), Number(flags.flips)];
const corpus = readCorpus();
const wrongs: string[] = [];

const say = (line: string) => process.stdout.write(`${line}\n`);
const inside = (connections: readonly string[]) =>
  connections.filter((connection) => isForbiddenAddress(connection.split(" ")[0] ?? "")).length;

function hold(promise: string, isKept: boolean): void {
  say(`  ${isKept ? "ok   " : "WRONG"}  ${promise}`);
  if (!isKept) wrongs.push(promise);
}

const why = await whyNoNamespace();
if (why !== null) {
  say(`No network namespace can be made here: ${why}`);
  process.exit(1);
}
const program = await bundledProgram(new URL("../verification/drills/guard-wire-main.ts", import.meta.url));
const run = (phase: WireOrder["phase"], of: number): Promise<WireReport> =>
  inNamespace(program, { phase, count: of, seed, corpus: corpus ?? [] });
say(`The guard on the wire: ${count} addresses, ${flips} flips, seed ${seed}`);
const guarded = await run("guarded", count);
const refused = Object.entries(guarded.outcomes).filter(([outcome]) => outcome.startsWith("refused"));
for (const [outcome, times] of refused) say(`         ${times} ${outcome}`);
hold(`all are refused, none reaches the listener (${guarded.reached.length})`, guarded.reached.length === 0);
hold(`none was answered`, refused.reduce((sum, [, times]) => sum + times, 0) === count);
hold(`the kernel began no connection (${guarded.opened}); the DNS got ${guarded.asked} queries`, guarded.opened === 0);
hold(
  `public addresses reach it (${guarded.publicReached})`,
  guarded.publicReached === guarded.outcomes["public answered 200"],
);
if (corpus) {
  for (const url of guarded.disagreements) say(`         ${url}`);
  hold(
    `the corpus of ${corpus.length} agrees (${guarded.disagreements.length} do not)`,
    guarded.disagreements.length === 0,
  );
} else say("         there is no corpus here: set SSRF_CORPUS to its path");
const naive = await run("naive", count);
const reachedInside = inside(naive.reached);
hold(`CONTROL without the guard: ${naive.reached.length} reach it, ${reachedInside} inside`, reachedInside > count / 2);
const rebinding = await run("rebinding", flips);
hold(`of ${flips} rebound names, none reaches inside (${inside(rebinding.reached)})`, inside(rebinding.reached) === 0);
hold(`their public addresses are reached (${rebinding.reached.length})`, rebinding.reached.length > 0);
const byName = inside(rebinding.reachedByName);
hold(`CONTROL that checks and then calls by name: ${byName} reach inside`, byName > 0);
const allowed = await run("allowed", 0);
const letThrough = [...new Set(allowed.reached)].filter((connection) => inside([connection]) > 0).sort();
const expected = ["10.1.2.3 8443", "127.0.0.1 3000", "127.9.9.9 3000", "fd00:1::5 8080"];
hold(
  `only the networks that the operator allowed are reached: ${letThrough.join(", ")}`,
  letThrough.join() === expected.join(),
);
say(wrongs.length === 0 ? "All checks passed." : `${wrongs.length} checks failed.`);
process.exitCode = wrongs.length === 0 ? 0 : 1;
