// Sends the page's forms. Each form works without the script. The script keeps the customer in the frame where input is
// needed, opens the bank in a tab where the device prefers it, and reports a failed connection or response.
import { hideTrouble, showTrouble } from "./choice";
import { find, isFramed, root } from "./dom";
import { apply, JSON_ONLY, noteOpening, pausePolling, type State, schedule } from "./live";
import { refuseWithoutBank } from "./picker";

/** After this time without a response the form may be sent again; a repeat is safe. */
const GIVE_BACK_MS = 15_000;
/** Longer than a bank may take. In a frame, the state is then read instead: the response may be lost on a mobile network. */
const NO_RESPONSE_MS = 25_000;
/**
 * An allowed tab opens at once and hides this page. If the page is still visible after this time, the tab was blocked.
 */
const HELD_BACK_MS = 2_000;

let pressed = false;
let pause = 0;
// After a blocked tab, the bank opens in this window.
let tabsFail = false;

function busy(on: boolean): void {
  window.clearTimeout(pause);
  pressed = on;
  if (on) hideTrouble();
  root().toggleAttribute("data-busy", on);
  const button = find("#pay .btn");
  if (on) button?.setAttribute("aria-busy", "true");
  else button?.removeAttribute("aria-busy");
}

/** Ends the busy state. */
export function release(): void {
  busy(false);
  pausePolling(false);
}

/** The customer pressed the form's button and looks at it. A form without a full button is a row or a link. */
function refuse(form: HTMLFormElement, why: Parameters<typeof showTrouble>[0]): void {
  showTrouble(why, find("button.btn", form) ?? find("[data-part=work] > *"));
}

/**
 * The shop's preference; else a tab on devices with a mouse, and this window on phones, where it opens the bank's app.
 */
function opensTab(): boolean {
  const { window: preference } = root().dataset;
  const wanted = preference ? preference === "tab" : matchMedia("(hover:hover) and (pointer:fine)").matches;
  return wanted && !tabsFail;
}

// Not `form.action`: a field named "action" shadows it.
function addressOf(form: HTMLFormElement, bankWindow: "tab" | "top"): string {
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  address.searchParams.set("window", bankWindow);
  return address.href;
}

/**
 * Sends the form to a new tab without a handle in either direction. The result reaches this page from the server.
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
    refuse(form, "heldBack");
  }, HELD_BACK_MS);
}

/** In a frame the script sends the form, so that a response that needs input is shown in the frame. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Read before the button is disabled, because its value is part of the form.
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
  busy(true);
  pausePolling(true);
  try {
    const signal = AbortSignal.timeout(NO_RESPONSE_MS);
    const response = await fetch(addressOf(form, "top"), { method: "POST", body, signal, ...JSON_ONLY });
    if (response.ok) show((await response.json()) as State);
    // The payment or link is gone: its page says why.
    else if (response.status === 404 || response.status === 410) location.reload();
    else sendFailed(form, "failed");
  } catch {
    sendFailed(form, "unreached");
  }
  schedule();
}

function show(state: State): void {
  release();
  if (state.go) noteOpening();
  apply(state);
  if (state.go) goTo(state.go);
}

function sendFailed(form: HTMLFormElement, why: "unreached" | "failed"): void {
  release();
  refuse(form, why);
}

// Opens the bank's page in the whole window instead of the frame. If the browser blocks that, the page shows a link.
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
    refuse(form, "unreached");
  } else if (!isFramed()) {
    busy(true);
    pausePolling(true);
    pause = window.setTimeout(release, GIVE_BACK_MS);
  } else if (new FormData(form).get("action") === "start" && opensTab()) sendToTab(form);
  else {
    event.preventDefault();
    void send(form, event.submitter);
  }
}

export function startPress(): void {
  document.addEventListener("submit", onSubmit);
  window.addEventListener("online", hideTrouble);
}
