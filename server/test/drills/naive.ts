/** The twin that knows no turns and no caps, and the floor of the bench: a fleet of these instead of the product's workers. */
export const NAIVE = {
  entry: new URL("./naive-main.ts", import.meta.url),
  /** How many calls one has in hand. */
  places: 200,
};
