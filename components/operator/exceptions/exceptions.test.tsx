import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ConsoleQueries } from "../../console/frame/console-queries";
import { ExceptionsPage } from "./exceptions";

const EXCEPTION = {
  ...{
    id: "7",
    kind: "amount_differs",
    detail: "20.00 EUR arrived.",
    test: false,
    bankName: "Riverbank",
    source: "poll",
  },
  ...{ merchantId: "1", brandName: "Olaria", paymentRequestId: "2", attemptId: "3", paymentReference: "Order 42" },
  ...{ decimal: "25.50", currency: "EUR", at: "2026-11-20T12:00:00.000Z" },
} as Parameters<typeof ExceptionsPage>[0]["first"]["items"][number];

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams({ resolve: "7" }),
}));
// Drawers open in browsers only.
vi.mock("../../ui/layers/layers", () => ({
  FormDrawer: ({ title, children }: { title: string; children: ReactNode }) => (
    <dialog title={title}>{children}</dialog>
  ),
}));

const html = renderToStaticMarkup(
  <ConsoleQueries mode="live" may={["platform.exceptions.resolve"]}>
    <ExceptionsPage first={{ items: [EXCEPTION], newer: null, older: null }} kind={null} />
  </ConsoleQueries>,
);

it("an exception's row leads to its merchant and its payment, on a phone too", () => {
  const links = [
    ['<a href="/operator/merchants/1">Olaria</a>, ', "line"],
    ['<a href="/open/1?to=/console/payments/2">Order 42</a>', "below"],
  ];
  for (const [link, corner] of links)
    expect(html).toMatch(new RegExp(`data-on="${corner}"[^>]*>${link?.replace("?", "\\?")}`));
});

it("the form that resolves an exception names the payment, its merchant and its amount", () => {
  const [, title, text = ""] = /<dialog title="(.*?)">(.*?)<\/dialog>/.exec(html) ?? [];
  expect(title).toBe("Amount differs: Order 42");
  expect(text.replace(/<[^>]+>/g, "")).toMatch(/^Olaria, 25.50 EUR\. The credited amount differs/);
});
