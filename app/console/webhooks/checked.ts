import { orNotFound } from "../../or-not-found";
import { type ConsolePage, requireConsolePage } from "../context";

/** The saved endpoint for the pages of a connection test and a receiver test. Unknown endpoint: 404. */
export async function checkedEndpoint(name: string | null) {
  const page: ConsolePage = await requireConsolePage();
  const input = { merchantId: page.merchant.id, name };
  return { input, endpoint: await orNotFound(page.api.webhooks.endpoints.get(input)), api: page.api };
}
