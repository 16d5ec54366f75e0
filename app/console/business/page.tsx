import type { Metadata } from "next";
import { BusinessPage } from "@/components/console/business/business";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Business" };

export default consoleRoute(async ({ merchant, api }) => {
  const of = { merchantId: merchant.id };
  const [first, accounts] = await Promise.all([api.business.get(of), api.accounts.list(of)]);
  return <BusinessPage first={asJson(first)} accounts={asJson(accounts.accounts)} />;
});
