import { db } from "../lib/db";
import { foldCounts } from "./list-store";

/** Keeps the counts of links short: what changes appended since is folded into one row a shelf. */
export function foldLinkCounts(): Promise<void> {
  return foldCounts(db());
}
