import { timeLeft } from "../languages/format";
import { LOW_TIME_S } from "../state/phases";
import { find } from "./dom";
import { formatMessage } from "./format-message";
import { spokenMinutes } from "./timing";

let endsAtMs = 0;
let announcedAtS = Number.POSITIVE_INFINITY;

/** Sets the remaining seconds from the server; they count down on the monotonic clock. */
export function setTimeLeft(seconds: number): void {
  endsAtMs = performance.now() + seconds * 1000;
  announcedAtS = Math.min(announcedAtS, seconds + 1);
}

/** A wall clock jump of this size means that the device slept, and the monotonic clock may have too. */
const SLEPT_MS = 10_000;

/** Starts the page's timer. `refresh` runs when the time has expired, and after the device has slept. */
export function startCountdown(refresh: () => void): void {
  const first = find("[data-left]");
  if (first) setTimeLeft(Number(first.dataset.left));
  let over = false;
  let tickedAt = Date.now();
  window.setInterval(() => {
    const now = Date.now();
    if (Math.abs(now - tickedAt) > SLEPT_MS) refresh();
    tickedAt = now;
    const timer = find("[data-left]");
    if (!timer) return;
    const left = (endsAtMs - performance.now()) / 1000;
    timer.textContent = formatMessage("left", { time: timeLeft(left) });
    timer.toggleAttribute("data-low", left < LOW_TIME_S);
    const note = find("[data-note=low]");
    if (note) note.hidden = left >= LOW_TIME_S;
    announce(left);
    if (left <= 0 && !over) refresh();
    over = left <= 0;
  }, 1000);
}

function announce(leftS: number): void {
  const n = spokenMinutes(announcedAtS, leftS);
  announcedAtS = Math.min(announcedAtS, leftS);
  const region = find("[data-say]");
  if (n !== null && region) region.textContent = formatMessage("minutes", { n });
}
