import { addressOf } from "@/components/ui/filter/filter-address";
import { env } from "@/server/lib/config/env";
import { isAppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { isSameOrigin } from "@/server/lib/net/same-origin";

/** Redirects to a path of our own with GET (303); the browser keeps its host. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

/** A JSON error for our own scripts. */
export function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "Cache-Control": "no-store" } });
}

/** A field of a posted form, as text; a file or nothing is the empty text. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** A form posted from our own origin; null if the origin is another or the body is unreadable. */
export async function readForm(request: Request): Promise<FormData | null> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return null;
  return request.formData().catch(() => null);
}

/** The sign-in page. `error`: its note. `to`: the page that was requested, which a second try leads to as well. */
export function signInPage(given: { error?: string; to?: string | undefined }): string {
  return addressOf("/sign-in", given);
}

/** The page for an error that the user can correct; other errors are logged. `to`: the page that was requested. */
export function pageAfter(error: unknown, pages: Partial<Record<string, string>>, to?: string): string {
  const page = isAppError(error) ? pages[error.code] : undefined;
  if (page) return page;
  log().error({ error }, "the sign-in failed");
  return signInPage({ error: "unavailable", to });
}
