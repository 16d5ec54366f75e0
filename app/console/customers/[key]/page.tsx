import type { Metadata } from "next";
import { CustomerPage } from "@/components/console/customers/customer";
import { orNotFound } from "../../../or-not-found";
import { consoleRoute } from "../../console-route";
import { asJson } from "../../context";

export const metadata: Metadata = { title: "Customer" };

export default consoleRoute(async ({ merchant, mode, api }, { params }: { params: Promise<{ key: string }> }) => {
  const key = decodeURIComponent((await params).key);
  const [merchantId, test] = [merchant.id, mode === "test"];
  const customer = await orNotFound(api.customers.get({ merchantId, test, key }));
  const notes = await api.payments.notes.list({ merchantId, of: { customerKey: key, test } });
  return <CustomerPage first={asJson(customer)} notes={asJson(notes)} />;
});
