import { timeLeft } from "../format";
import { LOW_TIME_S } from "../phases";
import { find } from "./dom";
import { spokenMinutes } from "./timing";
import { phrase } from "./words";

let endsAtMs = 0;
let saidAtS = Number.POSITIVE_INFINITY;

/** Seconds that the server says are left: the only clock here is the time since it said so. */
export function setTimeLeft(seconds: number): void {
  endsAtMs = performance.now() + seconds * 1000;
  saidAtS = Math.min(saidAtS, seconds + 1);
}

/** The clock on the wall has gone on without us for so long: the device slept, and our own count may have slept with it. */
const SLEPT_MS = 10_000;

/** Starts the one timer of the page. `lookAgain` runs each time that the end is reached, and after the device has slept. */
export function startCountdown(lookAgain: () => void): void {
  const first = find("[data-left]");
  if (first) setTimeLeft(Number(first.dataset.left));
  let over = false;
  let tickedAt = Date.now();
  window.setInterval(() => {
    const now = Date.now();
    if (Math.abs(now - tickedAt) > SLEPT_MS) lookAgain();
    tickedAt = now;
    const timer = find("[data-left]");
    if (!timer) return;
    const left = (endsAtMs - performance.now()) / 1000;
    timer.textContent = phrase("left", { time: timeLeft(left) });
    timer.toggleAttribute("data-low", left < LOW_TIME_S);
    const note = find("[data-note=low]");
    if (note) note.hidden = left >= LOW_TIME_S;
    say(left);
    if (left <= 0 && !over) lookAgain();
    over = left <= 0;
  }, 1000);
}

function say(leftS: number): void {
  const n = spokenMinutes(saidAtS, leftS);
  saidAtS = Math.min(saidAtS, leftS);
  const region = find("[data-say]");
  if (n !== null && region) region.textContent = phrase("minutes", { n });
}
