// The loader that shops embed: no dependency, no cookie, no storage. It creates a frame with our page and handles its
// messages.
import { BASE, RETRY, SAY, TITLE, VERSION } from "./embed-built";
import { type ErrorDetails, type Frame, openFrame, queryOf } from "./embed-frame";
import { button, createContainer, skeleton, trouble } from "./embed-parts";
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
  timeout: `No answer: origin allowed? token known?\nconnect-src ${BASE}`,
  unsupported_browser: "Browser too old.",
};

const isDesk = /^(localhost|127)/.test(location.hostname);
const mounts = new WeakMap<Element, CheckoutController>();

const CLOSED: CheckoutResult = { status: "closed", paymentRequestId: null };

type Settle = (result: CheckoutResult) => void;

function newCompletion(): [Promise<CheckoutResult>, Settle] {
  let settle!: Settle;
  return [
    new Promise((resolve) => {
      settle = resolve;
    }),
    settle,
  ];
}

/** Reports an error to the console and to the shop, and returns its element for the customer. */
function explain(
  code: CheckoutErrorCode,
  { onError }: CheckoutOptions,
  details: ErrorDetails = {},
  retry: (() => void) | null = null,
): Element {
  const { cause: message = CAUSES[code] ?? "", test, title = TITLE, say = SAY, reload } = details;
  console.error(`Bankside ${code}: ${message}\n${BASE}/docs/integrate/checkout`);
  onError?.({ code, message });
  const todo = reload ? button(reload, () => location.reload()) : button(RETRY, retry);
  return trouble(title, say, todo, test || isDesk ? `${code}\n${message}` : "");
}

/** Calls the shop's handlers for a message. */
function notifyShop(message: FrameMessage, options: CheckoutOptions, settle: Settle): void {
  const { onReady, onChange, onComplete } = options;
  if (message.type === "ready") onReady?.();
  if (message.type === "restart") options.onStartAgain?.();
  if (message.type === "change")
    onChange?.({ phase: message.phase, amount: message.amount, currency: message.currency });
  if (message.type === "ended") {
    const { status, paymentRequestId } = message;
    const end = { status, paymentRequestId };
    settle(end);
    if (status === "success") onComplete?.(end as { status: "success"; paymentRequestId: string });
  }
}

/** A checkout in an element that is on the page. */
function mountIn(element: Element, given: CheckoutOptions): CheckoutController {
  const isModal = given.display === "modal";
  const container = createContainer(element, isModal && close);
  let options = given;
  let isOver = false;
  let post: Frame[0] | undefined;
  let stop: Frame[1] | undefined;
  let [completed, settle] = newCompletion();

  function fail(code: CheckoutErrorCode, details?: ErrorDetails): void {
    // After a timeout the frame may still load.
    if (code !== "timeout") stop?.();
    container.draw(explain(code, options, details, open));
  }
  function onMessage(message: FrameMessage): void {
    if (message.type === "ready") container.draw();
    if (message.type === "close") close();
    if (message.type === "expired") fail("token_expired", message);
    notifyShop(message, options, settle);
  }
  function open(): void {
    stop?.();
    // The frame's background is transparent, so both need the same colour scheme.
    container.host.style.colorScheme = options.theme ?? "light dark";
    container.draw(skeleton());
    if (options.paymentToken) [post, stop] = openFrame(container.panel, options, onMessage, fail);
    else fail("token_missing");
  }
  function unmount(): void {
    // Repeated by the observer below after each close, and by shops: it must not undo what a later dialog has set.
    if (isOver) return;
    isOver = true;
    stop?.();
    container.remove();
    settle(CLOSED);
  }
  function close(): void {
    if (!isModal) return;
    unmount();
    options.onClose?.();
  }
  function update(changed: Partial<CheckoutOptions> = {}): void {
    if (isOver) return;
    const before = options;
    options = { ...options, ...changed };
    if (options.paymentToken !== before.paymentToken) {
      settle(CLOSED);
      [completed, settle] = newCompletion();
    }
    if (queryOf(options) === queryOf(before)) post?.("refresh");
    else open();
  }

  // When a framework removes the element, the checkout is unmounted.
  new ResizeObserver((_, watch) => {
    if (container.host.isConnected) return;
    watch.disconnect();
    unmount();
  }).observe(container.panel);
  open();
  return {
    update,
    unmount,
    get completed() {
      return completed;
    },
  };
}

const isSupported = window.CSS?.supports("color", "light-dark(red,red)");
const NONE: CheckoutController = { update() {}, unmount() {}, completed: Promise.resolve(CLOSED) };

/** Mounts a payment's checkout in an element of the shop's page, in place of an earlier one. */
function mount(element: Element | null, options: CheckoutOptions): CheckoutController {
  if (!element?.isConnected) {
    explain("element_not_found", options);
    return NONE;
  }
  if (!isSupported) {
    element.append(explain("unsupported_browser", options));
    return NONE;
  }
  mounts.get(element)?.unmount();
  const controller = mountIn(element, options);
  mounts.set(element, controller);
  return controller;
}

const loader: BanksideLoader = { mount, version: VERSION, origin: BASE };
const page = window as { Bankside?: BanksideLoader };
// If loaded twice, the first loader stays because it tracks its mounts. Another installation's is replaced.
if (page.Bankside?.origin !== BASE) page.Bankside = loader;
