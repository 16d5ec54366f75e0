import { plural } from "@/components/ui/text";
import { formatSeconds } from "@/components/ui/time/duration";
import { isAppError } from "@/server/lib/errors";

const PAGE = "/sign-in/two-factor";
const MINUTE_S = 60;

type Given = string | string[] | undefined;
/** `left`: attempts left. `wait`: seconds until the next attempt. `typed`: the kind of code whose limit is used up. */
export type CodeErrorSearch = { left?: Given; wait?: Given; typed?: Given };

/** The address of each error after which another code can be typed. */
export function pagesAfterCode(error: unknown, typed: "app" | "recovery"): Partial<Record<string, string>> {
  const metadata = isAppError(error) ? error.metadata : undefined;
  return {
    UNAUTHORIZED: `${PAGE}?left=${Number(metadata?.["tries_left"] ?? 0)}`,
    TOO_MANY_REQUESTS: `${PAGE}?wait=${Number(metadata?.["retry_after_s"] ?? 0)}&typed=${typed}`,
  };
}

/** The error at the code field, from the page's address. */
export function codeErrorOf({ left, wait, typed }: CodeErrorSearch): string | undefined {
  if (wait !== undefined) {
    // Recovery codes have their own limit, so they still work after too many wrong codes of the app.
    const next = typed === "app" ? "Use a recovery code, or try" : "Try";
    return `Too many wrong codes. ${next} again ${waitTextOf(wait)}.`;
  }
  if (left === undefined) return undefined;
  const tries = typeof left === "string" && /^[1-9]$/.test(left) ? Number(left) : null;
  const wrong = "Wrong or already used code.";
  return tries === null ? wrong : `${wrong} ${plural(tries, "attempt")} left.`;
}

/** In minutes, rounded up: after it the next attempt is accepted. */
function waitTextOf(wait: Given): string {
  if (typeof wait !== "string" || !/^[1-9]\d{0,4}$/.test(wait)) return "later";
  return `in ${formatSeconds(Math.ceil(Number(wait) / MINUTE_S) * MINUTE_S)}`;
}
