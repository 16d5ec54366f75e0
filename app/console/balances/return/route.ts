import { completeRenewal, merchantOfConsent, type RenewalOutcome } from "@/server/accounts/complete-renewal";
import { publicCtx } from "@/server/http/public-ctx";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { isAppError } from "@/server/lib/errors";
import { consoleCall } from "@/server/trpc/console-call";
import { seeOther, signInPage } from "../../../sign-in/forms";
import { chooseMerchant } from "../../choose-merchant";
import { getSession } from "../../session";

/** Upper limit of a sealed bank answer: an id_token and a code have some 3,000 characters. */
const MAX_ANSWER_CHARACTERS = 12_000;

/**
 * The return address after a user granted access to an account at a bank. The signed-in user needs the permission to
 * renew consents of this merchant. The bank's answer is sealed (`accept-consent-return.ts`), so only this installation
 * can have written it.
 */
export async function GET(request: Request): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url);
  const session = await getSession();
  if (!session) {
    const here = pathname + search;
    const isKept = safeReturnPath(here) === here;
    return seeOther(signInPage({ to: isKept ? here : "/console/balances?renewal=failed" }));
  }
  const [consentId, answer] = [searchParams.get("consent") ?? "", searchParams.get("answer") ?? ""];
  const merchantId = answer.length > MAX_ANSWER_CHARACTERS ? null : await merchantOfConsent(consentId);
  if (merchantId === null) return toBalances("failed");
  const ctx = publicCtx(request);
  try {
    const { call } = await consoleCall({ ctx, session }, { path: "accounts.renew", scope: { merchantId } });
    const outcome = await completeRenewal(call, { consentId, answer });
    // Show the merchant of this consent, also if another one was chosen meanwhile.
    await chooseMerchant(request, session.user, merchantId);
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
