import type { Metadata } from "next";
import { CUSTOMERS_PATH } from "@/components/console/customers/customer-path";
import { CustomersPage } from "@/components/console/customers/customers";
import { cursorOf, type Search, textOf } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";
import { orBeginAt } from "../or-begin-at";

export const metadata: Metadata = { title: "Customers" };

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const given = await searchParams;
  const [search, cursor] = [textOf(given, "q"), cursorOf(given)];
  const page = { search, cursor };
  const list = api.customers.list({ merchantId: merchant.id, test: mode === "test", ...page });
  return <CustomersPage first={asJson(await orBeginAt(CUSTOMERS_PATH, list))} {...page} />;
});
