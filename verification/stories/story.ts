import { type Random, randomOf } from "../random";
import { actOnce, setScene } from "./acts";
import { comeToRest } from "./endings";
import { checkStep, debitsOf, newWatch } from "./invariants";
import { finishAll } from "./process";
import { PRODUCT_RULES, type ProductRules } from "./product-rules";
import { type Bank, newWorld, readFacts, type World } from "./world";

const FEWEST_STEPS = 30;
const MORE_STEPS = 90;
const BANKS = ["Aurora", "Boreal", "Cascade"] as const;

export type StoryOutcome = {
  seed: number;
  /** The story, line by line. */
  told: readonly string[];
  /** The violated invariant; null when all hold. */
  broken: string | null;
  /** The public status of each request at the end. */
  ends: readonly { status: string; events: readonly string[]; reversed: bigint; debits: number }[];
  /** The final world, with the counts of calls, crashes and ends. */
  world: World;
};

/** Simulates the story of a seed with the product's rules or wrong ones. The same seed gives the same story. */
export function simulateStory(seed: number, rules: ProductRules = PRODUCT_RULES): StoryOutcome {
  const random = randomOf(seed);
  const isHostile = random.chance(0.15);
  const [first, ...others] = BANKS;
  // Only at banks where our own call moves the money do stories reach that call often enough.
  const isOurs = random.chance(0.4);
  const bank = (name: string) => bankOf(name, random, { isHostile, isOurs });
  const world = newWorld(random, [bank(first), ...others.map(bank)], rules);
  world.faults = { call: random.pick([0, 0.1, 0.2, 0.3, 0.4]), crash: random.pick([0, 0.02, 0.1]) };
  const watch = newWatch();
  world.check = () => checkStep(world, watch);
  const broken = promiseBroken(() => {
    setScene(world);
    const steps = FEWEST_STEPS + Math.floor(random.next() * MORE_STEPS);
    for (let step = 0; step < steps; step += 1) {
      actOnce(world);
      world.check();
    }
    finishAll(world);
    comeToRest(world);
  });
  return { seed, told: world.told, broken, ends: endsOf(world), world };
}

function promiseBroken(tell: () => void): string | null {
  try {
    tell();
    return null;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("broken: ")) return error.message.slice("broken: ".length);
    throw error;
  }
}

function bankOf(name: string, random: Random, { isHostile, isOurs }: { isHostile: boolean; isOurs: boolean }): Bank {
  const ours = isOurs || random.chance(0.25);
  return {
    name,
    moneyMovesOn: ours ? "our-submit" : "psu-sca",
    finality: random.pick(["ACSP", "ACSC", "ACSC", "ACCC"]),
    decoupled: !ours && random.chance(0.4),
    idempotency: random.chance(0.75) || ours ? "x-request-id" : "none",
    cancel: !ours && random.chance(0.7),
    isStrict: random.chance(0.5),
    isHostile: isHostile && random.chance(0.7),
  };
}

function endsOf(world: World): StoryOutcome["ends"] {
  return world.requests.map((request) => {
    const debits = debitsOf(world, request).length;
    const { status } = readFacts(world, request);
    return { status, events: request.events, reversed: request.facts.reversedMinor, debits };
  });
}
