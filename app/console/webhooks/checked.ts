import { notFound } from "next/navigation";
import { isAppError } from "@/server/lib/errors";
import { type ConsolePage, requireConsolePage } from "../context";

/** The saved endpoint for the pages of a connection test and a receiver test. Unknown endpoint: 404. */
export async function checkedEndpoint(name: string | null) {
  const page: ConsolePage = await requireConsolePage();
  const input = { merchantId: page.merchant.id, name };
  // tRPC wraps the use-case's error; `cause` is the original.
  const endpoint = await page.api.webhooks.endpoints.get(input).catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "NOT_FOUND") return null;
    throw error;
  });
  if (!endpoint) notFound();
  return { input, endpoint, api: page.api };
}
