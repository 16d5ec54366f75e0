// Checks that Tab reaches every control of a page and that the focus is visible.
import type { Page } from "@playwright/test";

/** Presses sent at once; the page records where the focus goes. */
const PRESSES = 25;
/** Rounds without a new stop after which the check ends: more presses than there are stops outside of the part. */
const IDLE_ROUNDS = 2;
/**
 * At most one poll is under way when polling stops; a page that still loses controls in the third round has another
 * cause.
 */
const WALKS = 3;

type Noted = { reached: number[]; unseen: string[] };
declare global {
  interface Window {
    noted: Noted;
  }
}

/**
 * Runs in the page: numbers the controls of a part, returns their names, sets the focus before them and records where it
 * goes. Of a group of radio buttons, and of a toolbar, only one control is a Tab stop.
 */
function numberStops(part: string): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    `${part} :is(a[href], button, input, select, textarea, summary, [tabindex='0'], [role=button])`,
  );
  const groups = new Set<string>();
  const stops = [...all].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(":disabled, [inert] *")) return false;
    if (element.matches("[tabindex='-1']")) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const isNew = !groups.has(element.name);
    groups.add(element.name);
    return isNew;
  });
  const nameOf = (element: HTMLElement) =>
    `${element.localName} ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}`;
  for (const one of document.querySelectorAll("[data-stop]")) one.removeAttribute("data-stop");
  const names = stops.map((element, index) => {
    const group = element instanceof HTMLInputElement && element.type === "radio" ? element.name : "";
    // A toolbar passes the focus on to one of its controls.
    const inToolbar = element.role === "toolbar" ? element.querySelectorAll("a, button") : null;
    const members = inToolbar ?? (group ? document.getElementsByName(group) : [element]);
    for (const member of members) member.setAttribute("data-stop", String(index));
    return nameOf(element);
  });
  const marked = (one: Element | null | undefined): boolean => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  };
  window.noted = { reached: [], unseen: [] };
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.dataset["stop"]) return;
    const stop = Number(target.dataset["stop"]);
    if (window.noted.reached.includes(stop)) return;
    window.noted.reached.push(stop);
    // A hidden checkbox shows its focus on its label, or on the element around both.
    const label = target instanceof HTMLInputElement ? target.labels?.[0] : null;
    const near = [target, target.parentElement, label, target.nextElementSibling];
    if (!near.some(marked)) window.noted.unseen.push(`focus not visible on ${nameOf(target)}`);
  });
  const beginning = document.querySelector<HTMLElement>(part);
  beginning?.setAttribute("tabindex", "-1");
  beginning?.focus();
  return names;
}

/** The controls of a part of the page that Tab does not reach, and those without a visible focus. */
export async function keyboardTroubles(page: Page, part = "main"): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Stops all polling: a list that is rendered again would lose its numbers.
  await page.route("**/api/trpc/**", () => {});
  // Until its script runs, each control of a toolbar is a stop of its own.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[role=toolbar] :is(a, button)")].every((one) => one.hasAttribute("tabindex")),
  );
  const { names, noted } = await walk(page, part);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const missed = names.filter((_, index) => !noted.reached.includes(index));
  return [...noted.unseen, ...missed.map((name) => `not reached: ${name}`)];
}

/** Presses Tab until no new control is reached. Starts again if a control left the page: a poll was still under way. */
async function walk(page: Page, part: string, walks = WALKS): Promise<{ names: string[]; noted: Noted }> {
  const names = await page.evaluate(numberStops, part);
  let noted: Noted = { reached: [], unseen: [] };
  for (let idle = 0; idle < IDLE_ROUNDS && noted.reached.length < names.length; ) {
    await Promise.all(Array.from({ length: PRESSES }, () => page.keyboard.press("Tab")));
    const now = await page.evaluate(() => window.noted);
    idle = now.reached.length === noted.reached.length ? idle + 1 : 0;
    noted = now;
  }
  const isWhole = await page.evaluate(
    (count) =>
      new Set([...document.querySelectorAll<HTMLElement>("[data-stop]")].map((one) => one.dataset["stop"])).size ===
      count,
    names.length,
  );
  return isWhole || walks === 1 ? { names, noted } : walk(page, part, walks - 1);
}
