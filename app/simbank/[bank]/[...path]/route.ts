import { env } from "@/server/lib/config/env";
import { servesSimbank } from "@/server/lib/config/simbank-origin";
import { isDatabaseUnavailable } from "@/server/lib/db-outage";
import { log } from "@/server/lib/log";
import { handleSimbank } from "@/simbank/src/handle-simbank";

type Params = { params: Promise<{ bank: string; path: string[] }> };

/**
 * The simulated bank, if the installation has one: its one mount in the product, which calls it over HTTP only, like any
 * bank.
 */
async function handle(request: Request, { params }: Params): Promise<Response> {
  if (!servesSimbank(env(), request.headers.get("host"))) return new Response("Not found.\n", { status: 404 });
  const { bank, path } = await params;
  try {
    return await handleSimbank(request, { bank, path });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log().error({ error }, "the simulated bank failed");
    return new Response("The bank is not available right now.\n", { status: 503, headers: { "Retry-After": "1" } });
  }
}

export { handle as DELETE, handle as GET, handle as POST };
