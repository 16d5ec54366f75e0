import { db } from "../../lib/db";
import { foldCounts } from "./queries/list-store";

/** Keeps the table of counts short: adds the rows that triggers appended into one row per merchant, mode and status. */
export function foldLinkCounts(): Promise<void> {
  return foldCounts(db());
}
