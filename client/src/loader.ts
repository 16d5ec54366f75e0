/** The payment's state, each time it changes. Phases may be added: treat an unknown one as not final. */
export type CheckoutChange = {
  phase: string;
  /** In minor units. */
  amount: number;
  currency: string;
};

/**
 * The result of a payment, as the customer's page knows it. It is no proof: check with your server, which gets the
 * webhook.
 * - success: paid
 * - failed, cancelled, expired: ended without a payment. The first two may still be paid late
 * - closed: the checkout was removed from the page, or given another token, before a result. The payment continues
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
  /** From `createPaymentRequest`, by your server; valid for 15 minutes. */
  paymentToken: string;
  /** BCP 47; the payment's own by default. */
  locale?: string | undefined;
  /** The device's by default. */
  theme?: "light" | "dark" | undefined;
  /** In its element, or in a dialog on top of the page. */
  display?: "inline" | "modal" | undefined;
  /** Open the bank's page in place of yours, or in a tab beside it; by default a tab on devices with a mouse. */
  bankWindow?: "top" | "tab" | undefined;
  onReady?: (() => void) | undefined;
  onChange?: ((change: CheckoutChange) => void) | undefined;
  /** Paid. Show the order's page, which checks the payment with your server. */
  onComplete?: ((result: { status: "success"; paymentRequestId: string }) => void) | undefined;
  /** The checkout cannot be shown; the customer sees a message instead. `message` is for the developer only. */
  onError?: ((error: { code: CheckoutErrorCode; message: string }) => void) | undefined;
  /** The customer closed the dialog. The payment continues if a bank has it. */
  onClose?: (() => void) | undefined;
  /**
   * The payment ended without being paid, and the customer pressed "Start again". Create another payment request on your
   * server and pass its token to `update`. Without this, the button opens the payment's failure URL.
   */
  onStartAgain?: (() => void) | undefined;
};

export type CheckoutController = {
  /** Changes options; without any, the checkout fetches the payment's state. Another token is another payment. */
  update(changed?: Partial<Omit<CheckoutOptions, "display">>): void;
  unmount(): void;
  /** The first result of the payment of the current token; never rejects. */
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
  /** In pages that load `/embed.js` by their own tag. */
  const Bankside: BanksideLoader;
}

const POLICY = "bankside";

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
type Policy = { createScriptURL(url: string): string };

const SHARED = Symbol.for("bankside.loader");

type Shared = { policy?: Policy | undefined; loading: Map<string, Promise<BanksideLoader>> };

/** The page's, not this module's: a page may have two bundles with it, and a policy's name can be used once. */
function shared(): Shared {
  const page = globalThis as { [SHARED]?: Shared };
  page[SHARED] ??= { loading: new Map() };
  return page[SHARED];
}

// A page that requires Trusted Types accepts a script's address only from a policy that it allows by name.
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  const page = shared();
  page.policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: (given) => given });
  return page.policy?.createScriptURL(url) ?? url;
}

/**
 * Loads an installation's loader into this page once. A loader from a script tag is reused.
 * @param baseUrl origin of the installation, such as `https://pay.example.com`
 * @param locale BCP 47 language of the loader's own texts; the first call decides
 * @throws Error on a server, for an invalid URL, and if the script cannot be loaded; a later call tries again
 */
export async function loadBankside(
  baseUrl: string,
  { locale }: { locale?: string | undefined } = {},
): Promise<BanksideLoader> {
  if (typeof document === "undefined") throw new Error("loadBankside() needs a page: call it in a browser.");
  const origin = originOf(baseUrl);
  if (window.Bankside?.origin === origin) return window.Bankside;
  const { loading } = shared();
  const known = loading.get(origin);
  if (known) return known;
  const loaded = addScript(`${origin}/embed.js${locale ? `?locale=${encodeURIComponent(locale)}` : ""}`);
  loading.set(origin, loaded);
  loaded.catch(() => loading.delete(origin));
  return loaded;
}

function originOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).origin;
  } catch {
    throw new Error(`baseUrl must be a URL such as https://pay.example.com, not ${baseUrl}.`);
  }
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
    script.onload = () => (window.Bankside ? resolve(window.Bankside) : fail("is not Bankside's loader."));
    script.onerror = () => fail("could not be loaded: check that it is reachable, and that script-src allows it.");
    document.head.append(script);
  });
}
