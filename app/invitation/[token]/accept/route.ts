import { publicCtx } from "@/server/http/public-ctx";
import { ownCaller } from "@/server/identity/sessions/console-access";
import { acceptInvitation } from "@/server/identity/team/accept-invitation";
import { isAppError } from "@/server/lib/errors";
import { chooseMerchant } from "../../../console/choose-merchant";
import { getSession } from "../../../console/session";
import { fieldOf, readForm, seeOther } from "../../../sign-in/forms";

type Params = { params: Promise<{ token: string }> };

/** Accepts an invitation that belongs to the signed-in user, and redirects to that merchant's pages. */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { token } = await params;
  const page = `/invitation/${encodeURIComponent(token)}`;
  const form = await readForm(request);
  const session = form && (await getSession());
  if (!form || !session) return seeOther(page);
  if (session.needsTwoFactor) return seeOther("/account");
  const { user } = session;
  const name = form.has("name") ? fieldOf(form, "name") : null;
  try {
    const joined = await acceptInvitation({ ...publicCtx(request), caller: ownCaller(session) }, { token, user, name });
    if (joined.merchantId === null) return seeOther("/acting");
    await chooseMerchant(request, { ...user, memberships: [...user.memberships, joined] }, joined.merchantId);
    return seeOther("/console");
  } catch (error) {
    if (isAppError(error) && error.code === "VALIDATION_ERROR") return seeOther(`${page}?error=name`);
    // The invitation's page shows its current state.
    if (isAppError(error) && error.code === "NOT_FOUND") return seeOther(page);
    throw error;
  }
}
