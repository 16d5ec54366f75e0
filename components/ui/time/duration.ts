const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Whole seconds in their two largest units: `38 s`, `1 min 52 s`, `2 h 5 min`, `3 days 4 h`; in hours below three days. */
export function formatSeconds(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return inUnits(seconds, [MINUTE_S, "min"], [1, "s"]);
  if (seconds < 3 * DAY_S) return inUnits(seconds, [HOUR_S, "h"], [MINUTE_S, "min"]);
  return inUnits(seconds, [DAY_S, "days"], [HOUR_S, "h"]);
}

type Unit = [sizeS: number, name: string];

function inUnits(seconds: number, [largeS, large]: Unit, [smallS, small]: Unit): string {
  const rest = Math.floor((seconds % largeS) / smallS);
  return `${Math.floor(seconds / largeS)} ${large}${rest === 0 ? "" : ` ${rest} ${small}`}`;
}

/** Milliseconds of a call: `188 ms`, `4.1 s`. */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
