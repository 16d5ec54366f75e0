/** The page's root element; its attributes hold the script's data. */
export function root(): HTMLElement {
  const found = document.querySelector<HTMLElement>("[data-root]");
  if (!found) throw new Error("No checkout on this page.");
  return found;
}

export function find<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E | null {
  return within.querySelector<E>(selector);
}

export function all<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E[] {
  return [...within.querySelectorAll<E>(selector)];
}

export function isFramed(): boolean {
  return root().dataset.view === "frame" && window.parent !== window;
}
