import type { Outputs } from "../queries";
import type { Days } from "./overview-address";

export type Figures = NonNullable<Outputs["overview"]["figures"]["figures"]>;
type Success = Figures["success"];

/** Under so many nothing is concluded from a share, and nothing from a sum of fewer payments. */
const LEAST_BASE = 20;
/** From here on a difference is news. */
const POINTS_NEWS = 0.05;
const SHARE_NEWS = 0.25;
const MANY_TIMES = 3;

const NUMBERS = "No one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A small number in letters, a great one in digits. */
export function countInWords(count: number): string {
  return NUMBERS[count] ?? count.toLocaleString("en-GB");
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A share as `94.4 %`; neither 0 nor 100 unless it is. */
export function shareWords(share: number): string {
  const percent = 100 * share;
  if (percent === 0 || percent === 100) return `${percent} %`;
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1)} %`;
}

/** Seconds as `38 s`, `1 min 52 s`, `2 h 5 min`. */
export function secondsWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const periodBefore = (days: Days) => (days === 1 ? "the same hours of yesterday" : `the ${days} days before`);

/** How the sum compares with the period before, as far as the present one has come. */
export function compareWords(received: number, before: number, days: Days): string {
  if (before === 0) return `nothing in ${periodBefore(days)}${received === 0 ? " either" : ""}`;
  const change = (100 * (received - before)) / before;
  // Beyond this a share says nothing any more.
  if (received > MANY_TIMES * before)
    return `${(received / before).toFixed(1)} times as much as in ${periodBefore(days)}`;
  if (Math.abs(change) < 0.05) return `as much as in ${periodBefore(days)}`;
  return `${Math.abs(change).toFixed(1)} % ${change > 0 ? "more" : "less"} than ${periodBefore(days)}`;
}

/** How business goes, in a sentence: what is worst about it first. Of little there is nothing to conclude. */
export function newsWords(figures: Figures, test: boolean): string {
  const { received, before, success, days } = figures;
  const what = test ? "test payments" : "payments";
  if (received.count === 0) {
    return days === 1 ? "Nothing has been paid today yet." : `Nothing was paid in these ${days} days.`;
  }
  if (fell(success, before.success)) return `Fewer ${what} succeed than before.`;
  const money = test ? "Test payments are" : "Money is";
  if (received.count >= LEAST_BASE && before.received.count >= LEAST_BASE) {
    const change = (received.minor - before.received.minor) / before.received.minor;
    if (change <= -SHARE_NEWS) return `Less ${test ? "is paid in test" : "money is arriving"} than before.`;
    if (change >= SHARE_NEWS) return `More ${test ? "is paid in test" : "money is arriving"} than before.`;
    return `${money} arriving as usual.`;
  }
  return `${money} arriving.`;
}

function fell(now: Success, before: Success): boolean {
  if (now.share === null || before.share === null || now.of < LEAST_BASE || before.of < LEAST_BASE) return false;
  return now.share <= before.share - POINTS_NEWS;
}

/** How many things there are in the list of what needs somebody. */
export function needsWords(count: number): string {
  if (count === 0) return "Nothing needs you.";
  return count === 1 ? "One thing needs a person." : `${capital(countInWords(count))} things need a person.`;
}

const MINUTE_MS = 60_000;

/** How long ago something was, in its greatest unit. */
export function ageWords(at: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(at)) / MINUTE_MS));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "1 hour" : `${hours} hours`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day" : `${days} days`;
}
