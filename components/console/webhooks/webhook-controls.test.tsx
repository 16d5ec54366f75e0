import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { permittedPaths } from "@/server/identity/permissions/permissions";
import type { Outputs } from "../../ui/queries";
import { DeliveryPage } from "../deliveries/delivery";
import { ConsoleQueries } from "../frame/console-queries";
import { EndpointPage } from "./endpoint";
import { EndpointState } from "./endpoint-state";
import { WebhooksPage } from "./webhooks";

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({ useRouter: () => ({}), useSearchParams: () => new URLSearchParams() }));

const AT = "2026-11-20T12:00:00.000Z";
const secret = { hint: "…ab12", since: AT };

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Health = Outputs["webhooks"]["health"]["list"][number];

const ENDPOINT: Endpoint = {
  ...{ id: "1", name: "orders", url: "https://shop.example/hook", eventTypes: [], environment: "Both", signed: true },
  ...{ secret, prepared: secret, isDefault: false, disabledAt: null, createdAt: AT, version: 1 },
  policy: { scheduleS: [60], eventTypes: [], allowedNetworks: [] } as never,
};

const HEALTH: Health = {
  ...{ endpointKey: "1", name: "orders", state: "circuit_open", since: AT, failures: 7, lastError: "503" },
  ...{ lastFailureAt: AT, nextTryAt: null, waiting: { count: 0, more: false }, lastSuccessAt: null },
  day: { ok: 0, failed: 7, medianMs: null, hours: [] },
};

const none = { count: 0, orMore: false };
const LOG: Outputs["webhooks"]["log"]["search"] = {
  ...{ items: [], newer: null, older: null },
  counts: { waiting: none, delivered: none, failed: { count: 3, orMore: false }, no_destination: none },
};

const DELIVERY: Outputs["webhooks"]["log"]["get"] = {
  ...{ id: "1", status: "failed", state: "failed", reason: null, why: null, tries: [], dueAt: AT, createdAt: AT },
  ...{ doneAt: AT, inFlight: false, priority: false, resendOf: null, siblings: [] },
  event: { id: "evt_1", type: "payment_request.failed", sequence: 1, test: true, createdAt: AT, body: "{}" },
  about: { kind: "endpoint" } as never,
  decimal: null,
  endpoint: { name: "orders", url: ENDPOINT.url, disabledAt: null },
};

/** The names of the buttons and links of a page. */
function controlsOf(page: ReactNode, role: string): string[] {
  const drawn = renderToStaticMarkup(
    <ConsoleQueries mode="test" may={permittedPaths([role])}>
      {page}
    </ConsoleQueries>,
  );
  const controls = [...drawn.matchAll(/<(a|button) .*?<\/\1>/gs)].map(([control]) => control);
  return controls.map((control) => /aria-label="([^"]+)"/.exec(control)?.[1] ?? control.replace(/<[^>]+>/g, ""));
}

const endpoint = (changed: Partial<Endpoint>, state: Health["state"] = "healthy") => (
  <EndpointPage
    first={{ ...ENDPOINT, ...changed }}
    firstHealth={[{ ...HEALTH, state }]}
    log={{ filter: {}, first: LOG }}
  />
);
const defaultUrl = { ...ENDPOINT, name: null, url: null, prepared: null };
const unnamed = { to: "none", because: "no_endpoint" } as const;
const listOf = (endpoints: Endpoint[]) => ({
  ...{ defaultUrl, endpoints, policy: ENDPOINT.policy },
  defaultEndpoint: { live: unnamed, test: unnamed },
});
const LIST = ["Add endpoint", "Set a default URL"];
const SEND = ["Send test event", "Endpoint actions"];
const RESEND = ["Resend undelivered events"];
const CHECK = ["Connection test", "Receiver test"];

it.each<[string, ReactNode, string[]]>([
  ["list without an endpoint", <WebhooksPage key="" first={listOf([])} firstHealth={[]} />, LIST],
  ["list of an endpoint", <WebhooksPage key="" first={listOf([ENDPOINT])} firstHealth={[HEALTH]} />, LIST],
  [
    "healthy endpoint",
    endpoint({ prepared: null }),
    [...SEND, ...RESEND, "Create next secret", "Rotate now", ...CHECK],
  ],
  [
    "failing endpoint with a next secret",
    endpoint({}, "circuit_open"),
    [...SEND, "Retry now", "Diagnose", ...RESEND, "Activate secret", "Discard secret", "Rotate now", ...CHECK],
  ],
  [
    "disabled endpoint",
    endpoint({ disabledAt: AT }, "disabled"),
    ["Endpoint actions", "Enable endpoint", ...RESEND, "Activate secret", "Discard secret", "Rotate now", ...CHECK],
  ],
  [
    "default URL that is not set",
    endpoint(defaultUrl),
    ["Set URL", ...RESEND, "Create next secret", "Rotate now", "Stop signing"],
  ],
  ["delivery", <DeliveryPage key="" first={DELIVERY} />, ["Resend now"]],
])("a visitor of a demo sees a %s without the controls that the server would refuse", (_what, page, refused) => {
  const shown = controlsOf(page, "visitor");
  expect(controlsOf(page, "developer").filter((name) => !shown.includes(name))).toEqual(refused);
});

it("an endpoint without a successful delivery says of a demo's samples that they were not sent", () => {
  const stateOf = (hasSamples: boolean) =>
    renderToStaticMarkup(
      <EndpointState endpoint={ENDPOINT} health={{ ...HEALTH, state: "healthy" }} hasSamples={hasSamples} />,
    );
  expect(stateOf(true)).toContain("</b> The samples below were not sent. Send a test event");
  expect(stateOf(false)).toContain("</b> Send a test event");
});
