import type { Metadata } from "next";
import { LINKS_PATH, readLinkFilter } from "@/components/console/payment-links/link-filter";
import { PaymentLinksPage } from "@/components/console/payment-links/payment-links";
import type { Search } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";
import { orBeginAt } from "../or-begin-at";

export const metadata: Metadata = { title: "Payment links" };

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const { filter, ...page } = readLinkFilter(await searchParams);
  const of = { merchantId: merchant.id, test: mode === "test" };
  const [first, currencies] = await Promise.all([
    orBeginAt(LINKS_PATH, api.paymentLinks.list({ ...of, ...filter, ...page })),
    api.paymentLinks.currencies(of),
  ]);
  const linkIds = first.items.map(({ id }) => id);
  return (
    <PaymentLinksPage
      first={asJson(first)}
      firstAttempts={await api.payments.triesOfLinks({ merchantId: merchant.id, linkIds })}
      currencies={currencies}
      filter={filter}
      {...page}
    />
  );
});
