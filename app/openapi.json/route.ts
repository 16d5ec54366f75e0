import { handleApi } from "@/server/http/handler";

/** The OpenAPI document, where no entry stands in front. */
export const GET = (request: Request): Promise<Response> => handleApi(request, { remoteAddress: null });
