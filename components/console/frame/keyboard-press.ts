const TRIES = 40;
const BETWEEN_MS = 75;

/** Clicks the first visible match; false: there is none. */
export function press(selector: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
  found?.click();
  return found !== undefined;
}

/** The same on a page that is still loading; gives up after 3 s. */
export function pressThere(pathname: string, selector: string, tries = TRIES): void {
  const isThere = window.location.pathname === pathname && press(selector);
  if (!isThere && tries > 0) setTimeout(() => pressThere(pathname, selector, tries - 1), BETWEEN_MS);
}
