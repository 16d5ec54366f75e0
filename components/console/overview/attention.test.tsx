import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import { type Outputs, useConsole } from "../../ui/queries";
import { ZoneProvider } from "../../ui/time/zone";
import { ConsoleQueries } from "../frame/console-queries";
import { Attention } from "./attention";

// Outside of Next there is no router.
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

type Failing = Outputs["webhooks"]["health"]["failing"];
const one = {
  state: "failing" as const,
  since: "2026-11-22T10:00:00.000Z",
  nextTryAt: null,
  failures: 7,
  lastError: null,
};
const FAILING: Failing = ["orders", "stock", "mail", "erp"].map((name) => ({ ...one, name }));

/** As the frame has loaded them. */
function Loaded({ children }: { children: ReactNode }) {
  const { trpc, merchantId } = useConsole();
  useQueryClient().setQueryData(trpc.webhooks.health.failing.queryKey({ merchantId }), FAILING);
  return children;
}

const drawn = (may: readonly ProcedurePath[]) =>
  renderToStaticMarkup(
    <ConsoleQueries mode="live" may={may}>
      <ZoneProvider known={null}>
        <Loaded>
          <Attention />
        </Loaded>
      </ZoneProvider>
    </ConsoleQueries>,
  );

it("failing endpoints are links only for roles that may open them", () => {
  const links = drawn(["webhooks.endpoints.list", "webhooks.endpoints.get"]);
  expect(links.match(/View details/g)).toHaveLength(3);
  expect(links).toContain("View webhooks");
  const facts = drawn([]);
  expect(facts).toContain("1 more endpoint is failing.");
  expect(facts).not.toContain("<a ");
});
