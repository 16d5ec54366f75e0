import { env } from "../../lib/config/env";
import { AppError } from "../../lib/errors";
import { type HttpAnswer, sendRequest } from "../../lib/net/http-client";
import { isUrl } from "../../lib/net/parse-url";
import { withoutSlot } from "../../lib/request-slot";

/** Longer than the response of the slowest simulated bank. */
const PAGE_DEADLINE_MS = 30_000;
const BANK_PATH = "/simbank/";
const RETURN_PATH = "/return";

/** The response to the scripted customer's browser: a page, or a redirect. */
type Visited = { kind: "page"; html: string } | { kind: "redirect"; to: string };

/**
 * Whether the scripted customer may open an address: only pages of the simulated bank, and this installation's return
 * address.
 */
export function isSimulatedAddress(address: string): boolean {
  if (!isUrl(address)) return false;
  const { origin, pathname } = new URL(address);
  const { baseUrl, simbankUrl } = env();
  if (origin === new URL(simbankUrl ?? baseUrl).origin && pathname.startsWith(BANK_PATH)) return true;
  return origin === new URL(baseUrl).origin && pathname === RETURN_PATH;
}

/**
 * Opens an address as the customer's browser does, or sends a form there. Follows no redirect.
 * @throws AppError FORBIDDEN for any other address; SERVICE_UNAVAILABLE without a page
 */
export async function visit(address: string, form?: Readonly<Record<string, string>>): Promise<Visited> {
  if (!isSimulatedAddress(address)) {
    throw new AppError("FORBIDDEN", { message: "The next page is not simulated. Continue in the checkout yourself." });
  }
  const request = {
    method: form ? ("POST" as const) : ("GET" as const),
    url: address,
    headers: {
      accept: "text/html",
      ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    deadlineMs: PAGE_DEADLINE_MS,
  };
  // The simulated bank may answer as slowly as its scenario says, and needs a slot of this process itself.
  const result = await withoutSlot(() => sendRequest(request));
  if (result.kind !== "answered") throw noPage(result.detail);
  return visitedOf(result.answer, address);
}

function visitedOf({ status, headers, body }: HttpAnswer, address: string): Visited {
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined && isUrl(location, address)) {
    return { kind: "redirect", to: new URL(location, address).href };
  }
  if (status !== 200) throw noPage(`The response was ${status}.`);
  return { kind: "page", html: body };
}

function noPage(cause: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", {
    message: "The page did not load. Check the payment's timeline, then retry this step.",
    cause: new Error(cause),
  });
}

/** The account that is selected on the simulated bank's page; null: none can be. */
export function chosenAccount(html: string): string | null {
  const fields = html.match(/<input\b[^>]*\bname="account"[^>]*>/g) ?? [];
  const open = fields.filter((field) => !/\sdisabled\b/.test(field));
  const chosen = open.find((field) => /\schecked\b/.test(field)) ?? open[0];
  return /\svalue="([^"]*)"/.exec(chosen ?? "")?.[1] ?? null;
}
