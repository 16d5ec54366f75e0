import { readFileSync } from "node:fs";
import { startError } from "../../../lib/config/start-error";
import type { Given } from "../../command";

/** The text of the file that a command was given. Throws a plain sentence when it cannot be read. */
export function readConnectionFile(given: Given): string {
  const file = given.text("file") ?? "";
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw startError(`Cannot read ${file}.`, error);
  }
}
