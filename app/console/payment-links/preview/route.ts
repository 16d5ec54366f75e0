import { asAppError } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import { consoleCaller } from "@/server/identity/sessions/console-access";
import { resolveMerchant } from "@/server/merchants/resolve-merchant";
import { plain, previewResponse } from "../../checkout/preview/preview-response";
import { getSession } from "../../session";
import { linkPreviewPage, mailPreview } from "./link-preview-page";

export const dynamic = "force-dynamic";

/**
 * The preview of a link beside its form, by the parameters `merchant`, `amount`, `currency`, `reference`, `locale`, `test` as
 * typed; `view=mail`: its e-mail as text. It creates nothing.
 */
export async function GET(request: Request): Promise<Response> {
  const session = await getSession();
  if (!session) return plain("Sign in first.", 401);
  const ctx = publicCtx(request);
  const query = new URL(request.url).searchParams;
  const merchantId = query.get("merchant") ?? "";
  try {
    const caller = await consoleCaller(ctx, session.user, { merchantId, path: "paymentLinks.create" });
    const merchant = await resolveMerchant({ ...ctx, caller }, merchantId);
    if (query.get("view") === "mail") return plain(mailPreview(merchant, query), 200);
    return await previewResponse(await linkPreviewPage(ctx, merchant, request));
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) throw thrown;
    return plain(error.message, error.status);
  }
}
