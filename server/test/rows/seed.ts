/**
 * The seed of all generated test data: the same on every run, so that a change is tested with the same inputs as
 * before. Other seeds: `FUZZ_SEED=$RANDOM`.
 */
export const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
