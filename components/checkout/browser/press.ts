// Pressing a button of the page's forms. Each works without this: the script keeps the shopper in the frame where a press
// needs him again, opens the bank beside the shop's page where that is better, and says when we could not be reached.
import { find, isFramed, root } from "./dom";
import { apply, hold, JSON_ONLY, noteOpening, type State, schedule } from "./live";
import { refuseWithoutBank } from "./picker";
import { phrase } from "./words";

/** A press that has led nowhere by then may be made again: to repeat it is safe. */
const GIVE_BACK_MS = 15_000;
/** A browser that lets a tab open does it at once, and this page is out of sight. */
const HELD_BACK_MS = 2_000;

let pressed = false;
let pause = 0;
// The browser held a tab back once: from then on the bank opens in this window.
let tabsFail = false;

function busy(on: boolean): void {
  window.clearTimeout(pause);
  pressed = on;
  root().toggleAttribute("data-busy", on);
  const button = find("#pay .btn");
  if (on) button?.setAttribute("aria-busy", "true");
  else button?.removeAttribute("aria-busy");
}

/** The press is over, whatever came of it. */
export function release(): void {
  busy(false);
  hold(false);
}

function say(name: "unreached" | "heldBack"): void {
  const error = find("#err");
  if (!error) return;
  error.textContent = phrase(name);
  error.hidden = false;
}

/** The shop's wish; else a tab where there is a mouse, and this window on phones, whose banks' apps open from it. */
function opensTab(): boolean {
  const { window: wish } = root().dataset;
  const wanted = wish ? wish === "tab" : matchMedia("(hover:hover) and (pointer:fine)").matches;
  return wanted && !tabsFail;
}

// Not form.action: the field of that name stands in its way.
function addressOf(form: HTMLFormElement, bankWindow: "tab" | "top"): string {
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  address.searchParams.set("window", bankWindow);
  return address.href;
}

/**
 * The press goes to a tab of its own, which the browser opens for it: no handle on the bank's page is held here, and none on
 * this one there. What becomes of it this page hears from the server.
 */
function sendToTab(form: HTMLFormElement): void {
  form.setAttribute("action", addressOf(form, "tab"));
  form.target = "_blank";
  form.setAttribute("rel", "noopener");
  busy(true);
  noteOpening();
  pause = window.setTimeout(() => {
    busy(false);
    if (root().dataset.phase !== "choosing" || document.hidden || !document.hasFocus()) return;
    tabsFail = true;
    say("heldBack");
  }, HELD_BACK_MS);
}

/** In a frame the press is sent by the script, so that what needs the shopper again is shown in the frame. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Before the button is marked: what it says itself goes with the form.
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
  busy(true);
  hold(true);
  try {
    const response = await fetch(addressOf(form, "top"), { method: "POST", body, ...JSON_ONLY });
    if (!response.ok) throw new Error(String(response.status));
    const state = (await response.json()) as State;
    release();
    if (state.go) noteOpening();
    apply(state);
    if (state.go) goTo(state.go);
  } catch {
    release();
    say("unreached");
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

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.id === "find" || form.method !== "post" || refuseWithoutBank(event)) return;
  if (pressed) event.preventDefault();
  else if (!navigator.onLine) {
    event.preventDefault();
    say("unreached");
  } else if (!isFramed()) {
    busy(true);
    hold(true);
    pause = window.setTimeout(release, GIVE_BACK_MS);
  } else if (new FormData(form).get("action") === "start" && opensTab()) sendToTab(form);
  else {
    event.preventDefault();
    void send(form, event.submitter);
  }
}

export function startPress(): void {
  document.addEventListener("submit", onSubmit);
}
