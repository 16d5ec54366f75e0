import { addressOf } from "@/components/ui/filter/filter-address";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { isUuid } from "@/server/lib/ids";
import { fieldOf, readForm, seeOther, signInPage } from "../../sign-in/forms";
import { chooseMerchant } from "../choose-merchant";
import { getSession } from "../session";

/** Sets the merchant of the pages; an empty value resets it. After the end of the session, the sign-in leads back here. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/console");
  const [merchant, to] = [fieldOf(form, "merchant"), safeReturnPath(fieldOf(form, "to"))];
  const session = await getSession();
  if (!session) return seeOther(signInPage({ to: isUuid(merchant) ? addressOf(`/open/${merchant}`, { to }) : to }));
  const isOpen = await chooseMerchant(request, session.user, merchant);
  return seeOther(isOpen ? to : "/acting");
}
