import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { TRPCProvider, useConsole } from "../../ui/queries";
import type { LinkFilter, Links } from "./link-filter";
import { PaymentLinksPage } from "./payment-links";

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({
  ...{
    useRouter: () => ({}),
    usePathname: () => "/console/payment-links",
    useSearchParams: () => new URLSearchParams(),
  },
}));

const AT = "2026-11-20T12:00:00.000Z";
const FILTER: LinkFilter = { sort: "created_at:desc" };
const none = { count: 0, orMore: false };

function listOf(...ids: string[]): Links {
  const items = ids.map((id) => ({
    ...{ id, status: "active", payment_reference: id, order_id: id, views_count: 3, decimal: "25.00", currency: "EUR" },
    ...{ created_at: AT, expires_at: AT },
  }));
  const counts = { active: { count: ids.length, orMore: false }, used: none, expired: none, cancelled: none };
  return { items, counts, newer: null, older: null, newLinks: { lifeDays: 7, currencies: ["EUR"] } } as object as Links;
}

/** The page of a load with one link and its two attempts, when its list was read as `now`. */
function drawn(now: Links, filter = FILTER): string {
  const queryClient = new QueryClient();
  function Read({ children }: { children: ReactNode }) {
    const { trpc, merchantId, test } = useConsole();
    queryClient.setQueryData(trpc.paymentLinks.list.queryKey({ merchantId, test, ...filter }), now);
    return children;
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={createTRPCClient<never>({ links: [] })} queryClient={queryClient}>
        <Read>
          <PaymentLinksPage first={listOf("a")} firstAttempts={{ a: 2 }} currencies={["EUR"]} filter={filter} />
        </Read>
      </TRPCProvider>
    </QueryClientProvider>,
  );
}

it("the attempts of the page load are shown for its links, and not once the list has another link", () => {
  expect(drawn(listOf("a"))).toContain("3 views, 2 attempts");
  const later = drawn(listOf("b", "a"));
  expect(later).toContain("3 views");
  expect(later).not.toContain("attempt");
});

it("the number of unpaid links is said of the whole list and of a tab, and not under another filter", () => {
  const unpaid = "Each link can be paid once. 1 unpaid.";
  expect(drawn(listOf("a"))).toContain(unpaid);
  expect(drawn(listOf("a"), { ...FILTER, status: "active" })).toContain(unpaid);
  expect(drawn(listOf("a"), { ...FILTER, search: "a" })).not.toContain("unpaid");
});
