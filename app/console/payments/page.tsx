import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PAYMENTS_PATH } from "@/components/console/payments/payment-path";
import { PaymentsPage } from "@/components/console/payments/payments";
import { PAYMENT_COLUMNS_COOKIE } from "@/components/console/payments/payments-columns";
import { readPaymentsSearch } from "@/components/console/payments/payments-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";
import { orBeginAt } from "../or-begin-at";

export const metadata: Metadata = { title: "Payments" };

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const { filter, cursor } = readPaymentsSearch(await searchParams);
  const of = { merchantId: merchant.id, test: mode === "test" };
  const [first, choices] = await Promise.all([
    orBeginAt(PAYMENTS_PATH, api.payments.list({ ...of, ...filter, cursor })),
    api.payments.choices(of),
  ]);
  return (
    <PaymentsPage
      first={asJson(first)}
      choices={asJson(choices)}
      filter={filter}
      columns={(await cookies()).get(PAYMENT_COLUMNS_COOKIE)?.value ?? ""}
      cursor={cursor}
    />
  );
});
