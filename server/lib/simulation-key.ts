import { equalInConstantTime, keyedHashes, sha256 } from "./crypto";

/** The header by which the product's connectors prove to the simulated bank who they are. */
export const SIMULATION_KEY_HEADER = "Bankside-Simulation-Key";

/**
 * The header's value: derived from each key of ENCRYPTION_KEY, the current one first, so that a product and a bank of its
 * own process know each other while a key is rotated, in whichever order they are restarted.
 */
export function simulationKeys(): string {
  return keysOf().join(", ");
}

/** More than a rotation has at once: a stranger's long header costs no more. */
const MAX_KEYS = 16;

/** Whether a header's value holds a key that this installation knows. */
export function isSimulationKey(value: string | null): boolean {
  const known = keysOf().map(sha256);
  const shown = (value ?? "").split(", ", MAX_KEYS).map(sha256);
  return shown.some((one) => known.some((key) => equalInConstantTime(one, key)));
}

function keysOf(): string[] {
  return keyedHashes("connector", "simulated bank").map((hash) => Buffer.from(hash).toString("base64url"));
}
