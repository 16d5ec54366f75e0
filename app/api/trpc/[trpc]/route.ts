import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { publicCtx } from "@/server/http/public-ctx";
import { MAX_BATCH_CALLS } from "@/server/lib/bounds";
import { env } from "@/server/lib/config/env";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { appRouter } from "@/server/trpc/router";
import { getSession, writeSession } from "../../../console/session";

async function handle(request: Request): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    maxBatchSize: MAX_BATCH_CALLS,
    createContext: async () => ({ ctx: publicCtx(request), session: await getSession(), keepSession: writeSession }),
  });
  response.headers.set("Cache-Control", "no-store");
  return response;
}

export const GET = handle;

/** Mutations are accepted by POST only, and only from our own origin. */
export async function POST(request: Request): Promise<Response> {
  if (isSameOrigin(request.headers, env().baseUrl)) return handle(request);
  return new Response("This request came from another site.", {
    status: 403,
    headers: { "Content-Type": "text/plain" },
  });
}
