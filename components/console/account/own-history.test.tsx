import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import { AuditPage } from "../audit/audit";
import { ConsoleQueries } from "../frame/console-queries";
import { OwnHistory } from "./own-history";

// Outside of Next there is no router.
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

const AT = "2026-11-22T10:00:00.000Z";
const from = { at: AT, ip: "203.0.113.9", device: "Firefox on Linux" };

const drawn = (node: ReactNode) =>
  renderToStaticMarkup(
    <ConsoleQueries merchantId="" mode="live" may={[]}>
      <ZoneProvider known={null}>{node}</ZoneProvider>
    </ConsoleQueries>,
  );

describe("a user's own sign-in history", () => {
  it.each([
    ["You signed in with an e-mail code and the app", "user.signed_in", { way: "code app" }, "you"],
    ["You added the passkey Laptop", "passkey.added", { name: "Laptop" }, "you"],
    ["Someone entered too many wrong two-factor codes for your account", "second_step.guessed", {}, "unknown"],
    ["The operator removed your passkeys and two-factor authentication", "user.sign_in_reset", {}, "operator"],
    ["The operator enabled your account", "user.enabled", {}, "operator"],
  ] as const)("shows: %s", (words, action, detail, by) => {
    const first = { items: [{ ...from, id: "1", action, detail, by }], newer: null, older: null };
    const text = drawn(<OwnHistory first={first} cursor={undefined} />).replace(/<[^>]+>/g, "|");
    expect(text).toContain(`|${words}|`);
  });
});

describe("the page of a log", () => {
  const first = { items: [], newer: null, older: null, total: 1 };
  const choices = { actors: [], actions: [] };
  const filter = { about: "a b" };

  it.each([
    [{ platform: true } as const, "q=a+b"],
    [{ partnerId: "p1" }, "q=a+b&amp;partner=p1"],
  ])("exports the log with the filter of the page: %j", (of, search) => {
    const page = drawn(<AuditPage of={of} path="/there" first={first} choices={choices} filter={filter} />);
    for (const ending of ["csv", "jsonl"]) expect(page).toContain(`href="/there/export.${ending}?${search}"`);
  });
});
