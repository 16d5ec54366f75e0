// The loader that shops embed: no dependency, no cookie, no storage. It makes a frame of our page and listens to it.
import { SKELETON, STYLE, TROUBLE } from "./embed-parts";

type Change = { phase: string; amount: number; currency: string };
type Trouble = { code: "element_not_found" | "token_missing" | "frame_blocked" | "timeout"; message: string };
type Options = {
  paymentToken: string;
  locale?: string;
  theme?: "light" | "dark";
  onReady?: () => void;
  onChange?: (change: Change) => void;
  onComplete?: (result: { status: "success"; paymentRequestId: string }) => void;
  onError?: (error: Trouble) => void;
};
type Controller = { update(changed?: Partial<Options>): void; unmount(): void };

const VERSION = 1;
const READY_WITHIN_MS = 12_000;

// The shop's own script tag says where the service is: nothing else has to be configured, and nothing can be misled.
const script = document.currentScript as HTMLScriptElement | null;
const base = script ? new URL(script.src).origin : "";

function addressOf({ paymentToken, locale, theme }: Options): string {
  const url = new URL("/embed", base);
  url.searchParams.set("payment_token", paymentToken);
  if (locale) url.searchParams.set("locale", locale);
  if (theme) url.searchParams.set("theme", theme);
  return url.href;
}

const CAUSES: Record<Trouble["code"], string> = {
  element_not_found: "mount() was not given an element. Call it once the element is on the page.",
  token_missing: "mount() needs a paymentToken: make one with POST /api/v1/embedded/payment-requests.",
  frame_blocked: `This page's Content-Security-Policy does not allow the frame. Add to it: frame-src ${base}`,
  timeout: `The frame did not answer. Either ${location.origin} is neither among the merchant's allowed origins nor the origin of the payment's success_url, or the payment token is unknown.`,
};

/** One checkout in the shop's page. */
type Mounted = {
  host: HTMLElement | null;
  box: ShadowRoot | null;
  options: Options;
  frame: HTMLIFrameElement | null;
  timer: number;
};

function fail(mounted: Mounted, code: Trouble["code"]): void {
  const { box, frame, options } = mounted;
  window.clearTimeout(mounted.timer);
  const message = CAUSES[code];
  console.error(`Bankside ${code}: ${message}`);
  if (frame) frame.className = "";
  box?.querySelector("[data-over]")?.remove();
  box?.append(document.createRange().createContextualFragment(TROUBLE));
  box?.querySelector("button")?.addEventListener("click", () => open(mounted));
  options.onError?.({ code, message });
}

function open(mounted: Mounted): void {
  const { host, box, options } = mounted;
  window.clearTimeout(mounted.timer);
  if (!host || !box) {
    fail(mounted, "element_not_found");
    return;
  }
  box.innerHTML = SKELETON;
  for (const bar of box.querySelectorAll("i")) bar.style.cssText = bar.dataset.css ?? "";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  box.adoptedStyleSheets = [sheet];
  host.dataset.banksideTheme = options.theme ?? "";
  if (!options.paymentToken) {
    fail(mounted, "token_missing");
    return;
  }
  const frame = document.createElement("iframe");
  mounted.frame = frame;
  frame.title = "Pay by bank";
  frame.src = addressOf(options);
  // The frame's own colours follow the shopper or `theme`; the same here keeps its ground transparent.
  frame.style.colorScheme = options.theme ?? "light dark";
  frame.addEventListener("load", () => post(mounted, "hello"));
  box.append(frame);
  mounted.timer = window.setTimeout(fail, READY_WITHIN_MS, mounted, "timeout");
}

function post({ frame }: Mounted, type: "hello" | "refresh"): void {
  frame?.contentWindow?.postMessage({ bankside: VERSION, type }, base);
}

function receive(mounted: Mounted, { source, origin, data }: MessageEvent): void {
  const { frame, box, options } = mounted;
  if (!frame || source !== frame.contentWindow || origin !== base || data?.bankside !== VERSION) return;
  const height = Number(data.height);
  if (height > 0) frame.style.height = `${height}px`;
  if (data.type === "ready") {
    window.clearTimeout(mounted.timer);
    box?.querySelector("[data-over]")?.remove();
    frame.className = "on";
    options.onReady?.();
  }
  if (data.type === "change") options.onChange?.({ phase: data.phase, amount: data.amount, currency: data.currency });
  if (data.type === "complete") options.onComplete?.({ status: data.status, paymentRequestId: data.paymentRequestId });
}

/** Puts a payment's checkout into an element of the shop's page. */
function mount(element: Element | null, given: Options): Controller {
  const host = element instanceof HTMLElement ? element : null;
  const box = host && (host.shadowRoot ?? host.attachShadow({ mode: "open" }));
  const mounted: Mounted = { host, box, options: { ...given }, frame: null, timer: 0 };
  const listen = (event: MessageEvent) => receive(mounted, event);
  const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (/^(frame|child|default)-src$/.test(effectiveDirective) && blockedURI.startsWith(base))
      fail(mounted, "frame_blocked");
  };
  window.addEventListener("message", listen);
  document.addEventListener("securitypolicyviolation", refused);
  open(mounted);
  return {
    update(changed) {
      const next = { ...mounted.options, ...changed };
      const same = addressOf(next) === addressOf(mounted.options);
      mounted.options = next;
      if (same) post(mounted, "refresh");
      else open(mounted);
    },
    unmount() {
      window.clearTimeout(mounted.timer);
      window.removeEventListener("message", listen);
      document.removeEventListener("securitypolicyviolation", refused);
      mounted.frame = null;
      if (box) box.innerHTML = "";
    },
  };
}

(window as unknown as { Bankside: { mount: typeof mount } }).Bankside = { mount };
