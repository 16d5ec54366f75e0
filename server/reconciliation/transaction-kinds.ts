/** A transaction's kind in the Console's list: its state, and for a matched one its direction. */
export const TRANSACTION_KINDS = ["payment", "returned", "unmatched", "dismissed", "other"] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

type Partition = { state: string; direction: "credit" | "debit" };

const bothWays = (...states: string[]): Partition[] =>
  states.flatMap((state) => [
    { state, direction: "credit" },
    { state, direction: "debit" },
  ]);

/** The index partitions of each kind. `unmatched` transactions wait for a person. */
export const PARTITIONS_OF: Record<TransactionKind, readonly Partition[]> = {
  payment: [{ state: "matched", direction: "credit" }],
  returned: [{ state: "matched", direction: "debit" }],
  unmatched: bothWays("unmatched", "differs"),
  dismissed: bothWays("dismissed"),
  other: bothWays("other"),
};
