import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ConsoleQueries } from "../../console/frame/console-queries";
import { MerchantPage } from "./merchant";

type Props = Parameters<typeof MerchantPage>[0];

const MERCHANT = {
  ...{ id: "1", brandName: "Olaria", country: "PT", partnerId: null, partnerName: null, suspendedReason: null },
  ...{ createdAt: "2026-11-20T12:00:00.000Z", lastPaymentAt: null, currencies: [] },
};

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams({ status: "" }),
}));
// Drawers open in browsers only.
vi.mock("../../ui/layers/layers", () => ({
  FormDrawer: ({ title, children }: { title: string; children: ReactNode }) => (
    <dialog title={title}>{children}</dialog>
  ),
}));
vi.mock("./accounts-section", () => ({ AccountsSection: () => null }));
vi.mock("../people/people-section", () => ({ PeopleSection: () => null }));

it.each([
  ["Suspend Olaria", null],
  ["Reinstate Olaria", "2026-11-21T12:00:00.000Z"],
])("%s: the form says that the merchant's owners and admins read the reason", (title, suspendedAt) => {
  const html = renderToStaticMarkup(
    <ConsoleQueries mode="live" may={["platform.merchants.switch"]}>
      <MerchantPage {...({ first: { ...MERCHANT, suspendedAt } } as object as Props)} />
    </ConsoleQueries>,
  );
  const [, drawer = ""] = html.split(`<dialog title="${title}">`);
  expect(drawer).toContain("The merchant’s owners and admins read it in their audit log.");
});
