import type { Caller } from "../lib/context";

/** The caller limited to test payments of one merchant: it can't read, create or change live ones. */
export function tester({ actor, scopes }: Caller, merchantId: string): Caller {
  return { kind: "merchant", merchantId: merchantId.toLowerCase(), actor, scopes, testOnly: true };
}
