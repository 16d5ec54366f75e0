import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { fieldOf, readForm, seeOther } from "../../sign-in/forms";
import { chooseMerchant } from "../choose-merchant";
import { getSession } from "../session";

/** Sets the merchant of the pages; an empty value resets it. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/console");
  const session = await getSession();
  if (!session) return seeOther("/sign-in");
  const isOpen = await chooseMerchant(request, session.user, fieldOf(form, "merchant"));
  return seeOther(isOpen ? safeReturnPath(fieldOf(form, "to")) : "/acting");
}
