import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { Outputs } from "../../ui/queries";
import { DeliveryTable } from "../deliveries/delivery-table";
import { ConsoleQueries } from "./console-queries";
import { OtherModeNote } from "./mode-switch";

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({
  ...{ useRouter: () => ({}), usePathname: () => "/console/payment-links" },
  useSearchParams: () => new URLSearchParams({ open: "7" }),
}));

const AT = "2026-11-20T12:00:00.000Z";

type Delivery = Outputs["webhooks"]["log"]["search"]["items"][number];

const DELIVERY: Delivery = {
  ...{ id: "1", status: "delivered", state: "delivered", reason: null, tries: 1, resent: 0, dueAt: AT, createdAt: AT },
  ...{ doneAt: AT, resendOf: null, endpoint: "orders", lastTry: null, decimal: "25.00" },
  about: { kind: "payment", id: "2", orderId: "Order 7", currency: "EUR" },
} as object as Delivery;

const inMode = (mode: "live" | "test", page: ReactNode) =>
  renderToStaticMarkup(
    <ConsoleQueries mode={mode} may={[]}>
      {page}
    </ConsoleQueries>,
  );

describe.each([
  ["live", "test", "Live", "It moves money."],
  ["test", "live", "Test", "It moves no money."],
] as const)("a %s payment while the Console is in %s mode", (own, other, tag, effect) => {
  const test = own === "test";
  const event = { id: "evt_1", type: "payment_request.succeeded", test } as Delivery["event"];
  const log = <DeliveryTable deliveries={[{ ...DELIVERY, event }]} fixed={false} open={undefined} hrefOf={() => ""} />;
  const note = <OtherModeNote what="payment" test={test} />;

  it("has the tag of its mode in the delivery log, and none while the Console is in its mode", () => {
    expect(inMode(other, log)).toMatch(new RegExp(`</svg>${tag}</span>`));
    expect(inMode(own, log)).not.toMatch(/<[/]svg>(Live|Test)<[/]span>/);
  });

  it("has a note that switches the mode and stays on the page, and none while the Console is in its mode", () => {
    const drawn = inMode(other, note);
    expect(drawn.replace(/<[^>]+>/g, "")).toBe(
      `This is a ${own} payment. ${effect} The Console is in ${other} mode.Switch to ${own}`,
    );
    expect(drawn).toContain('name="to" value="/console/payment-links?open=7"');
    expect(drawn).toMatch(new RegExp(`<button type="submit" [^>]*value="${own}" name="mode"`));
    expect(inMode(own, note)).toBe("");
  });
});
