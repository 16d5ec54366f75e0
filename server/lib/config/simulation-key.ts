import { equalInConstantTime, keyedHashes, sha256 } from "../crypto";

/** The header that authenticates the product's connectors to the simulated bank. */
export const SIMULATION_KEY_HEADER = "Bankside-Simulation-Key";

/**
 * The header's value: derived from each key of ENCRYPTION_KEY, the current one first, so that a product and a bank in
 * separate processes accept each other during a key rotation, in any order of restarts.
 */
export function simulationKeys(): string {
  return keysOf().join(", ");
}

/** Above the number of keys in a rotation; limits the cost of a forged long header. */
const MAX_KEYS = 16;

/** Whether a header's value contains a key of this installation. */
export function isSimulationKey(value: string | null): boolean {
  const known = keysOf().map(sha256);
  const shown = (value ?? "").split(", ", MAX_KEYS).map(sha256);
  return shown.some((one) => known.some((key) => equalInConstantTime(one, key)));
}

let derived: string[] | undefined;

/** Derived once in a process, like the ring of its keys: each derivation takes longer than the call's own parsing. */
function keysOf(): string[] {
  derived ??= keyedHashes("connector", "simulated bank").map((hash) => Buffer.from(hash).toString("base64url"));
  return derived;
}
