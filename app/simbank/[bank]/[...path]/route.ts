import { env } from "@/server/lib/config/env";
import { servesSimbank } from "@/server/lib/config/simbank-origin";
import { handleSimbank } from "@/simbank/src/handle-simbank";

type Params = { params: Promise<{ bank: string; path: string[] }> };

/**
 * The simulated bank, if the installation has one: its one mount in the product, which calls it over HTTP only, like any
 * bank.
 */
async function handle(request: Request, { params }: Params): Promise<Response> {
  if (!servesSimbank(env(), request.headers.get("host"))) return new Response("Not found.\n", { status: 404 });
  const { bank, path } = await params;
  return handleSimbank(request, { bank, path });
}

export { handle as DELETE, handle as GET, handle as POST };
