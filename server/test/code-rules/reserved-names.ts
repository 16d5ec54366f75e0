import { Resolver } from "node:dns/promises";
import { processState } from "../processes/process-state";

/** RFC 2606: no hosts exist below these names. */
const RESERVED = /[.](?:example[.](?:com|net|org)|example|test|invalid)$/;

/**
 * Answers look-ups below reserved example names at once as unknown; the DNS takes longer for the same answer, or fails
 * without a network. Other names are resolved by the DNS.
 */
export function answerReservedNames(): void {
  if (processState.isDnsPatched) return;
  processState.isDnsPatched = true;
  for (const kind of ["resolve4", "resolve6"] as const) {
    const ask = Resolver.prototype[kind];
    const answer = function (this: Resolver, name: string, ...rest: unknown[]) {
      return RESERVED.test(name)
        ? Promise.reject(new Error(`${kind} ENOTFOUND ${name}`))
        : Reflect.apply(ask, this, [name, ...rest]);
    };
    Object.defineProperty(Resolver.prototype, kind, { value: answer, configurable: true, writable: true });
  }
}
