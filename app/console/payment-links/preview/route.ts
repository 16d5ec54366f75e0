import { resolveMerchant } from "@/server/merchants/resolve-merchant";
import { answerPreview, plain, previewResponse } from "../../checkout/preview/preview-response";
import { linkPreviewPage, mailPreview } from "./link-preview-page";

/**
 * The preview of a link beside its form, by the parameters `merchant`, `amount`, `currency`, `reference`, `locale`, `test` as
 * typed; `view=mail`: its e-mail as text. It creates nothing.
 */
export function GET(request: Request): Promise<Response> {
  return answerPreview(request, "paymentLinks.create", async ({ ctx, own, merchantId }) => {
    const merchant = await resolveMerchant(own, merchantId);
    const query = new URL(request.url).searchParams;
    if (query.get("view") === "mail") return plain(mailPreview(merchant, query), 200);
    return previewResponse(await linkPreviewPage(ctx, merchant, request));
  });
}
