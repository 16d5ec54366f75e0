import { resolveMerchant } from "@/server/merchants/resolve-merchant";
import { previewPage } from "./preview-page";
import { answerPreview, previewResponse } from "./preview-response";

/**
 * GET of the checkout preview for the frame on the Console's page, by the parameters `merchant`, `name`, `accent`
 * (empty: the default), `logo` (`none`, `new`), `state`, `view`, `theme`, `locale`. Scripts and forms are disabled, and
 * no other site may frame it.
 */
export function GET(request: Request): Promise<Response> {
  return answerPreview(request, "branding.get", async ({ ctx, own, merchantId }) => {
    const merchant = await resolveMerchant(own, merchantId);
    return previewResponse(await previewPage(ctx, merchant, request));
  });
}
