import { knownLocale } from "@/components/checkout/format";
import { type InApp, inAppOf } from "@/components/checkout/in-app";
import type { CheckoutPage, Doors } from "@/components/checkout/model";
import { env } from "@/server/lib/env";

/** What stands in a page's address. Anything unknown or malformed there counts as absent. */
export type PageParams = {
  token: string;
  country: string | null;
  query: string;
  bankId: string | null;
  showAll: boolean;
  fromBank: boolean;
  /** The shopper wants another bank than the one that has the payment, where that is possible. */
  change: boolean;
  /** On the way to the bank, by a page of ours in between. */
  open: boolean;
  locale: string | null;
  theme: CheckoutPage["theme"];
  /**
   * `tab`: the page that the shopper came from stays open elsewhere, and goes on there; in a frame, that a press does so.
   * `top`: the shop wants the bank in the whole window. Null: as the device likes it.
   */
  window: "tab" | "top" | null;
  /** The browser is inside another app, by its name. */
  inApp: InApp | null;
  /** What the press came to that led here, sealed (said.ts). */
  said: string | null;
  /** The script's: what it shows now, so that only a difference is answered. */
  key: string | null;
  seenAmount: number | null;
};

const MAX_QUERY_CHARACTERS = 60;

/** Reads a page's address; `linkToken` where the token stands in its path. */
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
    change: searchParams.has("change"),
    open: searchParams.has("open"),
    window: bankWindow === "tab" || bankWindow === "top" ? bankWindow : null,
    locale: locale === null ? null : knownLocale(locale),
    theme: theme === "light" || theme === "dark" ? theme : null,
    inApp: inAppOf(request.headers.get("user-agent")),
    said: searchParams.get("said"),
    key: searchParams.get("key"),
    seenAmount: /^\d{1,11}$/.test(seen) ? Number(seen) : null,
  };
}

function address(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

// What outlives a press or a switch of country: the theme and the language that the shop asked for, and the way back.
function lasting(params: PageParams): Record<string, string> {
  return {
    ...(params.theme && { theme: params.theme }),
    ...(params.locale && { locale: params.locale }),
    ...(params.fromBank && { from: "bank" }),
    ...(params.window && { window: params.window }),
  };
}

// Of the page and of its script alone: what is pressed ends it.
const changing = ({ change }: PageParams): Record<string, string> => (change ? { change: "1" } : {});

const spoken = ({ locale }: PageParams): Record<string, string> => (locale === null ? {} : { locale });

// On a second screen `window` says that the first one stays, and goes on when it is over.
function screens(path: string, query: Record<string, string>): Pick<Doors, "hosted" | "phone" | "qr"> {
  const { baseUrl } = env();
  return {
    hosted: baseUrl + address(path, query),
    phone: baseUrl + address(path, { ...query, window: "tab" }),
    qr: address(`${path}/qr`, query),
  };
}

/** The doors of a payment request's page, in a frame or on its own. */
export function requestDoors(view: CheckoutPage["view"], params: PageParams): Doors {
  const path = view === "frame" ? "/embed" : "/checkout";
  const query = { payment_token: params.token, ...lasting(params) };
  const whole = { ...query, ...changing(params) };
  return {
    page: { path, query: whole },
    post: address(path, query),
    state: address("/embed/state", { ...whole, view }),
    events: address("/embed/events", { ...whole, view }),
    ...screens("/checkout", { payment_token: params.token, ...spoken(params) }),
  };
}

/** The doors of a payment link's page. */
export function linkDoors(params: PageParams): Doors {
  const path = `/pay/${encodeURIComponent(params.token)}`;
  const query = lasting(params);
  const whole = { ...query, ...changing(params) };
  return {
    page: { path, query: whole },
    post: address(path, query),
    state: address(`${path}/state`, whole),
    events: address(`${path}/events`, whole),
    ...screens(path, spoken(params)),
  };
}

/** A page after a press that started nothing: it says there what the press came to. */
export function saidAddress({ page }: Doors, said: string): string {
  return address(page.path, { ...page.query, said });
}

/** The hosted page of a payment request. */
export function checkoutAddress(paymentToken: string, extra: Record<string, string> = {}): string {
  return address("/checkout", { payment_token: paymentToken, ...extra });
}

/** The same after a press on a page with these parameters: it looks alike, and stands beside the same page. */
export function onwardAddress(paymentToken: string, params: PageParams, extra: Record<string, string> = {}): string {
  return checkoutAddress(paymentToken, { ...lasting({ ...params, fromBank: false }), ...extra });
}
