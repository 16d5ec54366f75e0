/** What a movement is, as the Console's list divides them: its state, and for a matched one which way the money went. */
export const MOVEMENT_KINDS = ["payment", "returned", "unplaced", "set_aside", "other"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

type Shelf = { state: string; direction: "credit" | "debit" };

const bothWays = (...states: string[]): Shelf[] =>
  states.flatMap((state) => [
    { state, direction: "credit" },
    { state, direction: "debit" },
  ]);

/** `unplaced`: no payment was found for it, and a person looks at it. */
export const SHELVES_OF: Record<MovementKind, readonly Shelf[]> = {
  payment: [{ state: "matched", direction: "credit" }],
  returned: [{ state: "matched", direction: "debit" }],
  unplaced: bothWays("unmatched", "differs"),
  set_aside: bothWays("dismissed"),
  other: bothWays("other"),
};
