// Every page behind the sign-in, by keyboard alone: everything can be reached, and one sees where one is.
import { expect, type Page, test } from "@playwright/test";
import { USERS } from "./support/console";
import { addressOf, type Furnished, furnishShared, pageGroups, visit } from "./support/console-pages";
import { startSession } from "./support/session";
import { baseUrl } from "./support/shop";

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
    // What a hidden box stands in for wears the mark: its label, or what encloses both.
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
async function troubles(page: Page, part = "main"): Promise<string[]> {
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

/** What a slow machine looks at within a journey's time. */
const PAGES_AT_ONCE = 3;

let made: Furnished;
test.beforeAll(async ({ browser }) => {
  made = await furnishShared(browser);
});

for (const { name, user, patterns } of pageGroups(PAGES_AT_ONCE)) {
  test(`whatever can be worked on pages of ${name} is reached by Tab, and seen`, async ({ page }) => {
    await startSession(page, user);
    const found: string[] = [];
    for (const pattern of patterns) {
      await visit(page, baseUrl + addressOf(pattern, made));
      for (const trouble of await troubles(page)) found.push(`${pattern}: ${trouble}`);
    }
    expect(found).toEqual([]);
  });
}

const FRAMES = [
  { path: "/console", user: USERS.owner },
  { path: "/account", user: USERS.owner },
  { path: "/acting", user: USERS.partner },
  { path: "/operator", user: USERS.operator },
];
for (const { path, user } of FRAMES) {
  test(`the frame around ${path} is worked by keyboard, and seen`, async ({ page }) => {
    await startSession(page, user);
    await visit(page, baseUrl + path);
    expect(await troubles(page, "body")).toEqual([]);
  });
}

const DRAWERS = [
  { path: "/console/payment-links", opener: "New payment link" },
  { path: "/console/webhooks", opener: "New endpoint" },
  { path: "/console/credentials", opener: "New credential" },
  { path: "/console/team", opener: "Invite somebody" },
];
test("a drawer takes the focus, and Esc gives it back to what opened it", async ({ page }) => {
  await startSession(page);
  for (const { path, opener } of DRAWERS) {
    await visit(page, baseUrl + path);
    const button = page.getByRole("button", { name: opener, exact: true }).first();
    await button.press("Enter");
    const drawer = page.getByRole("dialog");
    await expect(drawer).toBeVisible();
    await expect(drawer.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("twin: what the keyboard cannot reach, and where it is not seen, is found", async ({ page }) => {
  await page.goto(`${baseUrl}/outbox`);
  const planted = '<span role="button">Only a mouse</span><a href="#x" style="outline:none;box-shadow:none">Unseen</a>';
  await page
    .locator("main")
    .first()
    .evaluate((main, html) => main.insertAdjacentHTML("beforeend", html), planted);
  expect(await troubles(page)).toEqual(["the focus is not seen on a Unseen", "not reached: span Only a mouse"]);
});
