import { beforeAll, describe, expect, it, vi } from "vitest";
import { bundledProgram } from "../../server/test/processes/program";
import { SEED } from "../../server/test/rows/seed";
import { sizeOf } from "../depth";
import { LIMIT_FACTOR } from "../limits";
import { readCorpus } from "./corpus";
import { inNamespace, type WireOrder, whyNoNamespace } from "./guard-wire";
import { PORTS } from "./hostile-addresses";
import { isForbiddenAddress } from "./hostile-targets";

/** In equal shares of every kind. */
const COUNT = sizeOf("hostile addresses");
const FLIPS = sizeOf("names that change their address");
vi.setConfig({ testTimeout: 300_000 * LIMIT_FACTOR });

const why = await whyNoNamespace();
const corpus = readCorpus();
if (corpus === null)
  console.warn("Left out: the hostile URLs with verdicts of others, because their file is not there.");
const addressOf = (connection: string) => connection.split(" ")[0] ?? "";
const forbidden = (connections: readonly string[]) => connections.filter((one) => isForbiddenAddress(addressOf(one)));

describe("the SSRF guard in a network namespace where every address reaches one listener", () => {
  let program: string;
  beforeAll(async () => {
    program = await bundledProgram(new URL("./guard-wire-main.ts", import.meta.url));
  });
  const run = (phase: WireOrder["phase"], count: number) =>
    inNamespace(program, { phase, count, seed: SEED, corpus: corpus ?? [] });

  it("blocks every hostile URL and allows every public one", async ({ skip }) => {
    if (why !== null) skip(`no network namespace can be made here: ${why}`);
    const { outcomes, reached, opened, asked, disagreements, publicReached } = await run("guarded", COUNT);
    expect({ reached, opened, disagreements }).toEqual({ reached: [], opened: 0, disagreements: [] });
    const refused = Object.entries(outcomes).filter(([outcome]) => outcome.startsWith("refused"));
    expect(refused.reduce((sum, [, count]) => sum + count, 0)).toBe(COUNT);
    // The DNS was queried, and public addresses responded: nothing was refused because the network failed.
    expect(asked).toBeGreaterThan(COUNT / 10);
    expect({ publicReached, answered: outcomes["public answered 200"] }).toEqual({ publicReached: 500, answered: 500 });
  });

  it("control: without the guard, most of the same URLs reach the listener", async ({ skip }) => {
    if (why !== null) skip(`no network namespace can be made here: ${why}`);
    const { reached, opened } = await run("naive", COUNT);
    expect(forbidden(reached).length).toBeGreaterThan(COUNT / 2);
    expect(opened).toBeGreaterThan(COUNT / 2);
  });

  it("control: withstands DNS names that change with every query; checking and calling by name does not", async ({
    skip,
  }) => {
    if (why !== null) skip(`no network namespace can be made here: ${why}`);
    const { outcomes, reached, reachedByName } = await run("rebinding", FLIPS);
    expect(forbidden(reached)).toEqual([]);
    expect(reached).toHaveLength(FLIPS);
    expect(outcomes).toMatchObject({ "saved true": FLIPS / 2, "saved false": FLIPS / 2, "answered 200": FLIPS });
    expect(forbidden(reachedByName).length).toBe(FLIPS / 2);
  });

  it("allows the operator's networks on their ports only", async ({ skip }) => {
    if (why !== null) skip(`no network namespace can be made here: ${why}`);
    const { reached, opened } = await run("allowed", 0);
    const allowed = new Set(forbidden(reached));
    expect([...allowed].sort()).toEqual(["10.1.2.3 8443", "127.0.0.1 3000", "127.9.9.9 3000", "fd00:1::5 8080"]);
    // 8.8.8.8 on every port, as a literal and by name: it is public.
    expect(reached.length - forbidden(reached).length).toBe(2 * PORTS.length);
    expect(opened).toBe(reached.length);
  });
});
