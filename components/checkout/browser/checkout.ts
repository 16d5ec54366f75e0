// The script of the shopper's pages. It holds no rule: the server draws every state, this asks, swaps and listens.
import { setTimeLeft, startCountdown } from "./countdown";
import { find, isFramed, root } from "./dom";
import { startLanguage } from "./language";
import { showChoice } from "./choice";
import { refuseWithoutBank, startPicker } from "./picker";
import { localise, talkToShop, tellShop } from "./shop";
import { swapState } from "./swap";
import { pollDelay } from "./timing";
import { phrase } from "./words";

type State = { phase: string; expiresInS: number | null; html: string | null; go: string | null };

const JSON_ONLY = { headers: { Accept: "application/json" } };

let quiet = 0;
let timer = 0;
let pressed = false;
// Answers to what was asked before the last question or press are out of date.
let round = 0;

function apply(state: State): void {
  if (state.expiresInS !== null) setTimeLeft(state.expiresInS);
  quiet = state.html === null ? quiet + 1 : 0;
  if (state.html === null) return;
  swapState(state.html);
  showChoice();
  localise();
  tellShop();
  const { leave } = root().dataset;
  if (leave) location.replace(leave);
}

async function ask(): Promise<void> {
  window.clearTimeout(timer);
  const { state, key, amount, poll } = root().dataset;
  if (!state || pressed || document.hidden) return;
  const url = new URL(state, location.href);
  url.searchParams.set("key", key ?? "");
  url.searchParams.set("seen", amount ?? "");
  const mine = ++round;
  try {
    const response = await fetch(url, JSON_ONLY);
    // A link that is gone meanwhile: its page says how, and waits for nothing more.
    if (response.status === 410 && poll) location.reload();
    const news = response.ok ? ((await response.json()) as State) : null;
    if (mine !== round) return;
    if (news) apply(news);
    else quiet += 1;
  } catch {
    quiet += 1;
  }
  schedule();
}

function schedule(): void {
  window.clearTimeout(timer);
  const { poll } = root().dataset;
  if (poll) timer = window.setTimeout(ask, pollDelay(Number(poll), quiet));
}

function lookNow(): void {
  quiet = 0;
  void ask();
}

function busy(on: boolean): void {
  pressed = on;
  round += 1;
  root().toggleAttribute("data-busy", on);
  const button = find("#pay .btn");
  if (on) button?.setAttribute("aria-busy", "true");
  else button?.removeAttribute("aria-busy");
}

function showTrouble(): void {
  const error = find("#err");
  if (!error) return;
  error.textContent = phrase("unreached");
  error.hidden = false;
}

/** In a frame the press is sent by the script, so that what needs the shopper again is shown in the frame. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Before the button is marked: what it says itself goes with the form.
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
  busy(true);
  // Not form.action: the field of that name stands in its way.
  const address = form.getAttribute("action") ?? "";
  try {
    const response = await fetch(address, { method: "POST", body, ...JSON_ONLY });
    if (!response.ok) throw new Error(String(response.status));
    const state = (await response.json()) as State;
    busy(false);
    apply(state);
    if (state.go) goTo(state.go);
  } catch {
    busy(false);
    showTrouble();
  }
  schedule();
}

// The bank's page takes the whole window, never the frame. Where the browser holds that back, the page has a link.
function goTo(address: string): void {
  try {
    if (window.top) window.top.location.href = address;
  } catch {
    find("[data-part=work] a.btn")?.focus();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.id === "find" || refuseWithoutBank(event)) return;
  if (pressed) event.preventDefault();
  else if (isFramed()) {
    event.preventDefault();
    void send(form, event.submitter);
  } else busy(true);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) lookNow();
});
// A page that comes back from the browser's memory, after the bank or a step back, looks again.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  busy(false);
  lookNow();
});

localise();
startPicker();
startLanguage();
talkToShop(lookNow);
startCountdown(lookNow);
schedule();
