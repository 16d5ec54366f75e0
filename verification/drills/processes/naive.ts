/**
 * The negative control without fair ranks or caps, and the floor of the bench: a fleet of these instead of the
 * product's workers.
 */
export const NAIVE = {
  entry: new URL("./naive-main.ts", import.meta.url),
  /** The calls in flight of one worker. */
  places: 200,
};
