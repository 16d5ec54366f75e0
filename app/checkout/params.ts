import { type InApp, inAppOf } from "@/components/checkout/in-app";
import { knownLocale } from "@/components/checkout/languages/format";
import { addressOf, type CheckoutPage, type PageAddresses } from "@/components/checkout/model";
import { env } from "@/server/lib/config/env";

/** A page's query parameters. Unknown or malformed ones count as absent. */
export type PageParams = {
  token: string;
  country: string | null;
  query: string;
  bankId: string | null;
  showAll: boolean;
  fromBank: boolean;
  /** The page was opened by the address of the QR code, on a second screen. */
  fromPhone: boolean;
  /** The customer chooses the bank on this screen, although a second one is open. */
  here: boolean;
  /** The customer changes the bank of a payment that already has one. */
  change: boolean;
  /** The customer asked for another bank than the last one. */
  another: boolean;
  /** An intermediate page that redirects to the bank. */
  open: boolean;
  locale: string | null;
  theme: CheckoutPage["theme"];
  /**
   * `tab`: the customer's first page stays open in another tab and continues there; in a frame: the form opens a tab.
   * `top`: the shop requires the bank's page in the whole window. Null: the device's default.
   */
  window: "tab" | "top" | null;
  /** The browser is inside another app, by its name. */
  inApp: InApp | null;
  /** The sealed result of the form that led here (flash-message.ts). */
  flash: string | null;
  /** From the script: the key of the shown state. The response holds the page only if the key differs. */
  key: string | null;
  seenAmount: number | null;
  /** From the script of a link's page: the ID of the payment that it showed while it ran. */
  followedId: string | null;
};

const MAX_QUERY_CHARACTERS = 60;

/** Reads a page's query; `linkToken`: the token in its path. */
export function readParams(request: Request, linkToken?: string): PageParams {
  const { searchParams } = new URL(request.url);
  const theme = searchParams.get("theme");
  const locale = searchParams.get("locale");
  const seen = searchParams.get("seen") ?? "";
  const bankWindow = searchParams.get("window");
  return {
    token: linkToken ?? searchParams.get("payment_token") ?? "",
    country: searchParams.get("country"),
    query: (searchParams.get("q") ?? "").slice(0, MAX_QUERY_CHARACTERS),
    bankId: searchParams.get("bank"),
    showAll: searchParams.has("all"),
    fromBank: searchParams.get("from") === "bank",
    fromPhone: searchParams.get("from") === "phone",
    here: searchParams.has("here"),
    change: searchParams.has("change"),
    another: searchParams.has("another"),
    open: searchParams.has("open"),
    window: bankWindow === "tab" || bankWindow === "top" ? bankWindow : null,
    locale: locale === null ? null : knownLocale(locale),
    theme: theme === "light" || theme === "dark" ? theme : null,
    inApp: inAppOf(request.headers.get("user-agent")),
    flash: searchParams.get("flash"),
    key: searchParams.get("key"),
    seenAmount: /^\d{1,11}$/.test(seen) ? Number(seen) : null,
    followedId: searchParams.get("follow"),
  };
}

const address = (path: string, query: Record<string, string>) => addressOf({ path, query });

// Parameters that are kept after a form or a change of country: theme, locale, origin and window.
function lasting(params: PageParams): Record<string, string> {
  return {
    ...(params.theme && { theme: params.theme }),
    ...(params.locale && { locale: params.locale }),
    ...(params.fromBank && { from: "bank" }),
    ...(params.window && { window: params.window }),
  };
}

// Only for the page and its script: a form's target does not get it.
const changing = ({ change, here }: PageParams): Record<string, string> => ({
  ...(change && { change: "1" }),
  ...(here && { here: "1" }),
});

const spoken = ({ locale }: PageParams): Record<string, string> => (locale === null ? {} : { locale });

// On a second device `window=tab` says that the first page stays open and continues when the payment ends.
function screens(path: string, query: Record<string, string>): Pick<PageAddresses, "hosted" | "phone" | "qr"> {
  const { baseUrl } = env();
  return {
    hosted: baseUrl + address(path, query),
    phone: baseUrl + address(path, { ...query, window: "tab", from: "phone" }),
    qr: address(`${path}/qr`, query),
  };
}

/** Addresses of a payment request's page, framed or hosted. */
export function requestAddresses(view: CheckoutPage["view"], params: PageParams): PageAddresses {
  const path = view === "frame" ? "/embed" : "/checkout";
  const query = { payment_token: params.token, ...lasting(params) };
  const whole = { ...query, ...changing(params) };
  return {
    page: { path, query: whole },
    post: address(path, query),
    state: address("/embed/state", { ...whole, view }),
    events: address("/embed/events", { ...whole, view }),
    ...screens("/checkout", { payment_token: params.token, ...spoken(params) }),
    receipt: address("/checkout/receipt", { payment_token: params.token, ...spoken(params) }),
  };
}

/** Addresses of a payment link's page. */
export function linkAddresses(params: PageParams): PageAddresses {
  const path = `/pay/${encodeURIComponent(params.token)}`;
  const query = lasting(params);
  const whole = { ...query, ...changing(params) };
  const followed = { ...whole, ...(params.followedId !== null && { follow: params.followedId }) };
  return {
    page: { path, query: whole },
    post: address(path, query),
    state: address(`${path}/state`, followed),
    events: address(`${path}/events`, followed),
    ...screens(path, spoken(params)),
    receipt: null,
  };
}

/** The hosted page of a payment request. */
export function checkoutAddress(paymentToken: string, extra: Record<string, string> = {}): string {
  return address("/checkout", { payment_token: paymentToken, ...extra });
}

/** The same, keeping the theme, locale and window of a page's parameters. */
export function onwardAddress(paymentToken: string, params: PageParams, extra: Record<string, string> = {}): string {
  return checkoutAddress(paymentToken, { ...lasting({ ...params, fromBank: false }), ...extra });
}
