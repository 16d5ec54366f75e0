// The loader that shops embed: no dependency, no cookie, no storage. It creates a frame with our page and handles its
// messages.
import { BASE, RETRY, SAY, TITLE, VERSION } from "./embed-built";
import { type ErrorDetails, type Frame, openFrame, queryOf } from "./embed-frame";
import { button, createContainer, el, skeleton } from "./embed-parts";
import type {
  BanksideLoader,
  CheckoutController,
  CheckoutErrorCode,
  CheckoutOptions,
  CheckoutResult,
} from "./embed-types";
import type { FrameMessage } from "./protocol";

/** Causes of errors that the loader detects itself, each with its fix on the next line. The guide explains them. */
const CAUSES: Partial<Record<CheckoutErrorCode, string>> = {
  element_not_found: "No such element.",
  token_missing: "No paymentToken.",
  frame_blocked: `Content-Security-Policy lacks:\nframe-src ${BASE}`,
  timeout: `No answer: check origin, token\nconnect-src ${BASE}`,
  unsupported_browser: "Browser too old.",
};

const mounts = new WeakMap<Element, CheckoutController>();

const CLOSED: CheckoutResult = { status: "closed", paymentRequestId: null };

type Settle = (result: CheckoutResult) => void;

/** Reports an error to the console and to the shop; returns its element for the customer, and in test for the developer. */
function explain(
  code: CheckoutErrorCode,
  { onError }: CheckoutOptions,
  details: ErrorDetails = {},
  retry?: () => void,
): Element {
  const { cause: message = CAUSES[code] ?? "", test, title = TITLE, say = SAY, reload } = details;
  console.error(`Bankside ${code}: ${message}\n${BASE}/docs/integrate/checkout`);
  // Later: a handler that throws does not stop the loader, and the shop has the controller.
  void Promise.resolve({ code, message }).then(onError);
  const todo = reload ? button(reload, () => location.reload()) : retry ? button(RETRY, retry) : "";
  const box = el("div", "box", el("div", "", el("h2", "", title), say, todo));
  if (test || /^(localhost|127)/.test(location.host)) box.append(el("div", "soft", `${code}\n${message}`));
  box.role = "alert";
  return box;
}

/** Calls the shop's handlers for a message. */
function notifyShop(message: FrameMessage, options: CheckoutOptions, settle: Settle): void {
  if (message.type === "ready") options.onReady?.();
  if (message.type === "restart") options.onStartAgain?.();
  if (message.type === "change") {
    const { phase, amount, currency } = message;
    options.onChange?.({ phase, amount, currency });
  }
  if (message.type === "ended") {
    const { status, paymentRequestId } = message;
    settle({ status, paymentRequestId });
    if (status === "success") options.onComplete?.({ status, paymentRequestId });
  }
}

/** Calls `unmount` when a framework has removed the element. */
function onRemoval(element: Element, host: Element, unmount: () => void): void {
  const watch = new MutationObserver(() => {
    if (element.isConnected && host.isConnected) return;
    watch.disconnect();
    unmount();
  });
  // A removal in one of the nested shadow roots is not reported to those around it.
  for (let inner: Node = element; inner; ) {
    const root = inner.getRootNode();
    watch.observe(root, { childList: true, subtree: true });
    inner = (root as ShadowRoot).host;
  }
}

/** A checkout in an element that is on the page. */
function mountIn(element: Element, given: CheckoutOptions): CheckoutController {
  const isModal = given.display === "modal";
  const [host, panel, draw, remove] = createContainer(element, isModal && close);
  const options = { ...given };
  let post: Frame[0] | undefined;
  let stop: Frame[1] | undefined;
  let completed!: Promise<CheckoutResult>;
  let settle!: Settle;

  function fail(code: CheckoutErrorCode, details?: ErrorDetails): void {
    // After a timeout the frame may still load.
    if (code !== "timeout") stop?.();
    draw(explain(code, options, details, open));
  }
  function onMessage(message: FrameMessage): void {
    if (message.type === "ready") draw();
    if (message.type === "close") close();
    if (message.type === "expired") fail("token_expired", message);
    notifyShop(message, options, settle);
  }
  function open(): void {
    // A removed frame would take the focus with it: the next Tab would begin at the top of the shop's page.
    if (document.activeElement === host) (panel.firstChild as HTMLElement).focus();
    stop?.();
    // The frame's background is transparent, so both need the same colour scheme.
    host.style.colorScheme = options.theme ?? "light dark";
    draw(skeleton());
    if (options.paymentToken) [post, stop] = openFrame(panel, options, onMessage, fail);
    else fail("token_missing");
  }
  function renewCompleted(): void {
    completed = new Promise((resolve) => {
      settle = resolve;
    });
  }
  function unmount(): void {
    // Repeated by `onRemoval`, and by shops.
    stop?.();
    remove();
    settle(CLOSED);
  }
  function close(): void {
    if (!isModal) return;
    unmount();
    options.onClose?.();
  }
  function update(changed: Partial<CheckoutOptions> = {}): void {
    if (!host.isConnected) return;
    const { paymentToken } = options;
    const before = queryOf(options);
    Object.assign(options, changed);
    if (options.paymentToken !== paymentToken) {
      settle(CLOSED);
      renewCompleted();
    }
    if (queryOf(options) === before) post?.("refresh");
    else open();
  }

  renewCompleted();
  onRemoval(element, host, unmount);
  open();
  return {
    update,
    unmount,
    get completed() {
      return completed;
    },
  };
}

/** Reports an error instead of mounting a checkout; on the page too if it has the element. */
function refuse(code: CheckoutErrorCode, options: CheckoutOptions, element?: Element): CheckoutController {
  const box = explain(code, options);
  element?.append(box);
  return { update() {}, unmount: () => box.remove(), completed: Promise.resolve(CLOSED) };
}

/** Mounts a payment's checkout in an element of the shop's page, in place of an earlier one. */
function mount(element: Element | null, options: CheckoutOptions): CheckoutController {
  if (!element?.isConnected) return refuse("element_not_found", options);
  mounts.get(element)?.unmount();
  const isSupported = CSS.supports("color", "light-dark(red,red)");
  const controller = isSupported ? mountIn(element, options) : refuse("unsupported_browser", options, element);
  mounts.set(element, controller);
  return controller;
}

const page = window as { Bankside?: BanksideLoader };
// If loaded twice, the first loader stays because it tracks its mounts. Another installation's is replaced.
if (page.Bankside?.origin !== BASE) page.Bankside = { mount, version: VERSION, origin: BASE };
