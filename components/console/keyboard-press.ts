const TRIES = 40;
const BETWEEN_MS = 75;

/** Presses what fits and can be seen; false: there is nothing. */
export function press(selector: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
  found?.click();
  return found !== undefined;
}

/** The same on a page that one is on the way to; given up when it does not come soon. */
export function pressThere(pathname: string, selector: string, tries = TRIES): void {
  const isThere = window.location.pathname === pathname && press(selector);
  if (!isThere && tries > 0) setTimeout(() => pressThere(pathname, selector, tries - 1), BETWEEN_MS);
}
