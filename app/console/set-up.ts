import { cache } from "react";
import { isSample } from "@/components/ui/sample";
import { consolePage } from "./context";

/**
 * The facts of which the set-up steps of the page's merchant are read; once for the frame and the page. Null: live mode,
 * or a user who may not see the checks, as the visitor of a demo.
 */
export const readSetUp = cache(async () => {
  const page = await consolePage();
  if (page?.mode !== "test" || !page.may.includes("developers.goLive")) return null;
  const of = { merchantId: page.merchant.id, test: true };
  const [goLive, latest] = await Promise.all([page.api.developers.goLive(of), page.api.overview.latest(of)]);
  return { goLive, hasPayment: latest.some(({ id }) => !isSample(id)) };
});
