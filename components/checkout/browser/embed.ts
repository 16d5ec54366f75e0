// The loader that shops embed: no dependency, no cookie, no storage. It makes a frame of our page and listens to it.
import { BASE, RETRY, SAY, TITLE, VERSION } from "./embed-built";
import { type Frame, openFrame, queryOf, type Told } from "./embed-frame";
import { button, isSupported, makePlace, type Place, skeleton, trouble } from "./embed-parts";
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
  element_not_found: "mount() was given no element of the page.",
  token_missing: "mount() was given no paymentToken.",
  frame_blocked: `Content-Security-Policy lacks:\nframe-src ${BASE}`,
  timeout: `No answer. Is the origin allowed, the token known? To be told:\nconnect-src ${BASE}`,
  unsupported_browser: "The browser is too old.",
};

const isDesk = /^(localhost|127)/.test(location.hostname);
const mounts = new WeakMap<Element, CheckoutController>();

const CLOSED: CheckoutResult = { status: "closed", paymentRequestId: null };

type Settle = (result: CheckoutResult) => void;

/** Puts a payment's checkout into an element of the shop's page. One that is there already makes room. */
function mount(element: Element | null, given: CheckoutOptions): CheckoutController {
  const isModal = given.display === "modal";
  let options = given;
  let place: Place | undefined;
  let post: Frame[0] | undefined;
  let stop: Frame[1] | undefined;
  let over: Element | undefined;
  let settle!: Settle;
  let completed!: Promise<CheckoutResult>;
  const begin = () => {
    completed = new Promise((resolve) => {
      settle = resolve;
    });
  };

  function draw(next?: Element): void {
    over?.remove();
    over = next;
    if (next) place?.panel.append(next);
  }
  function fail(code: CheckoutErrorCode, told: Told = {}): void {
    const { cause = CAUSES[code] ?? "", test = isDesk, title = TITLE, say = SAY, reload } = told;
    console.error(`Bankside ${code}: ${cause}\n${BASE}/docs/integrate/checkout#errors`);
    // One that is only late may still come.
    if (code !== "timeout") stop?.();
    const todo = reload ? button(reload, () => location.reload()) : button(RETRY, open);
    draw(trouble(title, say, todo, test ? `${code}\n${cause}` : ""));
    options.onError?.({ code, message: cause });
  }
  function hear(news: News): void {
    const { type } = news;
    if (type === "ready") {
      draw();
      options.onReady?.();
    }
    if (type === "change") options.onChange?.({ phase: news.phase, amount: news.amount, currency: news.currency });
    if (type === "ended") {
      const { status, paymentRequestId } = news;
      settle({ status, paymentRequestId });
      if (status === "success") options.onComplete?.({ status, paymentRequestId });
    }
    if (type === "expired") {
      settle({ status: type, paymentRequestId: news.paymentRequestId });
      fail("token_expired", news);
    }
    if (type === "close") close();
  }
  function open(): void {
    stop?.();
    if (!place) return;
    // As in the frame, whose ground is transparent then.
    place.host.style.colorScheme = options.theme ?? "light dark";
    draw(skeleton());
    if (!isSupported) fail("unsupported_browser");
    else if (!options.paymentToken) fail("token_missing");
    else [post, stop] = openFrame(place.panel, options, hear, fail);
  }
  function unmount(): void {
    stop?.();
    place?.leave();
    place = undefined;
    settle(CLOSED);
  }
  function close(): void {
    if (!place || !isModal) return;
    unmount();
    options.onClose?.();
  }

  begin();
  if (!element?.isConnected) {
    fail("element_not_found");
    unmount();
  } else {
    mounts.get(element)?.unmount();
    place = makePlace(element, isModal && close);
    // A framework that takes the element off the page takes the checkout with it.
    new ResizeObserver((_, watch) => {
      if (place?.host.isConnected) return;
      watch.disconnect();
      unmount();
    }).observe(place.panel);
    open();
  }
  const controller: CheckoutController = {
    get completed() {
      return completed;
    },
    update(changed) {
      const next = { ...options, ...changed };
      if (next.paymentToken !== options.paymentToken && place) {
        settle(CLOSED);
        begin();
      }
      const isSame = queryOf(next) === queryOf(options);
      options = next;
      if (isSame) post?.("refresh");
      else open();
    },
    unmount,
  };
  if (element) mounts.set(element, controller);
  return controller;
}

const loader: BanksideLoader = { mount, version: VERSION, origin: BASE };
const page = window as { Bankside?: BanksideLoader };
// Loaded twice, the first one stays: it knows what it has mounted. Another installation's makes room.
if (page.Bankside?.origin !== BASE) page.Bankside = loader;
