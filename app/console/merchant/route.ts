import { cookies } from "next/headers";
import { publicCtx } from "@/server/http/public-ctx";
import { noteActing } from "@/server/identity/sessions/act-for";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { isAppError } from "@/server/lib/errors";
import { isUuid } from "@/server/lib/ids";
import { fieldOf, readForm, seeOther } from "../../sign-in/forms";
import { merchantCookie } from "../context";
import { getSession } from "../session";

/**
 * Sets the merchant of the pages; an empty value resets it. It grants no access: every page and call checks permission.
 * The start and the end of acting for a merchant are entries of its audit log.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/console");
  const session = await getSession();
  if (!session) return seeOther("/sign-in");
  const requested = fieldOf(form, "merchant");
  const jar = await cookies();
  const { name, options } = merchantCookie();
  const before = jar.get(name)?.value ?? "";
  const note = (merchantId: string, begins: boolean) =>
    noteActing(publicCtx(request), session.user, { merchantId, begins }).then(() => true, whenOutOfReach);
  if (isUuid(before) && before !== requested) await note(before, false);
  if (!isUuid(requested)) {
    jar.set(name, "", { ...options, maxAge: 0 });
    return seeOther("/acting");
  }
  if (before !== requested && !(await note(requested, true))) return seeOther("/acting");
  jar.set(name, requested, options);
  return seeOther(safeReturnPath(fieldOf(form, "to")));
}

/** The same answer for an unknown merchant and one without permission. */
function whenOutOfReach(error: unknown): false {
  if (isAppError(error) && error.code === "MERCHANT_NOT_FOUND") return false;
  throw error;
}
