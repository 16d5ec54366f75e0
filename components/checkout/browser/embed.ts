// The loader that shops embed: no dependency, no cookie, no storage. It makes a frame of our page and listens to it.
import { BASE, RETRY, SAY, TITLE, VERSION } from "./embed-built";
import { type Frame, openFrame, queryOf, type Told } from "./embed-frame";
import { button, makePlace, skeleton, trouble } from "./embed-parts";
import type {
  BanksideLoader,
  CheckoutController,
  CheckoutErrorCode,
  CheckoutOptions,
  CheckoutResult,
} from "./embed-types";
import type { News } from "./protocol";

/** What the loader knows by itself, and the guide explains: a cause, and its cure on a line of its own. */
const CAUSES: Partial<Record<CheckoutErrorCode, string>> = {
  element_not_found: "No element of the page.",
  token_missing: "No paymentToken.",
  frame_blocked: `Content-Security-Policy lacks:\nframe-src ${BASE}`,
  timeout: `No answer: origin allowed? token known?\nconnect-src ${BASE}`,
  unsupported_browser: "The browser is too old.",
};

const isDesk = /^(localhost|127)/.test(location.hostname);
const mounts = new WeakMap<Element, CheckoutController>();

const CLOSED: CheckoutResult = { status: "closed", paymentRequestId: null };

type Settle = (result: CheckoutResult) => void;

function newEnd(): [Promise<CheckoutResult>, Settle] {
  let settle!: Settle;
  return [
    new Promise((resolve) => {
      settle = resolve;
    }),
    settle,
  ];
}

/** Says what is wrong: in the console, to the shop, and in what it returns, to the shopper. */
function explain(
  code: CheckoutErrorCode,
  { onError }: CheckoutOptions,
  told: Told = {},
  retry: (() => void) | null = null,
): Element {
  const { cause: message = CAUSES[code] ?? "", test, title = TITLE, say = SAY, reload } = told;
  console.error(`Bankside ${code}: ${message}\n${BASE}/docs/integrate/checkout`);
  onError?.({ code, message });
  const todo = reload ? button(reload, () => location.reload()) : button(RETRY, retry);
  return trouble(title, say, todo, test || isDesk ? `${code}\n${message}` : "");
}

/** What a shop hears of the news. */
function passOn(news: News, { onReady, onChange, onComplete }: CheckoutOptions, settle: Settle): void {
  if (news.type === "ready") onReady?.();
  if (news.type === "change") onChange?.({ phase: news.phase, amount: news.amount, currency: news.currency });
  if (news.type === "ended") {
    const { paymentRequestId, status } = news;
    const end = { status, paymentRequestId };
    settle(end);
    if (status === "success") onComplete?.({ ...end, status });
  }
}

/** A checkout in an element that is on the page. */
function hold(element: Element, given: CheckoutOptions): CheckoutController {
  const isModal = given.display === "modal";
  const place = makePlace(element, isModal && close);
  let options = given;
  let isOver = false;
  let post: Frame[0] | undefined;
  let stop: Frame[1] | undefined;
  let [completed, settle] = newEnd();

  function fail(code: CheckoutErrorCode, told?: Told): void {
    // One that is only late may still come.
    if (code !== "timeout") stop?.();
    place.draw(explain(code, options, told, open));
  }
  function hear(news: News): void {
    if (news.type === "ready") place.draw();
    if (news.type === "close") close();
    if (news.type === "expired") fail("token_expired", news);
    passOn(news, options, settle);
  }
  function open(): void {
    stop?.();
    // As in the frame, whose ground is transparent then.
    place.host.style.colorScheme = options.theme ?? "light dark";
    place.draw(skeleton());
    if (options.paymentToken) [post, stop] = openFrame(place.panel, options, hear, fail);
    else fail("token_missing");
  }
  function unmount(): void {
    isOver = true;
    stop?.();
    place.leave();
    settle(CLOSED);
  }
  function close(): void {
    if (isOver || !isModal) return;
    unmount();
    options.onClose?.();
  }
  function update(changed: Partial<CheckoutOptions> = {}): void {
    if (isOver) return;
    const before = options;
    options = { ...options, ...changed };
    if (options.paymentToken !== before.paymentToken) {
      settle(CLOSED);
      [completed, settle] = newEnd();
    }
    if (queryOf(options) === queryOf(before)) post?.("refresh");
    else open();
  }

  // A framework that takes the element off the page takes the checkout with it.
  new ResizeObserver((_, watch) => {
    if (place.host.isConnected) return;
    watch.disconnect();
    unmount();
  }).observe(place.panel);
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

/** Puts a payment's checkout into an element of the shop's page. One that is there already makes room. */
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
  const controller = hold(element, options);
  mounts.set(element, controller);
  return controller;
}

const loader: BanksideLoader = { mount, version: VERSION, origin: BASE };
const page = window as { Bankside?: BanksideLoader };
// Loaded twice, the first one stays: it knows what it has mounted. Another installation's makes room.
if (page.Bankside?.origin !== BASE) page.Bankside = loader;
