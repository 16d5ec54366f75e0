import { Resolver } from "node:dns/promises";
import { processState } from "./process-state";

/** RFC 2606: nobody has a host below these. */
const RESERVED = /[.](?:example[.](?:com|net|org)|example|test|invalid)$/;

/**
 * Hosts below the names that are reserved for examples are told to be unknown at once, as the DNS does it after a while,
 * or not at all where there is none. Every other name is asked of the DNS.
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
