import { handleApi } from "@/server/http/handler";

/** GET of the OpenAPI document, on hosts without the server entry. */
export const GET = (request: Request): Promise<Response> => handleApi(request, { remoteAddress: null });
