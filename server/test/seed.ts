/**
 * What everything generated begins from: the same on every run, so that a change is judged by the inputs that its
 * predecessor was. Others: `FUZZ_SEED=$RANDOM`.
 */
export const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
