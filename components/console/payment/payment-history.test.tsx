import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import { AT, detail, transition } from "../overview/testing-payments";
import { PaymentHistory } from "./payment-history";
import { timelineOf } from "./payment-timeline";
import type { PaymentDetail } from "./timeline-item";

/** As the server renders it. */
function drawn(change: Partial<PaymentDetail["payment"]>): string {
  const found = detail(change);
  return renderToStaticMarkup(
    <ZoneProvider known="UTC">
      <PaymentHistory
        items={timelineOf(found)}
        isOver={found.payment.status !== "pending"}
        opens={{ deliveries: false, calls: false }}
        actionOf={() => null}
      />
    </ZoneProvider>,
  ).replace(/<[^>]+>/g, " ");
}

it("an open payment has the time of its expiry before the page's script runs", () => {
  const text = drawn({ expiresAt: AT(59) });
  expect(text).toMatch(/13:35:59\s+Expires unless a bank is chosen/);
  expect(text).not.toContain("now");
});

it.each([
  ["completed", "9 s in all"],
  ["pending", null],
] as const)("a payment that is %s has the duration %s beside its timeline", (status, shown) => {
  const text = drawn({ status, transitions: [transition("EXECUTED", 9, "ACSC")] });
  expect(/\d+ s in all/.exec(text)?.[0] ?? null).toBe(shown);
});
