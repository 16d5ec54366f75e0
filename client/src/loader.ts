/** How the payment stands, each time that changes. Phases may be added: treat one that you do not know as "not over". */
export type CheckoutChange = {
  phase: string;
  /** In minor units. */
  amount: number;
  currency: string;
};

/**
 * The end of a payment, as far as the shopper's page knows. It proves nothing: ask your server, which hears of it by webhook.
 * - success: paid
 * - failed, cancelled, expired: over without a payment. The first two may still be paid late
 * - closed: the checkout was taken off the page before an end was seen, or given another token. The payment goes on
 */
export type CheckoutResult = {
  status: "success" | "failed" | "cancelled" | "expired" | "closed";
  paymentRequestId: string | null;
};

export type CheckoutErrorCode =
  | "element_not_found"
  | "token_missing"
  | "token_unknown"
  | "token_expired"
  | "origin_not_allowed"
  | "frame_blocked"
  | "timeout"
  | "unsupported_browser";

export type CheckoutOptions = {
  /** From `createPaymentRequest`, by your server: it lives 15 minutes. */
  paymentToken: string;
  /** BCP 47; the payment's own by default. */
  locale?: string | undefined;
  /** The device's by default. */
  theme?: "light" | "dark" | undefined;
  /** In its element, or in a dialog over the page. */
  display?: "inline" | "modal" | undefined;
  /** Whether the bank's page takes the place of yours, or a tab beside it; by default a tab where there is a mouse. */
  bankWindow?: "top" | "tab" | undefined;
  onReady?: (() => void) | undefined;
  onChange?: ((change: CheckoutChange) => void) | undefined;
  /** Paid. Show the order's page: it is your server that knows. */
  onComplete?: ((result: { status: "success"; paymentRequestId: string }) => void) | undefined;
  /** There is no checkout to be seen, and a sentence in its place. `message` is the developer's, never the shopper's. */
  onError?: ((error: { code: CheckoutErrorCode; message: string }) => void) | undefined;
  /** The shopper closed the dialog. The payment goes on if a bank has it. */
  onClose?: (() => void) | undefined;
};

export type CheckoutController = {
  /** Changes options; without any, the checkout looks at once how the payment stands. Another token is another payment. */
  update(changed?: Partial<Omit<CheckoutOptions, "display">>): void;
  unmount(): void;
  /** The first end of the payment whose token it has now; never rejects. */
  readonly completed: Promise<CheckoutResult>;
};

/** What `/embed.js` of an installation puts into a page. */
export type BanksideLoader = {
  readonly version: string;
  /** The installation's. */
  readonly origin: string;
  mount(element: Element | null, options: CheckoutOptions): CheckoutController;
};

declare global {
  interface Window {
    Bankside?: BanksideLoader;
  }
  /** In pages that load `/embed.js` by a tag of their own. */
  const Bankside: BanksideLoader;
}

const POLICY = "bankside";

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
type Policy = { createScriptURL(url: string): string };

let policy: Policy | undefined;

// A page that requires Trusted Types takes no address of a script but from a policy, which it has to allow by name.
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: (given) => given });
  return policy?.createScriptURL(url) ?? url;
}

const loading = new Map<string, Promise<BanksideLoader>>();

/**
 * Loads the loader of an installation into this page, once however often it is asked for. One that a tag has loaded serves.
 * @param baseUrl origin of the installation, such as `https://pay.example.com`
 * @param locale the language of the few words that the loader says itself, BCP 47; it counts the first time
 * @throws Error where there is no page (on a server), and where the script cannot be had: asked again, it tries again
 */
export function loadBankside(
  baseUrl: string,
  { locale }: { locale?: string | undefined } = {},
): Promise<BanksideLoader> {
  if (typeof document === "undefined")
    return Promise.reject(new Error("loadBankside() needs a page: call it in a browser."));
  const { origin } = new URL(baseUrl);
  if (window.Bankside?.origin === origin) return Promise.resolve(window.Bankside);
  const known = loading.get(origin);
  if (known) return known;
  const loaded = addScript(`${origin}/embed.js${locale ? `?locale=${encodeURIComponent(locale)}` : ""}`);
  loading.set(origin, loaded);
  loaded.catch(() => loading.delete(origin));
  return loaded;
}

function addScript(url: string): Promise<BanksideLoader> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (why: string) => {
      script.remove();
      reject(new Error(`${url} ${why}`));
    };
    script.src = trusted(url);
    script.async = true;
    script.onload = () => (window.Bankside ? resolve(window.Bankside) : fail("is no loader of Bankside's."));
    script.onerror = () => fail("could not be loaded: is it in reach, and allowed by script-src?");
    document.head.append(script);
  });
}
