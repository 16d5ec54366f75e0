import type { Metadata } from "next";
import { allOf, type Search } from "@/components/console/filter-address";
import { readLinkFilter } from "@/components/console/link-filter";
import { PaymentLinksPage } from "@/components/console/payment-links";
import { asJson, requireConsolePage } from "../context";
import { pageNumber } from "../page-number";

export const metadata: Metadata = { title: "Payment links" };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const page = pageNumber(search["page"]);
  const filter = readLinkFilter(search);
  const { merchant, mode, may, api } = await requireConsolePage();
  const merchantId = merchant.id;
  const first = await api.paymentLinks.list({ merchantId, test: mode === "test", page, ...filter });
  const linkIds = first.items.map(({ id }) => id);
  const opened = allOf(search, "open").find((id) => ID.test(id)) ?? null;
  return (
    <PaymentLinksPage
      key={JSON.stringify([page, filter, opened])}
      first={asJson(first)}
      firstTries={await api.payments.triesOfLinks({ merchantId, linkIds })}
      filter={filter}
      page={page}
      making={search["new"] !== undefined && may.includes("paymentLinks.create")}
      opened={opened}
    />
  );
}
