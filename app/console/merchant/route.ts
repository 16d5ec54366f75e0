import { cookies } from "next/headers";
import { safeReturnPath } from "@/server/access/sign-in-rules";
import { env } from "@/server/lib/env";
import { isUuid } from "@/server/lib/ids";
import { fieldOf, readForm, seeOther } from "../../sign-in/forms";
import { MERCHANT_COOKIE } from "../context";

/** Chooses the merchant whose pages are shown. A wish, no permission: every page and every call asks that anew. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/console");
  const merchantId = fieldOf(form, "merchant");
  if (isUuid(merchantId)) {
    const secure = env().baseUrl.startsWith("https://");
    (await cookies()).set(MERCHANT_COOKIE, merchantId, { httpOnly: true, sameSite: "lax", secure, path: "/console" });
  }
  return seeOther(safeReturnPath(fieldOf(form, "to")));
}
