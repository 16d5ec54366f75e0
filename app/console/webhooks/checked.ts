import { notFound } from "next/navigation";
import { isAppError } from "@/server/lib/errors";
import { type ConsolePage, requireConsolePage } from "../context";

/** What the pages of a probe and of an exam begin with: the destination, as it is saved. No such endpoint: a 404. */
export async function checkedDestination(name: string | null) {
  const page: ConsolePage = await requireConsolePage();
  const input = { merchantId: page.merchant.id, name };
  // The caller wraps what a use-case throws; the cause is its own.
  const endpoint = await page.api.webhooks.endpoints.get(input).catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "NOT_FOUND") return null;
    throw error;
  });
  if (!endpoint) notFound();
  return { input, endpoint, api: page.api };
}
