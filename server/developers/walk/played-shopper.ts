import { env } from "../../lib/env";
import { AppError } from "../../lib/errors";
import { type HttpAnswer, sendRequest } from "../../lib/http-client";
import { isUrl } from "../../lib/parse-url";

/** Longer than the slowest simulated bank takes. */
const PAGE_DEADLINE_MS = 30_000;
const BANK_PATH = "/simbank/";
const RETURN_PATH = "/return";

/** What a played shopper's browser got: a page, or the way to the next one. */
export type Got = { kind: "page"; html: string } | { kind: "sent-on"; to: string };

/**
 * Whether a played shopper goes there: to pages of the simulated bank, and to where banks give shoppers back, at this
 * installation. Nowhere else, whoever says so.
 */
export function isOnTheWay(address: string): boolean {
  if (!isUrl(address)) return false;
  const { origin, pathname } = new URL(address);
  const { baseUrl, simbankUrl } = env();
  if (origin === new URL(simbankUrl ?? baseUrl).origin && pathname.startsWith(BANK_PATH)) return true;
  return origin === new URL(baseUrl).origin && pathname === RETURN_PATH;
}

/**
 * Opens an address as the shopper's browser does, or sends a form there. Follows nothing by itself.
 * @throws AppError FORBIDDEN for an address that is not on the way; SERVICE_UNAVAILABLE when no page came
 */
export async function visit(address: string, form?: Readonly<Record<string, string>>): Promise<Got> {
  if (!isOnTheWay(address)) {
    throw new AppError("FORBIDDEN", { message: "The way leads to a place that is not simulated: walk on yourself." });
  }
  const result = await sendRequest({
    method: form ? "POST" : "GET",
    url: address,
    headers: {
      accept: "text/html",
      ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    deadlineMs: PAGE_DEADLINE_MS,
  });
  if (result.kind !== "answered") throw noPage(result.detail);
  return gotIn(result.answer, address);
}

function gotIn({ status, headers, body }: HttpAnswer, address: string): Got {
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined && isUrl(location, address)) {
    return { kind: "sent-on", to: new URL(location, address).href };
  }
  if (status !== 200) throw noPage(`It answered with ${status}.`);
  return { kind: "page", html: body };
}

function noPage(cause: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", {
    message: "The page did not come. What the payment came to stands in its history; try this step again.",
    cause: new Error(cause),
  });
}

/** The account that is chosen on the simulated bank's page, as its form would send it; null: none can be. */
export function chosenAccount(html: string): string | null {
  const fields = html.match(/<input\b[^>]*\bname="account"[^>]*>/g) ?? [];
  const open = fields.filter((field) => !/\sdisabled\b/.test(field));
  const chosen = open.find((field) => /\schecked\b/.test(field)) ?? open[0];
  return /\svalue="([^"]*)"/.exec(chosen ?? "")?.[1] ?? null;
}
