import { cookies } from "next/headers";
import { consoleCaller } from "@/server/access/console-access";
import { completeRenewal, merchantOfConsent, type RenewalOutcome } from "@/server/accounts/complete-renewal";
import { publicCtx } from "@/server/http/public-ctx";
import { isAppError } from "@/server/lib/errors";
import { seeOther } from "../../../sign-in/forms";
import { merchantCookie } from "../../context";
import { getSession } from "../../session";

export const dynamic = "force-dynamic";

/** Longer than any bank's answer, sealed: an id_token and a code are some 3,000 characters. */
const MAX_ANSWER_CHARACTERS = 12_000;

/**
 * Where a user comes back to from a bank that was asked for access to an account. Who is signed in decides whether the
 * bank's answer is taken; it came sealed (`accept-consent-return.ts`), so nobody wrote it but us.
 */
export async function GET(request: Request): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url);
  const session = await getSession();
  if (!session) return seeOther(`/sign-in?to=${encodeURIComponent(pathname + search)}`);
  const [consentId, answer] = [searchParams.get("consent") ?? "", searchParams.get("answer") ?? ""];
  const merchantId = answer.length > MAX_ANSWER_CHARACTERS ? null : await merchantOfConsent(consentId);
  if (merchantId === null) return toBalances("failed");
  const ctx = publicCtx(request);
  try {
    const caller = await consoleCaller(ctx, session.user, { merchantId, path: "accounts.renew" });
    const outcome = await completeRenewal({ ...ctx, caller }, { consentId, answer });
    const { name, options } = merchantCookie();
    // The page is the one of the merchant that this was about, whichever was looked at meanwhile.
    (await cookies()).set(name, merchantId, options);
    return toBalances(outcome);
  } catch (error) {
    if (isAppError(error) && ["MERCHANT_NOT_FOUND", "FORBIDDEN"].includes(error.code)) return toBalances("failed");
    throw error;
  }
}

function toBalances(outcome: RenewalOutcome): Response {
  const response = seeOther(`/console/balances?renewal=${outcome}`);
  response.headers.set("Referrer-Policy", "no-referrer");
  return response;
}
