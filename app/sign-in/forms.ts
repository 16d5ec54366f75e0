import { env } from "@/server/lib/env";
import { isAppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { isSameOrigin } from "@/server/lib/same-origin";

/** Sends the browser on with a GET. A path of our own; the browser knows the host. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

/** What a script of ours is told that cannot go on. */
export function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "Cache-Control": "no-store" } });
}

/** A field of a posted form, as text; a file or nothing is the empty text. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The form that a page of ours posted; null when it was not one of ours, or cannot be read. */
export async function readForm(request: Request): Promise<FormData | null> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return null;
  return request.formData().catch(() => null);
}

/** The page to go back to after a failure that the person can do something about; anything else is logged. */
export function pageAfter(error: unknown, pages: Partial<Record<string, string>>): string {
  const page = isAppError(error) ? pages[error.code] : undefined;
  if (page) return page;
  log().error({ error }, "the sign-in failed");
  return "/sign-in?error=unavailable";
}
