import type { Caller } from "../lib/context";

/** Whoever is signed in, as somebody who only tests at this merchant: no live payment is seen, made or changed by it. */
export function tester({ actor, scopes }: Caller, merchantId: string): Caller {
  return { kind: "merchant", merchantId: merchantId.toLowerCase(), actor, scopes, testOnly: true };
}
