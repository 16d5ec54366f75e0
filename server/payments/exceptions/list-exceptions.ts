import { db } from "../../lib/db";
import type { ExceptionKind } from "../attempts/attempt-facts";
import { type ExceptionRow, findOpenExceptions } from "./exception-store";

export type OpenException = ExceptionRow;

/** Open exceptions of all merchants, newest first: for the operator. */
export function listExceptions(input: { kind?: ExceptionKind; limit: number }): Promise<OpenException[]> {
  return findOpenExceptions(db(), input);
}
