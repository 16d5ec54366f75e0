// What the loader draws in the shop's own page: before the frame, around it, and instead of it. Made of elements and never of
// markup, which a page that requires Trusted Types refuses; and without style attributes, which a content policy refuses.
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

/** The frame's own boxes at its usual height, so that little moves when it comes; named for those who do not see it. */
export function skeleton(): HTMLElement {
  const slip = el("div", "soft", ...bars(6, 10, 9, 9, 11));
  const box = el("div", "box", slip, el("div", "", ...bars(8, 99, 11, 7, 9, 6, 8, 10, 9, 7, 99, 15)));
  box.role = "status";
  box.ariaLabel = LOADING;
  return box;
}

/** Why the frame is not here: for the shopper, with what to do; and where `cause` is not empty, for the developer. */
export function trouble(title: string, say: string, todo: HTMLElement, cause: string): HTMLElement {
  const box = el("div", "box", el("div", "", el("h2", "", title), say, todo));
  if (cause) box.append(el("div", "soft", el("pre", "", cause)));
  box.role = "alert";
  return box;
}

export type Place = {
  host: HTMLElement;
  panel: HTMLElement;
  /** Shows this beside the frame, instead of what was shown there; nothing: the frame alone. */
  draw: (next?: Element) => void;
  /** Takes it off the page. A dialog gives the focus back to where it was. */
  leave: () => void;
};

/** Where a checkout stands in the shop's page: behind a shadow root of its own, in a dialog where `close` is given. */
export function makePlace(element: Element, close: (() => void) | false): Place {
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
    // What is behind it stands still.
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
    leave(): void {
      dialog.close();
      if (close) page.overflow = overflow;
      host.remove();
    },
  };
}
