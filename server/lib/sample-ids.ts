/** The digit of an id that names its UUID version. */
const VERSION_AT = 14;

/** Whether a row is one of the demo's samples: their ids alone are of UUID version 8 (`server/demo/samples/dice.ts`). */
export function isSample(id: string): boolean {
  return id.charAt(VERSION_AT) === "8";
}
