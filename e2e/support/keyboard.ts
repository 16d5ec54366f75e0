// What the keyboard reaches on a page, and whether one sees where one is.
import type { Page } from "@playwright/test";

/** So many presses are sent at once: the page itself writes down where each of them leads. */
const PRESSES = 25;
/** Rounds of presses that lead to nothing new: more than there are stops outside of the part that is looked at. */
const IDLE_ROUNDS = 2;

type Noted = { reached: number[]; unseen: string[] };
declare global {
  interface Window {
    noted: Noted;
  }
}

/**
 * Runs in the page: numbers whatever can be worked in a part of it, returns the names, puts the focus before them and
 * writes down where it goes. Of a group of radio buttons one is a stop, and the arrows lead to the others.
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
  const names = stops.map((element, index) => {
    const group = element instanceof HTMLInputElement && element.type === "radio" ? element.name : "";
    const members = group ? document.getElementsByName(group) : [element];
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
    if (!near.some(marked)) window.noted.unseen.push(`the focus is not seen on ${nameOf(target)}`);
  });
  const beginning = document.querySelector<HTMLElement>(part);
  beginning?.setAttribute("tabindex", "-1");
  beginning?.focus();
  return names;
}

/** What the keyboard does not reach in a part of the page, and where one would not see that one is. */
export async function keyboardTroubles(page: Page, part = "main"): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Nothing new comes from now on: a list that was drawn anew would have other rows than those that are numbered.
  await page.route("**/api/trpc/**", () => {});
  const names = await page.evaluate(numberStops, part);
  let noted: Noted = { reached: [], unseen: [] };
  for (let idle = 0; idle < IDLE_ROUNDS && noted.reached.length < names.length; ) {
    await Promise.all(Array.from({ length: PRESSES }, () => page.keyboard.press("Tab")));
    const now = await page.evaluate(() => window.noted);
    idle = now.reached.length === noted.reached.length ? idle + 1 : 0;
    noted = now;
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const missed = names.filter((_, index) => !noted.reached.includes(index));
  return [...noted.unseen, ...missed.map((name) => `not reached: ${name}`)];
}
