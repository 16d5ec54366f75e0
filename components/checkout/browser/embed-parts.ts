// Elements that the loader adds to the shop's page. Built without HTML strings, which Trusted Types blocks, and without
// style attributes, which a content policy blocks.
import { CLOSE, FRAME, LANGUAGE, LOADING } from "./embed-built";
import { STYLE } from "./embed-style";

function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = "", ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

const bars = (...widthsRem: number[]) =>
  widthsRem.map((widthRem) => {
    const bar = el("i");
    bar.style.width = `${widthRem}rem`;
    return bar;
  });

export function button(label: string, press: (() => void) | null): HTMLElement {
  const drawn = el("button", "", label);
  drawn.onclick = press;
  return drawn;
}

/** A placeholder at the frame's usual height, to avoid a layout shift; labelled for screen readers. */
export function skeleton(): HTMLElement {
  const slip = el("div", "soft", ...bars(6, 11, 7, 9, 11));
  const box = el("div", "box", slip, el("div", "", ...bars(8, 99, 11, 7, 9, 11, 7, 9, 11, 7, 99, 15)));
  box.role = "status";
  box.ariaLabel = LOADING;
  return box;
}

/** The error shown instead of the frame: for the customer, with an action; with `cause`, for the developer. */
export function trouble(title: string, say: string, todo: HTMLElement, cause: string): HTMLElement {
  const box = el("div", "box", el("div", "", el("h2", "", title), say, todo));
  if (cause) box.append(el("div", "soft", el("pre", "", cause)));
  box.role = "alert";
  return box;
}

export type Container = {
  host: HTMLElement;
  panel: HTMLElement;
  /** Shows an element beside the frame, in place of the previous one; without an argument, the frame alone. */
  draw: (next?: Element) => void;
  /** Removes it from the page. A dialog returns the focus. */
  remove: () => void;
};

/** The checkout's container in the shop's page: a shadow root, in a dialog if `close` is given. */
export function createContainer(element: Element, close: (() => void) | false): Container {
  const host = el("div");
  const dialog = el("dialog");
  const page = document.documentElement.style;
  const { overflow } = page;
  const box = host.attachShadow({ mode: "open" });
  const panel = el("div");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  box.adoptedStyleSheets = [sheet];
  host.lang = LANGUAGE;
  element.append(host);
  if (close) {
    const shut = button("×", close);
    shut.ariaLabel = CLOSE;
    dialog.ariaLabel = FRAME;
    dialog.oncancel = close;
    dialog.append(shut, panel);
    box.append(dialog);
    dialog.showModal();
    // The page behind does not scroll.
    page.overflow = "hidden";
  } else box.append(panel);
  let over: Element | undefined;
  return {
    host,
    panel,
    draw(next): void {
      over?.remove();
      over = next;
      if (next) panel.append(next);
    },
    remove(): void {
      dialog.close();
      if (close) page.overflow = overflow;
      host.remove();
    },
  };
}
