import { db } from "../lib/db";
import { type AnomalyRow, findOpenAnomalies } from "./anomaly-store";
import type { AnomalyKind } from "./attempt-facts";

export type PaymentAnomaly = AnomalyRow;

/** What a person has to look at, newest first: for the operator, over all merchants. */
export function listAnomalies(input: { kind?: AnomalyKind; limit: number }): Promise<PaymentAnomaly[]> {
  return findOpenAnomalies(db(), input);
}
