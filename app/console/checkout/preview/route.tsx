import { asAppError } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import { consoleCaller } from "@/server/identity/sessions/console-access";
import { resolveMerchant } from "@/server/merchants/resolve-merchant";
import { getSession } from "../../session";
import { previewPage } from "./preview-page";
import { plain, previewResponse } from "./preview-response";

export const dynamic = "force-dynamic";

/**
 * GET of the checkout preview for the frame on the Console's page, by the parameters `merchant`, `name`, `accent`
 * (empty: the default), `logo` (`none`, `new`), `state`, `view`, `theme`, `locale`. Scripts and forms are disabled, and
 * no other site may frame it.
 */
export async function GET(request: Request): Promise<Response> {
  const session = await getSession();
  if (!session) return plain("Sign in first.", 401);
  const ctx = publicCtx(request);
  const merchantId = new URL(request.url).searchParams.get("merchant") ?? "";
  try {
    const caller = await consoleCaller(ctx, session.user, { merchantId, path: "branding.get" });
    const merchant = await resolveMerchant({ ...ctx, caller }, merchantId);
    const page = await previewPage(ctx, merchant, request);
    return await previewResponse(page);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) throw thrown;
    return plain(error.message, error.status);
  }
}
