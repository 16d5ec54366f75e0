// Elements that the loader adds to the shop's page. Built without HTML strings, which Trusted Types blocks, and without
// style attributes, which a content policy blocks.
import { CLOSE, FRAME, LANGUAGE, LOADING } from "./embed-built";

/**
 * Styles of the loader's own elements. A constructed style sheet, because a shop's content policy may block all others.
 * Colours are the browser's system colours for either scheme, with greys over them: the design tokens are not available
 * in the shop's page.
 */
const STYLE = `:host{all:initial;color:CanvasText;font:.875rem/1.5 system-ui}\
:host,iframe,button,i{display:block;width:100%}iframe{border:0;height:0;visibility:hidden}\
.box,button,i{border-radius:1rem;background:Canvas}\
.box{border:1px solid #8884;overflow:hidden}.box>div{padding:1.5rem}.soft{background:#8881;white-space:pre-wrap}\
i{background:#8883;height:1.75rem;margin:1.375rem 0;max-width:100%}\
h2{margin:0 0 .5rem}\
button{margin-top:1.5rem;height:3rem;border:1px solid #888;color:inherit;font:inherit}\
dialog{min-width:100%;min-height:100%;padding:1rem;border:0;box-sizing:border-box;background:none}\
dialog::backdrop{background:#0009}dialog>*{max-width:30rem;margin:0 auto 1rem}dialog>button{width:3rem;margin-right:0}`;

export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = "", ...children: (Node | string)[]) {
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

export function button(label: string, press: () => void): HTMLElement {
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

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** `draw` shows an element above the frame, in place of the previous one; without an argument, the frame alone. */
export type Container = readonly [
  host: HTMLElement,
  panel: ParentNode,
  draw: (...next: Element[]) => void,
  /** Removes it from the page. A dialog returns the focus. */
  remove: () => void,
];

/**
 * The checkout's container: a shadow root in the shop's element. With `close` a dialog, in the page's body: within a hidden
 * element it would be invisible, and the page behind it inert.
 */
export function createContainer(element: Element, close: (() => void) | false): Container {
  const host = el("div");
  const dialog = el("dialog");
  const above = el("div");
  // The page behind the dialog does not scroll. A style sheet of each dialog: the root element's own style, which the
  // shop and other dialogs may change meanwhile, could not be restored.
  const lock = sheetOf("html{overflow:hidden!important}");
  const box = host.attachShadow({ mode: "open" });
  box.adoptedStyleSheets = [sheetOf(STYLE)];
  host.lang = LANGUAGE;
  (close ? document.body : element).append(host);
  if (close) {
    const shut = button("×", close);
    shut.ariaLabel = CLOSE;
    dialog.ariaLabel = FRAME;
    dialog.oncancel = close;
    dialog.append(shut);
    box.append(dialog);
    dialog.showModal();
    document.adoptedStyleSheets.push(lock);
  }
  const panel = close ? dialog : box;
  // Can be given the focus while there is no frame. The host cannot: without a place among the tab stops, its frame has none.
  above.tabIndex = -1;
  panel.append(above);
  const remove = () => {
    dialog.close();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== lock);
    host.remove();
  };
  return [host, panel, (...next) => above.replaceChildren(...next), remove];
}
