type Waits = {
  /** The number of timers that have fired early. */
  passed(): number;
  restore(): void;
};

const LONGEST_MS = 2 ** 31 - 1;
/** Not at once: a polling loop would leave the database no CPU time. */
const SOON_MS = 10;

/** Shortens waits: timers of exactly these lengths fire within milliseconds, all others at their time. */
export function passWaits(...lengthsMs: number[]): Waits {
  const { setTimeout: timeout, setInterval: interval } = globalThis;
  let passed = 0;
  const shortened = (ms: number | undefined) => {
    if (ms === undefined || !lengthsMs.includes(ms)) return ms;
    passed += 1;
    return SOON_MS;
  };
  globalThis.setTimeout = like(timeout, ((callback: () => void, ms?: number, ...given: []) =>
    timeout(callback, shortened(ms), ...given)) as typeof timeout);
  globalThis.setInterval = like(interval, ((callback: () => void, ms?: number, ...given: []) =>
    interval(callback, shortened(ms), ...given)) as typeof interval);
  return {
    passed: () => passed,
    restore: () => void Object.assign(globalThis, { setTimeout: timeout, setInterval: interval }),
  };
}

/** Keeps the original's properties, such as its promise form. */
function like<T extends object>(original: T, double: T): T {
  return Object.defineProperties(double, Object.getOwnPropertyDescriptors(original));
}

/** Deadlines (`AbortSignal.timeout`) that fire when the test calls `pass`. */
export function controlDeadlines(): { pass(): void; restore(): void } {
  const original = AbortSignal.timeout;
  const held: AbortController[] = [];
  AbortSignal.timeout = () => {
    const controller = new AbortController();
    held.push(controller);
    return controller.signal;
  };
  return {
    pass() {
      for (const one of held.splice(0)) one.abort(new DOMException("The time is over.", "TimeoutError"));
    },
    restore() {
      AbortSignal.timeout = original;
    },
  };
}

/**
 * Timers of these lengths fire when the test calls `pass`; timers that are not cleared by then are `waiting`. Timers whose
 * callback gets arguments keep their time: the HTTP client's for idle connections, which may have the same length.
 */
export function controlTimers(isHeld: (ms: number) => boolean): { waiting(): number; pass(): void; restore(): void } {
  const { setTimeout: timeout, clearTimeout: clear } = globalThis;
  const held = new Map<unknown, () => void>();
  globalThis.setTimeout = like(timeout, ((callback: () => void, ms?: number, ...given: []) => {
    if (ms === undefined || given.length > 0 || !isHeld(ms)) return timeout(callback, ms, ...given);
    const timer = timeout(() => undefined, LONGEST_MS);
    held.set(timer, callback);
    return timer;
  }) as typeof timeout);
  globalThis.clearTimeout = (timer) => {
    held.delete(timer);
    clear(timer);
  };
  const take = () => {
    const callbacks = [...held.values()];
    for (const timer of held.keys()) clear(timer as NodeJS.Timeout);
    held.clear();
    return callbacks;
  };
  return {
    waiting: () => held.size,
    pass() {
      for (const callback of take()) callback();
    },
    restore() {
      take();
      Object.assign(globalThis, { setTimeout: timeout, clearTimeout: clear });
    },
  };
}
